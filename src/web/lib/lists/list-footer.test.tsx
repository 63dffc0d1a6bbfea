import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { ListFooter } from './list-footer.tsx'
import { TestView } from '#web/lib/hooks/test-view.ts'

afterEach(() => vi.unstubAllGlobals())

const fetchNextPage = vi.fn(async () => {})
type Query = ComponentProps<typeof ListFooter>['query']

function show(query: Partial<Query> = {}, foot: Partial<ComponentProps<typeof ListFooter>> = {}) {
  fetchNextPage.mockClear()
  const view = new TestView()
  const rest = { isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage, error: null }
  const shown = render(
    <I18nTestProvider>
      <ListFooter
        query={{ hasNextPage: true, ...rest, ...query }}
        failed="More could not be loaded"
        {...foot}
      />
    </I18nTestProvider>,
  )
  return { view, ...shown }
}
const button = (name: string) => screen.getByRole('button', { name })

test.each([
  ['a lost connection', new TypeError('Failed to fetch'), true],
  ['a server that is down', new ApiError(503, '', ''), true],
  ['too many calls', new ApiError(429, '', ''), true],
  ['what is not there', new ApiError(404, '', ''), false],
  ['what may not be seen', new ApiError(403, '', ''), false],
])('after %s another try is offered only if it can help', (_what, error, isOffered) => {
  show({ error, isFetchNextPageError: true })
  expect(screen.queryByRole('button', { name: 'Try Again' }) !== null).toBe(isOffered)
})

test('an endless list goes on as its end comes near, any other when it is asked to', () => {
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

test('who saves data is asked first', () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('prefers-reduced-data'), media: query }),
  )
  const { view } = show({}, { isEndless: true })
  act(() => view.show(button('Load more')))
  expect(fetchNextPage).not.toHaveBeenCalled()
})

test('a page that failed is said, and not asked for again by itself', () => {
  const { view } = show({ isFetchNextPageError: true, error: new TypeError('fetch') }, { isEndless: true })
  expect(screen.getByRole('alert').textContent).toContain('More could not be loaded')
  act(() => view.show(screen.getByRole('alert')))
  expect(fetchNextPage).not.toHaveBeenCalled()
  fireEvent.click(button('Try Again'))
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
})

test('the end is marked where it has a mark', () => {
  const { container, unmount } = show({ hasNextPage: false }, { end: 'That was all.' })
  expect(container.textContent).toBe('That was all.')
  unmount()
  expect(show({ hasNextPage: false }).container.textContent).toBe('')
})
