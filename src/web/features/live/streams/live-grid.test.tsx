import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LIST_VERSION_HEADER } from '#shared/constants.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { LiveGrid } from './live-grid.tsx'

const show = () =>
  render(
    <DataTestProvider>
      <LiveGrid phone="row" Preview={() => null} />
    </DataTestProvider>,
  )

test('while the streams are loading there are three skeletons', () => {
  stubCalls({ 'GET /api/streams/live': () => new Promise<Response>(() => {}) })
  const { container } = show()
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(container.querySelectorAll('[role=status] > [aria-hidden]')).toHaveLength(3)
})

test('a card shows streamer, title, category and viewer count', async () => {
  const stream = testStream(1, { title: 'Sunday stew and stories', viewerCount: 1284 })
  stubCalls({ 'GET /api/streams/live': () => Response.json([stream]) })
  show()
  const card = await screen.findByRole('link', { name: /Sunday stew and stories/ })
  expect(card.getAttribute('href')).toBe(`/stream/${stream.id}`)
  for (const text of ['LIVE', '1,284 viewers', 'Adaeze Nwosu', 'Cooking & Culture'])
    expect(within(card).getByText(text)).toBeTruthy()
})

test('each row shifts the 3-3-2 column spans by one', async () => {
  const streams = Array.from({ length: 10 }, (_, index) => testStream(index))
  stubCalls({ 'GET /api/streams/live': () => Response.json(streams) })
  show()
  const items = await screen.findAllByRole('listitem')
  const columns = items.map((item) => (item.className.includes('md:col-span-3') ? 3 : 2))
  expect(columns).toEqual([3, 3, 2, 2, 3, 3, 3, 2, 3, 3])
})

test.each([
  [1, ['col-span-8']],
  [2, ['md:col-span-4', 'md:col-span-4']],
  [3, ['md:col-span-3', 'md:col-span-3', 'md:col-span-2']],
])('%i streams fill the row', async (count, spans) => {
  const streams = Array.from({ length: count }, (_, index) => testStream(index))
  stubCalls({ 'GET /api/streams/live': () => Response.json(streams) })
  show()
  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ className }) => spans.find((span) => className.includes(span)))).toEqual(spans)
})

test('without live streams the grid shows an empty state', async () => {
  stubCalls({ 'GET /api/streams/live': () => Response.json([]) })
  show()
  expect(await screen.findByRole('heading', { name: 'The Stage is Set' })).toBeTruthy()
})

test('a failure shows an error and a retry button', async () => {
  let isDown = true
  stubCalls({
    'GET /api/streams/live': () =>
      isDown ? errorResponse(503, { code: 'unavailable', message: 'The site is busy.' }) : Response.json([]),
  })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'The Stage is Set' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('more streams load on demand, and a stream that is on both pages is shown once', async () => {
  stubCalls({
    'GET /api/streams/live': ({ url }) =>
      url.searchParams.get('cursor') === 'second'
        ? Response.json([testStream(1), testStream(2)])
        : Response.json([testStream(0), testStream(1)], {
            headers: { link: '</api/streams/live?cursor=second>; rel="next"' },
          }),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByRole('link', { name: /Stream 2/ })
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a stream that started between the list and its subscription is loaded', async () => {
  const server = TestSocketServer.listen()
  let streams = [testStream(1)]
  let version = 'before'
  stubCalls({
    'GET /api/streams/live': () => Response.json(streams, { headers: { [LIST_VERSION_HEADER]: version } }),
  })
  const { unmount } = show()
  await screen.findByRole('link', { name: /Stream 1/ })
  streams = [testStream(2), testStream(1)]
  version = 'after'
  server.missedSince = (_target, since) => (since === version ? [] : null)
  act(() => server.accept())
  await screen.findByRole('link', { name: /Stream 2/ })
  act(() => server.drop())
  act(() => void dispatchEvent(new Event('online')))
  act(() => server.accept())
  expect(server.received('subscribe_channel')).toMatchObject([{ channel: 'live', since: 'after' }])
  unmount()
})
