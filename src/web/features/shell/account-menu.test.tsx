import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { testOwnUser } from '#web/api/test-users.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { AccountMenu } from './account-menu.tsx'

const user = testOwnUser(1, { firstName: 'Adaeze', lastName: 'Nwosu' })

// Compiling it takes longer than anybody waits for a menu.
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
])('%s that comes before the menu opens it', async (_name, press) => {
  press(show())
  expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeTruthy()
  const [button, ...others] = screen.getAllByRole('button', { name: 'Account menu', hidden: true })
  expect(button?.getAttribute('aria-expanded')).toBe('true')
  expect(others).toEqual([])
})

test('reaching for it opens nothing yet', async () => {
  const button = show()
  fireEvent.pointerEnter(button)
  fireEvent.focus(button)
  fireEvent.keyDown(button, { key: 'Tab' })
  await import('./account-menu-list.tsx')
  expect(screen.queryByRole('menu')).toBeNull()
})

test('whoever has gone on gets no menu', async () => {
  const button = show()
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.blur(button)
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('false')
  expect(screen.queryByRole('menu')).toBeNull()
})
