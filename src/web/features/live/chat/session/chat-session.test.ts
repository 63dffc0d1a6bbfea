import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHAT_POLL_MS, LIMITS, SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Cursor } from '#shared/socket.ts'
import type { ChatAuthor, ChatMessage } from '#shared/live/chat.ts'
import { ApiError } from '#web/api/api-error.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { Socket } from '#web/realtime/socket.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { StreamStore } from '#web/features/live/shared/streams/stream-store.ts'
import { ChatSession } from './chat-session.ts'
import type { ChatState } from '#shared/live/chat.ts'
import {
  ada,
  ben,
  storedMessage,
  storedMessages,
  streamId,
  testChatState,
} from '#web/features/live/chat/testing/test-messages.ts'

const OTHER_STREAM = '0198c1d2-0000-7000-8000-000000000002'

let server: TestSocketServer
let session: ChatSession
let stream: StreamStore
/** The messages in the server's database. */
let storedOnServer: ChatMessage[]
const load = vi.fn<(after: string | undefined) => Promise<ChatMessage[]>>()
const loadDeleted = vi.fn<(from: string, until: string) => Promise<string[]>>()
const loadChat = vi.fn<() => Promise<ChatState>>()
const send = vi.fn<(message: string, clientId: string, replyTo: string | null) => Promise<ChatMessage>>()

const readPage = (after: string | undefined): ChatMessage[] =>
  after === undefined
    ? storedOnServer.slice(-LIMITS.chatPage)
    : storedOnServer.filter(({ id }) => id > after).slice(0, LIMITS.chatPage)

/** What the server sends to a subscription; null when the page must reload. */
function readSince(since: Cursor | undefined): Downstream[] | null {
  const index = storedOnServer.findIndex(({ id }) => id === since)
  const missed = storedOnServer.slice(index + 1)
  const isKnown = index >= 0 || since === null
  if (!isKnown || missed.length >= LIMITS.chatPage) return null
  return missed.map((data) => ({ type: 'chat_message', streamId, data }))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  server = new TestSocketServer()
  server.missedSince = (_target, since) => readSince(since)
  storedOnServer = storedMessages(1, 3)
  load.mockReset().mockImplementation(async (after) => readPage(after))
  loadDeleted.mockReset().mockResolvedValue([])
  loadChat.mockReset().mockImplementation(async () => testChatState())
  send.mockReset().mockImplementation(async (message, clientId) => store(message, clientId))
  session = create()
})
afterEach(() => {
  session.close()
  setHidden(false)
  queryClient.clear()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

function create(sender: ChatAuthor | null = ada): ChatSession {
  const socket = new Socket({ open: server.open })
  const record = testStream(1, { id: streamId, streamerId: ben.id })
  cacheEntities('streams', [record])
  stream = new StreamStore({ streamId, socket, loadRecord: async () => record, loadChat, spreadMs: 0 })
  const created = new ChatSession({ streamId, stream, socket, load, loadDeleted, send, spreadMs: 0 })
  created.setSender(sender)
  return created
}

function store(text: string, clientId: string): ChatMessage {
  const existing = storedOnServer.find((message) => message.clientId === clientId)
  if (existing) return existing
  const message = { ...storedMessage(storedOnServer.length + 1, ada, clientId), message: text }
  storedOnServer.push(message)
  return message
}

/** Ben writes a message; `overSocket` sends it to this page. */
async function writeMessage({ overSocket }: { overSocket: boolean }): Promise<void> {
  const message = storedMessage(storedOnServer.length + 1)
  storedOnServer.push(message)
  if (overSocket) await receiveMessage(message)
}

async function receiveMessage(data: ChatMessage): Promise<void> {
  server.sendMessage({ type: 'chat_message', streamId, data })
  await settled()
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const settled = () => advance(0)
const state = () => session.state.get()
const texts = () => state().entries.map(({ message }) => message.message)
const states = () => state().entries.map((entry) => entry.state)
const allTexts = () => storedOnServer.map(({ message }) => message)
const firstEntry = (entryState: 'sent' | 'sending' | 'failed') => {
  const entry = state().entries.find((each) => each.state === entryState)
  if (!entry) throw new Error(`there is no message that is ${entryState}`)
  return entry
}

async function subscribed(): Promise<void> {
  server.sendMessage({ type: 'subscribed', streamId })
  await settled()
}

async function open(): Promise<void> {
  session.open()
  await settled()
  server.accept()
  await subscribed()
}

async function reconnect(): Promise<void> {
  await advance(SOCKET_RECONNECT_MS)
  server.accept()
  await subscribed()
  await settled()
}

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
}

test('the session shows the latest messages, then those from the socket', async () => {
  session.open()
  expect(state()).toMatchObject({ status: 'loading', entries: [] })
  await settled()
  expect(state().status).toBe('ready')
  server.accept()
  expect(server.latest.received).toEqual([{ type: 'subscribe', streamId }])
  await subscribed()
  await writeMessage({ overSocket: true })
  expect(texts()).toEqual(allTexts())
})

test('messages of other streams are ignored', async () => {
  await open()
  const loadCount = load.mock.calls.length
  server.sendMessage({
    type: 'chat_message',
    streamId: OTHER_STREAM,
    data: { ...storedMessage(9), streamId: OTHER_STREAM },
  })
  server.sendMessage({ type: 'subscribed', streamId: OTHER_STREAM })
  await settled()
  expect(texts()).toEqual(allTexts())
  expect(load).toHaveBeenCalledTimes(loadCount)
})

test('messages written between the first response and the subscription arrive with it', async () => {
  session.open()
  await settled()
  server.accept()
  await writeMessage({ overSocket: false })
  await subscribed()
  expect(server.received('subscribe_channel')).toMatchObject([{ id: streamId, since: storedMessage(3).id }])
  expect(texts()).toEqual(allTexts())
  expect(load).toHaveBeenCalledTimes(1)
})

test('messages written while the first response is slow arrive once it is there', async () => {
  const before = [...storedOnServer]
  const respond = delayResponse(() => before)
  session.open()
  server.accept()
  await writeMessage({ overSocket: false })
  await subscribed()
  await writeMessage({ overSocket: true })
  expect(texts()).toEqual(['message 5'])
  await respond()
  await settled()
  expect(texts()).toEqual(allTexts())
  expect(load).toHaveBeenCalledTimes(1)
})

test('an empty chat that is subscribed gets its first messages', async () => {
  storedOnServer = []
  session.open()
  await settled()
  server.accept()
  await writeMessage({ overSocket: false })
  await subscribed()
  expect(texts()).toEqual(['message 1'])
})

test('a page that wrote during a disconnection still gets what others wrote before', async () => {
  await open()
  server.drop()
  setHidden(true)
  await writeMessage({ overSocket: false })
  await session.send('mine')
  load.mockClear()
  await reconnect()
  expect(texts()).toEqual(allTexts())
  expect(load).not.toHaveBeenCalled()
})

test('the session does not poll while the socket is connected', async () => {
  await open()
  const loadCount = load.mock.calls.length
  await advance(20 * CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(loadCount)
})

test('while the socket is down the session polls every two seconds, but not in a hidden tab', async () => {
  await open()
  server.drop()
  load.mockClear()
  await writeMessage({ overSocket: false })
  await advance(CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(1)
  expect(texts()).toEqual(allTexts())
  server.ignoresPings = true
  await advance(2 * CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(3)
  setHidden(true)
  await advance(10 * CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(3)
})

test('a poll without new messages changes nothing', async () => {
  session.open()
  await settled()
  const before = state()
  await advance(3 * CHAT_POLL_MS)
  expect(state()).toBe(before)
})

test('while a request is slow no second one is sent', async () => {
  session.open()
  await settled()
  load.mockClear()
  const respond = delayResponse(() => readPage(undefined))
  await advance(5 * CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(1)
  await respond()
  await advance(CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(2)
})

test('the current user’s message does not hide what others wrote before it', async () => {
  await open()
  server.drop()
  for (const _ of [1, 2]) await writeMessage({ overSocket: false })
  await session.send('mine')
  expect(texts().at(-1)).toBe('mine')
  await advance(CHAT_POLL_MS)
  expect(texts()).toEqual(allTexts())
})

test('a message that is stored after one with a later id is not missed', async () => {
  session.open()
  await settled()
  const slow = storedMessage(4)
  storedOnServer.push(storedMessage(5))
  await advance(CHAT_POLL_MS)
  storedOnServer = [...storedOnServer, slow].sort((a, b) => (a.id < b.id ? -1 : 1))
  await advance(CHAT_POLL_MS)
  expect(texts()).toEqual(['message 1', 'message 2', 'message 3', 'message 4', 'message 5'])
})

test('after a reconnect the session loads all missed pages', async () => {
  await open()
  server.drop()
  storedOnServer = storedMessages(1, 353)
  await reconnect()
  expect(texts()).toEqual(allTexts())
})

test('a new message during catch-up does not end it before the last page', async () => {
  await open()
  server.drop()
  storedOnServer = storedMessages(1, 253)
  setHidden(true)
  load.mockImplementationOnce(async (after) => {
    const page = readPage(after)
    await writeMessage({ overSocket: true })
    return page
  })
  await reconnect()
  await settled()
  expect(texts()).toEqual(storedMessages(1, 254).map(({ message }) => message))
})

test('after thousands of missed messages the session starts again with the latest, without a gap', async () => {
  await open()
  server.drop()
  storedOnServer = storedMessages(1, 3000)
  load.mockClear()
  await reconnect()
  expect(load.mock.calls.length).toBeLessThan(10)
  expect(texts()).toEqual(allTexts().slice(-LIMITS.chatPage))
  await writeMessage({ overSocket: true })
  expect(texts().at(-1)).toBe('message 3001')
})

test('messages that arrived over the socket are not loaded again after the next disconnect', async () => {
  await open()
  for (let more = 0; more < 150; more += 1) await writeMessage({ overSocket: true })
  server.drop()
  load.mockClear()
  await reconnect()
  expect(server.received('subscribe_channel')).toMatchObject([{ since: storedMessage(153).id }])
  // The poll before the reconnect.
  expect(load.mock.calls).toEqual([[storedMessage(144).id]])
})

test('a failed catch-up is retried although the socket is connected', async () => {
  await open()
  server.drop()
  storedOnServer = storedMessages(1, 150)
  load.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.spyOn(console, 'warn').mockReturnValue()
  await reconnect()
  expect(texts()).not.toEqual(allTexts())
  expect(state().status).toBe('ready')
  load.mockImplementation(async (after) => readPage(after))
  await advance(CHAT_POLL_MS)
  expect(texts()).toEqual(allTexts())
  load.mockClear()
  await advance(5 * CHAT_POLL_MS)
  expect(load).not.toHaveBeenCalled()
})

test('messages from the socket do not hide those that a failed catch-up still has to load', async () => {
  await open()
  server.drop()
  for (let more = 0; more < 120; more += 1) await writeMessage({ overSocket: false })
  vi.spyOn(console, 'warn').mockReturnValue()
  load.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  await reconnect()
  for (let more = 0; more < 30; more += 1) await writeMessage({ overSocket: true })
  load.mockImplementation(async (after) => readPage(after))
  await advance(CHAT_POLL_MS)
  expect(texts()).toEqual(allTexts())
})

test('a failed first request is an error until one succeeds', async () => {
  load.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  session.open()
  await settled()
  expect(state().status).toBe('error')
  expect(console.error).toHaveBeenCalled()
  load.mockImplementation(async (after) => readPage(after))
  await session.catchUp()
  expect(state().status).toBe('ready')
  expect(texts()).toEqual(allTexts())
})

test('a session that is opened, closed and opened again, as in StrictMode, subscribes once', async () => {
  session.open()
  session.close()
  await open()
  expect(texts()).toEqual(allTexts())
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(server.received('subscribe')).toHaveLength(1)
  load.mockClear()
  server.drop()
  await advance(CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a session that is closed during catch-up loads no more pages', async () => {
  await open()
  server.drop()
  storedOnServer = storedMessages(1, 353)
  const respond = delayResponse(readPage)
  await advance(CHAT_POLL_MS)
  session.close()
  load.mockClear()
  await respond()
  await advance(10 * CHAT_POLL_MS)
  expect(load).not.toHaveBeenCalled()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
})

test('a message appears at once and is replaced by its stored form', async () => {
  await open()
  const sending = session.send('  hello ')
  expect(texts().at(-1)).toBe('hello')
  expect(states()).toEqual(['sent', 'sent', 'sent', 'sending'])
  expect(state().entries.at(-1)?.message).toMatchObject({ userId: ada.id, user: ada, streamId })
  await sending
  expect(states()).toEqual(['sent', 'sent', 'sent', 'sent'])
  expect(send).toHaveBeenCalledExactlyOnceWith('hello', expect.stringMatching(/^[0-9a-f-]{36}$/), null)
})

test.each(['the response', 'the socket'] as const)(
  'it is never shown twice when %s comes first',
  async (first) => {
    await open()
    if (first === 'the socket') {
      send.mockImplementation(async (message, clientId) => {
        const own = store(message, clientId)
        await receiveMessage(own)
        return own
      })
    }
    await session.send('mine')
    const [key] = state()
      .entries.slice(-1)
      .map(({ clientId }) => clientId)
    await receiveMessage(storedOnServer.at(-1) ?? storedMessage(0))
    expect(texts()).toEqual(allTexts())
    expect(state().entries.at(-1)?.clientId).toBe(key)
  },
)

test('a message that could not be sent is marked, and a retry sends the same one', async () => {
  await open()
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await session.send('mine')
  expect(states().at(-1)).toBe('failed')
  expect(console.error).toHaveBeenCalled()
  const failed = firstEntry('failed')
  await writeMessage({ overSocket: true })
  expect(texts().at(-1)).toBe('mine')
  await session.retry(failed)
  expect(send.mock.calls.map(([, clientId]) => clientId)).toEqual([failed.key, failed.key])
  expect(texts()).toEqual(allTexts())
})

test('a refused message has the server’s reason', async () => {
  await open()
  const body = JSON.stringify({ code: 'rate_limited', message: 'Too many messages.' })
  send.mockRejectedValueOnce(new ApiError(429, 'Too Many Requests', body))
  await session.send('mine')
  expect(firstEntry('failed').reason).toBe('Too many messages.')
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await session.retry(firstEntry('failed'))
  expect(firstEntry('failed').reason).toBeNull()
})

test('a message that was stored although the response was lost is shown once, and not sent again', async () => {
  await open()
  send.mockImplementationOnce(async (message, clientId) => {
    store(message, clientId)
    throw new TypeError('Failed to fetch')
  })
  await session.send('mine')
  const failed = firstEntry('failed')
  await receiveMessage(storedOnServer.at(-1) ?? storedMessage(0))
  expect(texts()).toEqual(allTexts())
  await session.retry(failed)
  expect(send).toHaveBeenCalledOnce()
  expect(texts()).toEqual(allTexts())
})

test('a stored message that was deleted disappears on a retry', async () => {
  await open()
  const before = texts()
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await session.send('mine')
  const body = JSON.stringify({ code: 'message_deleted', message: 'Gone.' })
  send.mockRejectedValueOnce(new ApiError(404, 'Not Found', body))
  await session.retry(firstEntry('failed'))
  expect(texts()).toEqual(before)
})

test('two concurrent retries send the message once', async () => {
  await open()
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await session.send('mine')
  const failed = firstEntry('failed')
  await Promise.all([session.retry(failed), session.retry(failed)])
  expect(send).toHaveBeenCalledTimes(2)
  expect(texts()).toEqual(allTexts())
})

test('several messages keep their order, whichever is stored first', async () => {
  await open()
  const responses: (() => void)[] = []
  send.mockImplementation(
    (message, clientId) => new Promise((resolve) => responses.push(() => resolve(store(message, clientId)))),
  )
  const sending = ['one', 'two'].map((text) => session.send(text))
  expect(texts().slice(-2)).toEqual(['one', 'two'])
  for (const respond of responses) respond()
  await Promise.all(sending)
  expect(texts().slice(-2)).toEqual(['one', 'two'])
})

test.each(['', '   ', '\n\t'])('empty text is not sent (%j)', async (text) => {
  await open()
  await session.send(text)
  expect(send).not.toHaveBeenCalled()
  expect(texts()).toEqual(allTexts())
})

test('a visitor can read and cannot write', async () => {
  session = create(null)
  await open()
  await session.send('hello')
  expect(send).not.toHaveBeenCalled()
  expect(texts()).toEqual(allTexts())
})

test('chat works on a page without https, where crypto.randomUUID is missing', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  await open()
  await session.send('hello')
  expect(send).toHaveBeenCalledExactlyOnceWith('hello', expect.stringMatching(/^[0-9a-f-]{36}$/), null)
})

test('a reply refers to its message, on the server and on the page', async () => {
  await open()
  const [original] = storedOnServer
  if (!original) throw new Error('no message to reply to')
  const sending = session.send('welcome', original)
  expect(state().entries.at(-1)?.message.replyTo).toEqual({
    id: original.id,
    userId: ben.id,
    name: 'Ben',
    excerpt: 'message 1',
  })
  await sending
  expect(send).toHaveBeenCalledExactlyOnceWith('welcome', expect.any(String), original.id)
})

test('messages that arrive together are one update, the first is shown at once', async () => {
  await open()
  const onChange = vi.fn()
  session.state.subscribe(onChange)
  for (const message of storedMessages(4, 10))
    server.sendMessage({ type: 'chat_message', streamId, data: message })
  expect(texts().at(-1)).toBe('message 4')
  await advance(100)
  expect(texts().at(-1)).toBe('message 10')
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('the session keeps five hundred messages, and more while the user reads old ones', async () => {
  await open()
  const receiveMessages = async (from: number, to: number) => {
    for (const data of storedMessages(from, to)) server.sendMessage({ type: 'chat_message', streamId, data })
    await advance(100)
  }
  await receiveMessages(4, 900)
  expect(state().entries).toHaveLength(500)
  session.setReading(true)
  await receiveMessages(901, 1500)
  expect(state().entries).toHaveLength(1100)
  session.setReading(false)
  await receiveMessages(1501, 1501)
  expect(state().entries).toHaveLength(500)
  expect(texts().at(-1)).toBe('message 1501')
})

const sendDeleted = (data: { messageIds: string[] } | { userId: string }) =>
  server.sendMessage({ type: 'chat_deleted', streamId, data })

test('a deleted message disappears at once, and so do its quotes', async () => {
  const [first, second] = storedOnServer
  if (!first || !second) throw new Error('too few messages')
  second.replyTo = { id: first.id, userId: ben.id, name: 'Ben', excerpt: first.message }
  await open()
  sendDeleted({ messageIds: [first.id] })
  expect(texts()).toEqual(['message 2', 'message 3'])
  expect(state().entries[0]?.message.replyTo).toBeNull()
})

test('a ban removes the user’s stored messages, but not the unsent ones', async () => {
  storedOnServer.push({ ...storedMessage(4, ada), message: 'of Ada' })
  await open()
  send.mockRejectedValueOnce(new Error('no network'))
  await session.send('still mine')
  sendDeleted({ userId: ada.id })
  expect(texts()).toEqual(['message 1', 'message 2', 'message 3', 'still mine'])
})

test('a message that is deleted while it is being loaded does not come back', async () => {
  await open()
  const respond = delayResponse(readPage)
  void session.catchUp()
  const last = storedOnServer.pop()
  if (!last) throw new Error('nothing to delete')
  sendDeleted({ messageIds: [last.id] })
  await respond()
  expect(texts()).toEqual(['message 1', 'message 2'])
})

test('messages that were deleted while the socket was down are removed after the reconnect', async () => {
  await open()
  for (let more = 0; more < 60; more += 1) await writeMessage({ overSocket: true })
  await advance(100)
  server.drop()
  const deletedIds = [...storedOnServer.splice(0, 1), ...storedOnServer.splice(20, 2)].map(({ id }) => id)
  loadDeleted.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(deletedIds)
  await reconnect()
  expect(texts()).toHaveLength(63)
  await advance(CHAT_POLL_MS)
  expect(loadDeleted.mock.calls).toEqual(Array(2).fill([storedMessage(1).id, storedMessage(63).id]))
  expect(texts()).toEqual(allTexts())
  expect(texts()).toHaveLength(60)
  await advance(CHAT_POLL_MS)
  expect(loadDeleted).toHaveBeenCalledTimes(2)
})

test('a session that is opened again while the page is subscribed removes the messages deleted meanwhile', async () => {
  const closeStream = stream.open()
  await open()
  session.close()
  const [first] = storedOnServer.splice(0, 1)
  loadDeleted.mockResolvedValue(first ? [first.id] : [])
  session.open()
  await settled()
  expect(server.received('subscribe')).toHaveLength(1)
  expect(texts()).toEqual(allTexts())
  closeStream()
})

test('rules, pins and restrictions follow the socket, and are loaded again after a reconnect', async () => {
  await open()
  expect(stream.get().chat).toEqual(testChatState())
  const rules = { allowChat: true, slowModeSeconds: 10, followersOnly: true, followersOnlyMinutes: 0 }
  server.sendMessage({ type: 'chat_rules', streamId, data: rules })
  server.sendMessage({ type: 'chat_pinned', streamId, data: { message: storedMessage(1) } })
  server.sendMessage({
    type: 'chat_restricted',
    streamId: OTHER_STREAM,
    data: { restriction: { kind: 'ban', until: null, seconds: null } },
  })
  expect(stream.get().chat).toEqual(testChatState({ rules }, storedMessage(1)))
  sendDeleted({ messageIds: [storedMessage(1).id] })
  expect(stream.get().chat?.pinned).toBeNull()
  const data = { isFollowing: true, followersCount: 1, followingCount: 1 }
  server.sendMessage({ type: 'follow_changed', userId: ben.id, data })
  expect(stream.get().chat?.viewer.isFollower).toBe(true)
  server.drop()
  await reconnect()
  expect(stream.get().chat).toEqual(testChatState())
})

test('a chat state from before a change of the rules does not undo it', async () => {
  await open()
  const old = testChatState()
  const slow = { ...old.rules, slowModeSeconds: 10 }
  let respond = (_chat: ChatState) => {}
  loadChat.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  loadChat.mockResolvedValue(testChatState({ rules: slow }))
  void stream.refreshChat()
  server.sendMessage({ type: 'chat_rules', streamId, data: slow })
  respond(old)
  await settled()
  expect(stream.get().chat?.rules).toEqual(slow)
})

test('when two responses arrive out of order, the one to the later request is used', async () => {
  await open()
  let respond = (_chat: ChatState) => {}
  loadChat.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  void stream.refreshChat()
  const now = testChatState({ rules: { followersOnly: true } })
  loadChat.mockResolvedValueOnce(now)
  await stream.refreshChat()
  respond(testChatState())
  await settled()
  expect(stream.get().chat).toEqual(now)
})

test('a banned member’s page sends no requests until the ban is lifted', async () => {
  await open()
  const restriction = { kind: 'ban', until: null, seconds: null } as const
  server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction } })
  server.drop()
  load.mockClear()
  await advance(2 * CHAT_POLL_MS)
  server.accept()
  expect(load).not.toHaveBeenCalled()
  await writeMessage({ overSocket: false })
  server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction: null } })
  expect(server.received('subscribe')).toHaveLength(2)
  await subscribed()
  expect(texts()).toEqual(allTexts())
})

test('chat that is turned on again is loaded again', async () => {
  await open()
  const off = { ...testChatState().rules, allowChat: false }
  server.sendMessage({ type: 'chat_rules', streamId, data: off })
  load.mockClear()
  server.sendMessage({ type: 'chat_rules', streamId, data: { ...off, allowChat: true } })
  expect(load).toHaveBeenCalledOnce()
  await settled()
})

test('slow mode starts when the last message was stored', async () => {
  loadChat.mockResolvedValue(testChatState({ rules: { slowModeSeconds: 30 } }))
  await open()
  expect(state().readyAt).toBe(0)
  await session.send('first')
  expect(state().readyAt).toBe(Date.now() + 30_000)
})

test('turning slow mode on starts the wait at the last message, turning it off ends the wait', async () => {
  await open()
  await session.send('first')
  const sentAt = Date.now()
  await advance(4000)
  const { rules } = testChatState()
  server.sendMessage({ type: 'chat_rules', streamId, data: { ...rules, slowModeSeconds: 30 } })
  expect(state().readyAt).toBe(sentAt + 30_000)
  server.sendMessage({ type: 'chat_rules', streamId, data: rules })
  expect(state().readyAt).toBe(0)
})

test('slow mode does not apply to moderators', async () => {
  loadChat.mockResolvedValue(testChatState({ rules: { slowModeSeconds: 30 }, viewer: { canModerate: true } }))
  await open()
  await session.send('first')
  expect(state().readyAt).toBe(0)
})

test('a refused message sets the wait, and the rules are loaded again', async () => {
  await open()
  loadChat.mockClear()
  const body = JSON.stringify({ message: 'Write again in 12 seconds.', code: 'slow_mode' })
  send.mockRejectedValueOnce(new ApiError(429, 'Too Many Requests', body, 12))
  await session.send('too soon')
  expect(state().readyAt).toBe(Date.now() + 12_000)
  expect(loadChat).toHaveBeenCalledOnce()
  expect(states()).toContain('failed')
})

/** The next request reads its page at once; calling the returned function delivers it. */
function delayResponse(readMessages: (after: string | undefined) => ChatMessage[]): () => Promise<void> {
  let release = () => {}
  load.mockImplementationOnce((after) => {
    const messages = readMessages(after)
    return new Promise((resolve) => {
      release = () => resolve(messages)
    })
  })
  return () => {
    release()
    return settled().then(() => undefined)
  }
}
