import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { testCurrentUser } from '#web/api/test-users.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { AccountMenu } from './account-menu.tsx'

const user = testCurrentUser(1, { firstName: 'Adaeze', lastName: 'Nwosu' })

// Loads the lazy module once, so that the first test does not time out on it.
beforeAll(() => import('./account-menu-list.tsx'))

function show() {
  render(
    <I18nTestProvider>
      <AccountMenu user={user} />
    </I18nTestProvider>,
  )
  const button = screen.getByRole('button', { name: 'Account menu' })
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  return button
}

test.each([
  ['a press of the pointer', (button: HTMLElement) => fireEvent.pointerDown(button, { button: 0 })],
  ['Enter', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'Enter' })],
  ['the space bar', (button: HTMLElement) => fireEvent.keyDown(button, { key: ' ' })],
  ['an arrow', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'ArrowDown' })],
  ['assistive technology', (button: HTMLElement) => fireEvent.click(button, { detail: 0 })],
])('%s opens the menu after its code is loaded', async (_name, press) => {
  press(show())
  expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeTruthy()
  const [button, ...others] = screen.getAllByRole('button', { name: 'Account menu', hidden: true })
  expect(button?.getAttribute('aria-expanded')).toBe('true')
  expect(others).toEqual([])
})

test('hover and focus load the menu but do not open it', async () => {
  const button = show()
  fireEvent.pointerEnter(button)
  fireEvent.focus(button)
  fireEvent.keyDown(button, { key: 'Tab' })
  await import('./account-menu-list.tsx')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('the menu does not open after the button has lost the focus', async () => {
  const button = show()
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.blur(button)
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('false')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('the menu opens a dialog with the links of the footer; following one closes it', async () => {
  fireEvent.pointerDown(show(), { button: 0 })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'About Creative Wave' }))
  const dialog = await screen.findByRole('dialog', { name: 'About Creative Wave' })
  const links = within(dialog).getAllByRole('link')
  expect(links.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
    'About',
    'Contact',
    'Privacy',
    'Terms',
    'Community',
  ])
  expect(links.slice(5).map((link) => link.getAttribute('target'))).toEqual(Array(9).fill('_blank'))
  expect(dialog.textContent).toContain('© 2025 Creative Wave')
  fireEvent.click(within(dialog).getByRole('link', { name: 'Contact' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
