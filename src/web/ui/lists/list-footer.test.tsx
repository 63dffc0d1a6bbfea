import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { ListFooter } from './list-footer.tsx'
import { TestViewport } from '#web/lib/hooks/test-viewport.ts'

afterEach(() => vi.unstubAllGlobals())

const fetchNextPage = vi.fn(async () => {})
type Query = ComponentProps<typeof ListFooter>['query']

function show(query: Partial<Query> = {}, props: Partial<ComponentProps<typeof ListFooter>> = {}) {
  fetchNextPage.mockClear()
  const view = new TestViewport()
  const rest = { isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage, error: null }
  const rendered = render(
    <I18nTestProvider>
      <ListFooter
        query={{ hasNextPage: true, ...rest, ...query }}
        failed="More could not be loaded"
        {...props}
      />
    </I18nTestProvider>,
  )
  return { view, ...rendered }
}
const button = (name: string) => screen.getByRole('button', { name })

test.each([
  ['a lost connection', new TypeError('Failed to fetch'), true],
  ['a server that is down', new ApiError(503, '', ''), true],
  ['too many calls', new ApiError(429, '', ''), true],
  ['a missing resource', new ApiError(404, '', ''), false],
  ['a forbidden resource', new ApiError(403, '', ''), false],
])('after %s a retry is offered only if it can help', (_cause, error, isOffered) => {
  show({ error, isFetchNextPageError: true })
  expect(screen.queryByRole('button', { name: 'Try Again' }) !== null).toBe(isOffered)
})

test('an endless list loads the next page near its end, any other list on a click', () => {
  const { view, unmount } = show({}, { isEndless: true })
  act(() => view.show(button('Load more')))
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  unmount()
  const other = show()
  act(() => other.view.show(button('Load more')))
  expect(fetchNextPage).not.toHaveBeenCalled()
  fireEvent.click(button('Load more'))
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
})

test('with reduced data an endless list loads the next page only on a click', () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('prefers-reduced-data'), media: query }),
  )
  const { view } = show({}, { isEndless: true })
  act(() => view.show(button('Load more')))
  expect(fetchNextPage).not.toHaveBeenCalled()
})

test('a page that failed shows an error, and is not fetched again automatically', () => {
  const { view } = show({ isFetchNextPageError: true, error: new TypeError('fetch') }, { isEndless: true })
  expect(screen.getByRole('alert').textContent).toContain('More could not be loaded')
  act(() => view.show(screen.getByRole('alert')))
  expect(fetchNextPage).not.toHaveBeenCalled()
  fireEvent.click(button('Try Again'))
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
})

test('the end of a list shows its text if it has one', () => {
  const { container, unmount } = show({ hasNextPage: false }, { end: 'That was all.' })
  expect(container.textContent).toBe('That was all.')
  unmount()
  expect(show({ hasNextPage: false }).container.textContent).toBe('')
})

test('an endless list in which the keyboard is used loads the next page only by its button', () => {
  const { view } = show({}, { isEndless: true })
  const footer = button('Load more')
  vi.spyOn(footer, 'matches').mockImplementation((selector) => selector === ':focus-visible')
  act(() => footer.focus())
  act(() => view.show(footer))
  expect(fetchNextPage).not.toHaveBeenCalled()
  act(() => void document.dispatchEvent(new Event('wheel')))
  act(() => view.show(footer))
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
})
