import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { usePageTitle } from './page-title.ts'

beforeEach(() => navigation.navigate('/', { replace: true }))

function Page({ title }: { title: string | undefined }) {
  usePageTitle(title)
  return (
    <main>
      <h1>{title}</h1>
    </main>
  )
}

const page = (title: string | undefined) => (
  <I18nTestProvider>
    <Page title={title} />
  </I18nTestProvider>
)

test('a page sets the document title', () => {
  const { rerender } = render(page('Home'))
  expect(document.title).toBe('Home · Creative Wave')
  rerender(page('Profile'))
  expect(document.title).toBe('Profile · Creative Wave')
})

test('after a navigation the focus moves to the heading as soon as the page has a title', () => {
  const { rerender } = render(page(undefined))
  act(() => navigation.navigate('/profile/1'))
  expect(document.activeElement).toBe(document.body)
  rerender(page('Adaeze Nwosu'))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})

test('the focus stays in a menu that was opened meanwhile', () => {
  const { rerender } = render(
    <>
      {page(undefined)}
      <div role="menu">
        <button type="button">Sign out</button>
      </div>
    </>,
  )
  act(() => navigation.navigate('/profile/1'))
  screen.getByRole('button').focus()
  rerender(
    <>
      {page('Adaeze Nwosu')}
      <div role="menu">
        <button type="button">Sign out</button>
      </div>
    </>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

test('a later change of the title does not move the focus', () => {
  const { rerender } = render(page('Stream'))
  act(() => navigation.navigate('/stream/1'))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  act(() => screen.getByRole('heading').blur())
  rerender(page('Stream, renamed'))
  expect(document.activeElement).toBe(document.body)
})

test('other parameters of the same page leave the focus where it is', () => {
  render(page('Sign in'))
  act(() => screen.getByRole('heading').blur())
  act(() => navigation.navigate('/?tab=create', { replace: true }))
  expect(document.activeElement).toBe(document.body)
})
