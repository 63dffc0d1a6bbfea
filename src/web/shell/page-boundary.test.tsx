import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { lazyPage, PageBoundary } from './page-boundary.tsx'

const show = (Page: ReturnType<typeof lazyPage>) => {
  // React logs errors caught by a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <I18nTestProvider>
      <PageBoundary>
        <Page />
      </PageBoundary>
    </I18nTestProvider>,
  )
}

test('a spinner shows until the page is loaded', async () => {
  show(lazyPage(async () => () => <h1>Here</h1>))
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy()
})

test('a page whose code failed to load suggests to check the connection', async () => {
  show(lazyPage(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain("This page didn't load")
  expect(alert.textContent).toContain('Check your connection')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
})

test('a crashed page shows a message without the cause', async () => {
  show(
    lazyPage(async () => () => {
      throw new Error('secret of the house')
    }),
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Something went wrong on this page')
  expect(alert.textContent).not.toContain('secret')
})
