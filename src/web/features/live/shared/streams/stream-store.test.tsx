import { act, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage, ChatState } from '#shared/live/chat.ts'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Stream } from '#shared/live/streams.ts'
import { cacheEntities, entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stubCalls } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { testUser } from '#web/api/test-users.ts'
import { Socket, socket } from '#web/realtime/socket.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { loadStreams, streamStore } from './stream-stores.ts'
import { StreamStore } from './stream-store.ts'
import { useStreamStore } from './use-stream-store.ts'

const START = '2025-11-21T19:04:00.000Z'
const LATER = '2025-11-21T21:00:00.000Z'
const SPREAD_MS = 1000
const live = testStream(1, { startedAt: START })
const streamId = live.id
const ended = { ...live, isLive: false, endedAt: LATER, updatedAt: LATER }
const chat: ChatState = {
  rules: { allowChat: true, slowModeSeconds: 0, followersOnly: false, followersOnlyMinutes: 0 },
  pinned: null,
  highlights: [],
  viewer: {
    canWrite: true,
    canModerate: false,
    isFollower: false,
    followedAt: null,
    followedSeconds: null,
    restriction: null,
    hasBlock: false,
    held: [],
  },
}
const message: ChatMessage = {
  id: '0198c1d2-0001-7000-8000-000000000000',
  streamId,
  userId: live.streamerId,
  message: 'hello',
  createdAt: START,
  user: testUser(1),
  clientId: null,
  replyTo: null,
  isFirst: false,
  isHeld: false,
  tip: null,
}

let server: TestSocketServer
let store: StreamStore
let close: () => void
/** The record in the server's database. */
let record: Stream
const loadRecord = vi.fn<() => Promise<Stream>>()
const loadChat = vi.fn<() => Promise<ChatState>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  server = new TestSocketServer()
  record = live
  loadRecord.mockReset().mockImplementation(async () => record)
  loadChat.mockReset().mockImplementation(async () => chat)
  store = new StreamStore({
    streamId,
    socket: new Socket({ open: server.open }),
    loadRecord,
    loadChat,
    spreadMs: SPREAD_MS,
  })
  close = () => {}
})
afterEach(() => {
  close()
  queryClient.clear()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const settled = () => advance(0)

/** Loads the record through the query cache, as a page does. */
const load = () =>
  queryClient.fetchQuery({ queryKey: entityKey('streams', streamId), queryFn: store.loadRecord })

async function open(cached: Stream = live): Promise<void> {
  cacheEntities('streams', [cached])
  close = store.open()
  server.accept()
  await subscribed()
}

async function subscribed(updatedAt = record.updatedAt): Promise<void> {
  server.sendMessage({ type: 'subscribed', streamId, mark: { updatedAt, likesCount: 0, tipsTotal: '0.00' } })
  await settled()
}

async function reconnect(): Promise<void> {
  server.drop()
  await advance(SOCKET_RECONNECT_MS)
  server.accept()
  await subscribed()
}

/** The next request reads its record at once; calling the returned function delivers it. */
function delayResponse(): () => Promise<void> {
  const snapshot = record
  let release = () => {}
  loadRecord.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        release = () => resolve(snapshot)
      }),
  )
  return async () => {
    release()
    await settled()
  }
}

const sendEnded = () => server.sendMessage({ type: 'stream_ended', streamId, data: { endedAt: LATER } })

test('a snapshot does not undo a message that arrived before it', async () => {
  close = store.open()
  server.accept()
  const deliver = delayResponse()
  const loaded = load()
  sendEnded()
  server.sendMessage({ type: 'viewer_count', streamId, data: { viewerCount: 7 } })
  expect(store.get().record).toBeUndefined()
  await deliver()
  await loaded
  expect(store.get().record).toMatchObject({ isLive: false, endedAt: LATER, viewerCount: 7 })
})

test('a snapshot does not undo a later start, end or change of this page', async () => {
  await open({ ...live, isLive: false, startedAt: null })
  record = { ...live, isLive: false, startedAt: null, title: 'Stored' }
  const deliver = delayResponse()
  const refreshed = store.refreshRecord()
  store.apply({ type: 'stream_started', streamId, data: { startedAt: START } })
  await deliver()
  await refreshed
  expect(store.get().record).toMatchObject({ isLive: true, startedAt: START, title: 'Stored' })
})

test('a chat message that the snapshot includes is not counted twice', async () => {
  await open({ ...live, messagesCount: 4 })
  record = { ...live, messagesCount: 5 }
  const deliver = delayResponse()
  const refreshed = store.refreshRecord()
  server.sendMessage({ type: 'chat_message', streamId, data: message, messagesCount: 5 })
  expect(store.get().record?.messagesCount).toBe(5)
  await deliver()
  await refreshed
  expect(store.get().record?.messagesCount).toBe(5)
})

test('messages that a channel sends again after a reload are not counted again, unlike new ones', async () => {
  await open({ ...live, messagesCount: 5 })
  server.sendMessage({ type: 'chat_message', streamId, data: message })
  expect(store.get().record?.messagesCount).toBe(5)
  const next = { ...message, id: '0198c1d2-0002-7000-8000-000000000000' }
  server.sendMessage({ type: 'chat_message', streamId, data: next, messagesCount: 6 })
  expect(store.get().record?.messagesCount).toBe(6)
})

test('a snapshot from before a chat message does not lose its count', async () => {
  await open({ ...live, messagesCount: 4 })
  const deliver = delayResponse()
  const refreshed = store.refreshRecord()
  server.sendMessage({ type: 'chat_message', streamId, data: message, messagesCount: 5 })
  await deliver()
  await refreshed
  expect(store.get().record?.messagesCount).toBe(5)
})

test('after a join that reports an end, the record is loaded', async () => {
  await open()
  record = ended
  const data = { isLive: false, viewerCount: 1, startedAt: START, isInterrupted: false, hasMedia: false }
  server.sendMessage({ type: 'stream_joined', streamId, data })
  expect(store.get().record).toMatchObject({ isLive: false, endedAt: null })
  await advance(SPREAD_MS)
  expect(store.get().record).toMatchObject({ isLive: false, endedAt: LATER })
})

test('a cached record that is older than the subscription is reloaded at once', async () => {
  record = { ...live, title: 'Changed', updatedAt: LATER }
  await open(live)
  expect(loadRecord).toHaveBeenCalledOnce()
  expect(store.get().record?.title).toBe('Changed')
  await subscribed()
  expect(loadRecord).toHaveBeenCalledOnce()
})

test('a snapshot that is older than the subscription is loaded again', async () => {
  close = store.open()
  server.accept()
  const deliver = delayResponse()
  const loaded = load()
  record = { ...live, title: 'Changed', updatedAt: LATER }
  await subscribed()
  await deliver()
  await loaded
  expect(loadRecord).toHaveBeenCalledTimes(2)
  expect(store.get().record?.title).toBe('Changed')
})

test('after a reconnect the record is reloaded once, with a random delay', async () => {
  await open()
  record = { ...live, likesCount: 40 }
  await reconnect()
  expect(loadRecord).not.toHaveBeenCalled()
  await advance(SPREAD_MS)
  expect(loadRecord).toHaveBeenCalledOnce()
  expect(store.get().record?.likesCount).toBe(40)
})

test('the owner’s page reloads without delay after a reconnect', async () => {
  record = { ...live, viewer: { ...live.viewer, isOwner: true } }
  await open(record)
  loadRecord.mockClear()
  await reconnect()
  expect(loadRecord).toHaveBeenCalledOnce()
})

test('after a reconnect, a broadcast that ended meanwhile has ended, and so has its interruption', async () => {
  await open()
  server.sendMessage({ type: 'broadcast_interrupted', streamId })
  record = ended
  await reconnect()
  await advance(SPREAD_MS)
  expect(store.get()).toMatchObject({
    record: { isLive: false, endedAt: LATER },
    broadcast: { isInterrupted: false, source: null },
  })
})

test('of two overlapping requests, the later one is applied', async () => {
  await open()
  const deliver = delayResponse()
  const first = store.refreshRecord()
  record = { ...live, title: 'Newest' }
  await store.refreshRecord()
  expect(store.get().record?.title).toBe('Newest')
  await deliver()
  await first
  expect(store.get().record?.title).toBe('Newest')
})

test('a failed refresh does not change the record', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await open()
  loadRecord.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await store.refreshRecord()
  expect(log).toHaveBeenCalledOnce()
  expect(store.get().record).toMatchObject({ title: live.title })
})

test('counts of a lost connection do not override newer ones', async () => {
  await open()
  server.sendMessage({ type: 'viewer_count', streamId, data: { viewerCount: 9 } })
  record = { ...live, viewerCount: 4 }
  await reconnect()
  await advance(SPREAD_MS)
  expect(store.get().record?.viewerCount).toBe(4)
})

test('the chat state is loaded when it is opened, and after each reconnect', async () => {
  await open()
  expect(loadChat).not.toHaveBeenCalled()
  const closeChat = store.openChat()
  await settled()
  expect(store.get().chat).toEqual(chat)
  await reconnect()
  await advance(SPREAD_MS)
  expect(loadChat).toHaveBeenCalledTimes(2)
  closeChat()
})

test('the chat state is loaded again when the hidden users change', async () => {
  await open()
  server.sendMessage({ type: 'hidden_users_changed' })
  expect(loadChat).not.toHaveBeenCalled()
  const closeChat = store.openChat()
  await settled()
  loadChat.mockResolvedValueOnce({ ...chat, viewer: { ...chat.viewer, hasBlock: true } })
  server.sendMessage({ type: 'hidden_users_changed' })
  await settled()
  expect(store.get().chat?.viewer.hasBlock).toBe(true)
  closeChat()
})

test('a chat state does not undo a restriction that arrived before it', async () => {
  await open()
  let respond = (_chat: ChatState) => {}
  loadChat.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  const closeChat = store.openChat()
  const restriction = { kind: 'ban', until: null, seconds: null } as const
  server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction } })
  respond(chat)
  await settled()
  expect(store.get()).toMatchObject({ isBanned: true, chat: { viewer: { restriction } } })
  closeChat()
})

test('a store subscribes again when a ban is lifted', async () => {
  await open()
  const restriction = { kind: 'ban', until: null, seconds: null } as const
  server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction } })
  expect(store.get()).toMatchObject({ isBanned: true, isSubscribed: true })
  server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction: null } })
  expect(store.get()).toMatchObject({ isBanned: false, isSubscribed: false })
  expect(server.received('subscribe')).toHaveLength(2)
})

test.each(['rate_limited', 'unavailable'] as const)(
  'a subscription refused with %s is repeated after the retryAfter of the server, with a random delay',
  async (code) => {
    close = store.open()
    server.accept()
    const refusal = { type: 'error', streamId, code, message: 'no', retryAfter: 7 } as const
    server.sendMessage({ ...refusal, requestType: 'join_stream' })
    await advance(7000 + SPREAD_MS)
    expect(server.received('subscribe')).toHaveLength(1)
    server.sendMessage({ ...refusal, requestType: 'subscribe' })
    await advance(7000)
    expect(server.received('subscribe')).toHaveLength(1)
    await advance(SPREAD_MS)
    expect(server.received('subscribe')).toHaveLength(2)
  },
)

test('a rate-limited subscription is not repeated beside that of a new connection', async () => {
  close = store.open()
  server.accept()
  server.sendMessage({
    type: 'error',
    requestType: 'subscribe',
    streamId,
    code: 'rate_limited',
    message: 'no',
    retryAfter: 60,
  })
  await reconnect()
  await advance(60_000 + SPREAD_MS)
  expect(server.received('subscribe')).toHaveLength(1)
})

test('a store subscribes on each connection, and unsubscribes when its last user closes it', async () => {
  await open()
  const closeOther = store.open()
  server.drop()
  await advance(SOCKET_RECONNECT_MS)
  server.accept()
  expect(server.connections).toHaveLength(2)
  expect(server.received('subscribe')).toHaveLength(1)
  close()
  expect(server.received('unsubscribe')).toEqual([])
  closeOther()
  expect(server.received('unsubscribe')).toEqual([{ type: 'unsubscribe', streamId }])
  expect(server.latest.isClosed).toBe(true)
})

test('messages for other streams change nothing', async () => {
  await open()
  const before = store.get()
  server.sendMessage({ type: 'stream_ended', streamId: testStream(2).id, data: { endedAt: LATER } })
  expect(store.get()).toBe(before)
})

function StreamSubscriber() {
  useStreamStore(streamId)
  return null
}

test('in StrictMode there is one connection and one subscription, and none after unmount', () => {
  server = TestSocketServer.listen()
  const { unmount } = render(<StreamSubscriber />, { wrapper: StrictMode })
  act(() => server.accept())
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(server.received('subscribe')).toEqual([{ type: 'subscribe', streamId }])
  unmount()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
})

test('unmounting unsubscribes, and keeps a socket that others have acquired', () => {
  server = TestSocketServer.listen()
  const release = socket.acquire()
  const { unmount } = render(<StreamSubscriber />)
  act(() => server.accept())
  unmount()
  expect(server.received('unsubscribe')).toEqual([{ type: 'unsubscribe', streamId }])
  release()
})

test('a list that was loaded before a change shows the changed record', async () => {
  server = TestSocketServer.listen()
  stubCalls({})
  cacheEntities('streams', [live])
  close = streamStore(streamId).open()
  server.accept()
  const other = testStream(2)
  let respond = (_list: Stream[]) => {}
  const loaded = loadStreams(
    () => new Promise<Stream[]>((resolve) => (respond = resolve)),
    (list) => list,
  )
  sendEnded()
  respond([live, other])
  await loaded
  expect(queryClient.getQueryData(entityKey('streams', streamId))).toMatchObject({ isLive: false })
  expect(queryClient.getQueryData(entityKey('streams', other.id))).toMatchObject({ isLive: true })
})
