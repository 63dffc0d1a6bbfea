import { act, renderHook, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Downstream } from '#shared/realtime.ts'
import { DataTestProvider, stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { cacheEntities } from '#web/api/entities.ts'
import { TEST_SETTINGS, testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { useStream } from './use-stream.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <DataTestProvider>{children}</DataTestProvider>
  </StrictMode>
)
const open = () => renderHook(() => useStream('one'), { wrapper })

test('a page that is opened after another loads the record, and never shows the old one', async () => {
  let title = 'Before'
  const { seen } = stubCalls({ 'GET /api/streams/one': () => Response.json({ id: 'one', title }) })
  const first = open()
  expect(first.result.current).toMatchObject({ isPending: true, error: null })
  await waitFor(() => expect(first.result.current.data?.title).toBe('Before'))
  expect(first.result.current.isPending).toBe(false)
  title = 'After'
  const second = open()
  expect(second.result.current).toMatchObject({ data: undefined, isPending: true })
  await waitFor(() => expect(second.result.current.data?.title).toBe('After'))
  expect(seen).toHaveLength(2)
})

test('a message before the response does not make an old record visible', async () => {
  const server = TestSocketServer.listen()
  let respond: (response: Response) => void = () => {}
  cacheEntities('streams', [testStream(1, { id: 'one', title: 'Before' })])
  stubCalls({ 'GET /api/streams/one': () => new Promise((resolve) => (respond = resolve)) })
  const { result } = open()
  act(() => server.accept())
  act(() =>
    server.sendMessage({ type: 'stream_likes', streamId: 'one', data: { likesCount: 12, likesAtStart: 0 } }),
  )
  expect(result.current).toMatchObject({ data: undefined, isPending: true })
  await act(async () => respond(Response.json(testStream(1, { id: 'one', title: 'After' }))))
  await waitFor(() => expect(result.current.data).toMatchObject({ title: 'After', likesCount: 12 }))
})

test('a missing stream is an error with its status, until it exists', async () => {
  let exists = false
  stubCalls({
    'GET /api/streams/one': () =>
      exists ? Response.json({ id: 'one' }) : errorResponse(404, { code: 'not_found' }),
  })
  const { result } = open()
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 404, code: 'not_found' }))
  expect(result.current.isPending).toBe(false)
  exists = true
  await act(() => result.current.refetch())
  await waitFor(() => expect(result.current.data).toMatchObject({ id: 'one' }))
  expect(result.current.error).toBeNull()
})

const ID = '0198a1b2-0000-7000-8000-000000000001'

async function openLoaded(...later: (() => Response)[]) {
  setCurrentUser(testCurrentUser(1))
  const server = TestSocketServer.listen()
  const cachedStream = {
    id: ID,
    title: 'Before',
    updatedAt: '2025-11-21T19:00:00.000Z',
    likesCount: 1,
    maxViewers: 3,
    viewerCount: 0,
    isLive: false,
    settings: TEST_SETTINGS,
    viewer: { isLiked: true, canChat: false },
  }
  const responses = [() => Response.json(cachedStream), ...later]
  const { seen } = stubCalls({
    [`GET /api/streams/${ID}`]: () => (responses.shift() ?? (() => Response.json(cachedStream)))(),
  })
  const view = renderHook(() => useStream(ID), { wrapper: DataTestProvider })
  await waitFor(() => expect(view.result.current.data?.title).toBe('Before'))
  act(() => server.accept())
  return { server, seen, ...view }
}

test('a failed refresh does not change the page', async () => {
  const { server, seen, result } = await openLoaded(() => errorResponse(503, { code: 'unavailable' }))
  const mark = { likesCount: 7, tipsTotal: '0.00', updatedAt: '2025-11-21T19:00:01.000Z' }
  act(() => server.sendMessage({ type: 'subscribed', streamId: ID, mark }))
  await waitFor(() => expect(seen).toHaveLength(2))
  await waitFor(() => expect(result.current.isFetching).toBe(false))
  expect(result.current).toMatchObject({ data: { title: 'Before', likesCount: 7 }, error: null })
})

test('a change by the owner is shown on every page at once, and other fields stay', async () => {
  const { server, result } = await openLoaded()
  expect(server.received('subscribe')).toEqual([{ type: 'subscribe', streamId: ID }])
  const data = {
    title: 'After',
    description: null,
    category: 'Gaming',
    thumbnailUrl: null,
    settings: TEST_SETTINGS,
    scheduledFor: null,
  } as const
  act(() => server.sendMessage({ type: 'stream_updated', streamId: ID, data }))
  act(() =>
    server.sendMessage({ type: 'stream_updated', streamId: 'another', data: { ...data, title: 'No' } }),
  )
  await waitFor(() => expect(result.current.data).toMatchObject({ title: 'After', category: 'Gaming' }))
  expect(result.current.data).toMatchObject({ likesCount: 1, viewer: { isLiked: true, canChat: true } })
})

test('a change between the record and the subscription is loaded', async () => {
  const { server, seen, result } = await openLoaded(() => Response.json({ id: ID, title: 'Changed' }))
  const mark = { likesCount: 7, tipsTotal: '0.00', updatedAt: '2025-11-21T19:00:00.000Z' }
  act(() => server.sendMessage({ type: 'subscribed', streamId: ID, mark }))
  await waitFor(() => expect(result.current.data).toMatchObject({ title: 'Before', likesCount: 7 }))
  expect(seen).toHaveLength(1)
  act(() =>
    server.sendMessage({
      type: 'subscribed',
      streamId: ID,
      mark: { ...mark, updatedAt: '2025-11-21T19:00:01.000Z' },
    }),
  )
  await waitFor(() => expect(result.current.data?.title).toBe('Changed'))
})

test('likes, viewers, their peak, start and end follow the messages', async () => {
  const { server, result } = await openLoaded()
  act(() =>
    server.sendMessage({ type: 'stream_likes', streamId: ID, data: { likesCount: 12, likesAtStart: 0 } }),
  )
  act(() => server.sendMessage({ type: 'viewer_count', streamId: ID, data: { viewerCount: 4 } }))
  await waitFor(() => expect(result.current.data).toMatchObject({ viewerCount: 4, maxViewers: 3 }))
  act(() =>
    server.sendMessage({ type: 'stream_started', streamId: ID, data: { startedAt: '2025-11-21T19:04:00Z' } }),
  )
  await waitFor(() => expect(result.current.data).toMatchObject({ maxViewers: 4 }))
  for (const viewerCount of [5, 2])
    act(() => server.sendMessage({ type: 'viewer_count', streamId: ID, data: { viewerCount } }))
  const followed = { likesCount: 12, viewerCount: 2, maxViewers: 5, startedAt: '2025-11-21T19:04:00Z' }
  await waitFor(() => expect(result.current.data).toMatchObject({ ...followed, isLive: true }))
  act(() =>
    server.sendMessage({ type: 'stream_ended', streamId: ID, data: { endedAt: '2025-11-21T20:04:00Z' } }),
  )
  await waitFor(() => expect(result.current.data).toMatchObject({ isLive: false, maxViewers: 5 }))
})

test.each<[string, Downstream]>([
  ['turned private', { type: 'error', streamId: ID, code: 'not_found', message: 'Gone.' }],
  ['was deleted', { type: 'stream_deleted', streamId: ID }],
])('a stream that %s is loaded again, and is missing', async (_, message) => {
  // Removes the random delay of the request.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { server, result } = await openLoaded(() => errorResponse(404, { code: 'not_found' }))
  act(() => server.sendMessage(message))
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 404 }))
})
