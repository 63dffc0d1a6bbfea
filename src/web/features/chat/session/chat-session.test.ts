import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '#shared/chat.ts'
import { CHAT_POLL_MS, LIMITS, SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { UserRef } from '#shared/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { testStream } from '#web/api/test-stream.ts'
import { Socket } from '#web/realtime/socket.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { StreamStore } from '#web/streams/stream-store.ts'
import { ChatSession } from './chat-session.ts'
import type { ChatState } from '#shared/chat.ts'
import {
  ada,
  ben,
  storedMessage,
  storedMessages,
  streamId,
  testChatState,
} from '#web/features/chat/testing/test-messages.ts'

const OTHER = '0198c1d2-0000-7000-8000-000000000002'

let server: TestSocketServer
let session: ChatSession
let stream: StreamStore
/** What the server has stored. */
let stored: ChatMessage[]
const load = vi.fn<(after: string | undefined) => Promise<ChatMessage[]>>()
const loadDeleted = vi.fn<(from: string, until: string) => Promise<string[]>>()
const loadChat = vi.fn<() => Promise<ChatState>>()
const send = vi.fn<(message: string, clientId: string, replyTo: string | null) => Promise<ChatMessage>>()

const read = (after: string | undefined): ChatMessage[] =>
  after === undefined
    ? stored.slice(-LIMITS.chatPage)
    : stored.filter(({ id }) => id > after).slice(0, LIMITS.chatPage)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  server = new TestSocketServer()
  stored = storedMessages(1, 3)
  load.mockReset().mockImplementation(async (after) => read(after))
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

function create(sender: UserRef | null = ada): ChatSession {
  const socket = new Socket({ open: server.open })
  const record = testStream(1, { id: streamId, streamerId: ben.id })
  cacheEntities('streams', [record])
  stream = new StreamStore({ streamId, socket, loadRecord: async () => record, loadChat, spreadMs: 0 })
  const created = new ChatSession({ streamId, stream, socket, load, loadDeleted, send })
  created.setSender(sender)
  return created
}

function store(text: string, clientId: string): ChatMessage {
  const known = stored.find((message) => message.clientId === clientId)
  if (known) return known
  const message = { ...storedMessage(stored.length + 1, ada, clientId), message: text }
  stored.push(message)
  return message
}

/** Somebody writes; `heard` when the socket brings it here. */
async function write({ heard }: { heard: boolean }): Promise<void> {
  const message = storedMessage(stored.length + 1)
  stored.push(message)
  if (heard) await hear(message)
}

async function hear(data: ChatMessage): Promise<void> {
  server.sendMessage({ type: 'chat_message', streamId, data })
  await settled()
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const settled = () => pass(0)
const state = () => session.state.get()
const texts = () => state().entries.map(({ message }) => message.message)
const states = () => state().entries.map((entry) => entry.state)
const allTexts = () => stored.map(({ message }) => message)
const firstEntry = (wanted: 'sent' | 'sending' | 'failed') => {
  const entry = state().entries.find((each) => each.state === wanted)
  if (!entry) throw new Error(`there is no message that is ${wanted}`)
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
  await pass(SOCKET_RECONNECT_MS)
  server.accept()
  await subscribed()
}

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
}

test('it shows the latest messages, then what the socket brings', async () => {
  session.open()
  expect(state()).toMatchObject({ status: 'loading', entries: [] })
  await settled()
  expect(state().status).toBe('ready')
  server.accept()
  expect(server.latest.received).toEqual([{ type: 'subscribe', streamId }])
  await subscribed()
  await write({ heard: true })
  expect(texts()).toEqual(allTexts())
})

test('what is said on other streams is ignored', async () => {
  await open()
  const asked = load.mock.calls.length
  server.sendMessage({
    type: 'chat_message',
    streamId: OTHER,
    data: { ...storedMessage(9), streamId: OTHER },
  })
  server.sendMessage({ type: 'subscribed', streamId: OTHER })
  await settled()
  expect(texts()).toEqual(allTexts())
  expect(load).toHaveBeenCalledTimes(asked)
})

test('what was written between the first answer and the subscription is caught up', async () => {
  session.open()
  await settled()
  server.accept()
  await write({ heard: false })
  await subscribed()
  expect(texts()).toEqual(allTexts())
})

test('a question that was asked before the subscription does not stand for what was written since', async () => {
  const before = [...stored]
  const late = holdBack(() => before)
  session.open()
  server.accept()
  await write({ heard: false })
  await subscribed()
  expect(texts()).toEqual(allTexts())
  await late()
  expect(texts()).toEqual(allTexts())
})

test('the poll rests while the socket brings everything', async () => {
  await open()
  const asked = load.mock.calls.length
  await pass(20 * CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(asked)
})

test('while the socket is down it asks every two seconds, and not in a hidden tab', async () => {
  await open()
  server.drop()
  load.mockClear()
  await write({ heard: false })
  await pass(CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(1)
  expect(texts()).toEqual(allTexts())
  server.ignoresPings = true
  await pass(2 * CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(3)
  setHidden(true)
  await pass(10 * CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(3)
})

test('a poll that brings nothing new changes nothing', async () => {
  session.open()
  await settled()
  const before = state()
  await pass(3 * CHAT_POLL_MS)
  expect(state()).toBe(before)
})

test('a slow answer is waited for instead of asking again beside it', async () => {
  session.open()
  await settled()
  load.mockClear()
  const late = holdBack(() => read(undefined))
  await pass(5 * CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(1)
  await late()
  await pass(CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(2)
})

test('a message of one’s own does not hide what others wrote before it', async () => {
  await open()
  server.drop()
  for (const _ of [1, 2]) await write({ heard: false })
  await session.send('mine')
  expect(texts().at(-1)).toBe('mine')
  await pass(CHAT_POLL_MS)
  expect(texts()).toEqual(allTexts())
})

test('a message that is stored a moment after a later one is not missed', async () => {
  session.open()
  await settled()
  const slow = storedMessage(4)
  stored.push(storedMessage(5))
  await pass(CHAT_POLL_MS)
  stored = [...stored, slow].sort((a, b) => (a.id < b.id ? -1 : 1))
  await pass(CHAT_POLL_MS)
  expect(texts()).toEqual(['message 1', 'message 2', 'message 3', 'message 4', 'message 5'])
})

test('after a reconnect it catches up, however many pages it missed', async () => {
  await open()
  server.drop()
  stored = storedMessages(1, 353)
  await reconnect()
  expect(texts()).toEqual(allTexts())
})

test('a new message in the middle of catching up does not hide the pages that are still to come', async () => {
  await open()
  server.drop()
  stored = storedMessages(1, 253)
  setHidden(true)
  load.mockImplementationOnce(async (after) => {
    const page = read(after)
    await write({ heard: true })
    return page
  })
  await reconnect()
  await settled()
  expect(texts()).toEqual(storedMessages(1, 254).map(({ message }) => message))
})

test('who was away for thousands of messages begins again with the latest, without a gap', async () => {
  await open()
  server.drop()
  stored = storedMessages(1, 3000)
  load.mockClear()
  await reconnect()
  expect(load.mock.calls.length).toBeLessThan(10)
  expect(texts()).toEqual(allTexts().slice(-LIMITS.chatPage))
  await write({ heard: true })
  expect(texts().at(-1)).toBe('message 3001')
})

test('what came over the socket is not asked for again after the next break', async () => {
  await open()
  for (let more = 0; more < 150; more += 1) await write({ heard: true })
  server.drop()
  load.mockClear()
  await reconnect()
  expect(load.mock.calls).toEqual([[storedMessage(144).id], [storedMessage(144).id]])
})

test('a catch-up that fails is tried again, although the socket is there', async () => {
  await open()
  server.drop()
  await write({ heard: false })
  load.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  await reconnect()
  expect(texts()).not.toEqual(allTexts())
  expect(state().status).toBe('ready')
  load.mockImplementation(async (after) => read(after))
  await pass(CHAT_POLL_MS)
  expect(texts()).toEqual(allTexts())
  load.mockClear()
  await pass(5 * CHAT_POLL_MS)
  expect(load).not.toHaveBeenCalled()
})

test('what the socket brings does not hide what a failed catch-up has still to bring', async () => {
  await open()
  server.drop()
  for (let more = 0; more < 3; more += 1) await write({ heard: false })
  load.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  await reconnect()
  for (let more = 0; more < 30; more += 1) await write({ heard: true })
  load.mockImplementation(async (after) => read(after))
  await pass(CHAT_POLL_MS)
  expect(texts()).toEqual(allTexts())
})

test('a first answer that fails is told, until one succeeds', async () => {
  load.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')))
  session.open()
  await settled()
  expect(state().status).toBe('error')
  expect(console.error).toHaveBeenCalled()
  load.mockImplementation(async (after) => read(after))
  await session.catchUp()
  expect(state().status).toBe('ready')
  expect(texts()).toEqual(allTexts())
})

test('opened, closed and opened again, as effects that run twice do, it follows once', async () => {
  session.open()
  session.close()
  await open()
  expect(texts()).toEqual(allTexts())
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(server.received('subscribe')).toHaveLength(1)
  load.mockClear()
  server.drop()
  await pass(CHAT_POLL_MS)
  expect(load).toHaveBeenCalledTimes(1)
})

test('closed in the middle of catching up, it asks for no more pages', async () => {
  await open()
  server.drop()
  stored = storedMessages(1, 353)
  const late = holdBack(read)
  await pass(CHAT_POLL_MS)
  session.close()
  load.mockClear()
  await late()
  await pass(10 * CHAT_POLL_MS)
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

test.each(['the answer', 'the socket'] as const)(
  'it is never shown twice when %s comes first',
  async (first) => {
    await open()
    if (first === 'the socket') {
      send.mockImplementation(async (message, clientId) => {
        const own = store(message, clientId)
        await hear(own)
        return own
      })
    }
    await session.send('mine')
    const [key] = state()
      .entries.slice(-1)
      .map(({ clientId }) => clientId)
    await hear(stored.at(-1) ?? storedMessage(0))
    expect(texts()).toEqual(allTexts())
    expect(state().entries.at(-1)?.clientId).toBe(key)
  },
)

test('a message that could not be sent is marked, and trying again sends the same one', async () => {
  await open()
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await session.send('mine')
  expect(states().at(-1)).toBe('failed')
  expect(console.error).toHaveBeenCalled()
  const failed = firstEntry('failed')
  await write({ heard: true })
  expect(texts().at(-1)).toBe('mine')
  await session.retry(failed)
  expect(send.mock.calls.map(([, clientId]) => clientId)).toEqual([failed.key, failed.key])
  expect(texts()).toEqual(allTexts())
})

test('why a message was refused stands beside it, where the server said so', async () => {
  await open()
  const body = JSON.stringify({ code: 'rate_limited', message: 'Too many messages.' })
  send.mockRejectedValueOnce(new ApiError(429, 'Too Many Requests', body))
  await session.send('mine')
  expect(firstEntry('failed').reason).toBe('Too many messages.')
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await session.retry(firstEntry('failed'))
  expect(firstEntry('failed').reason).toBeNull()
})

test('a message that arrived although its answer was lost is shown once, and not sent again', async () => {
  await open()
  send.mockImplementationOnce(async (message, clientId) => {
    store(message, clientId)
    throw new TypeError('Failed to fetch')
  })
  await session.send('mine')
  const failed = firstEntry('failed')
  await hear(stored.at(-1) ?? storedMessage(0))
  expect(texts()).toEqual(allTexts())
  await session.retry(failed)
  expect(send).toHaveBeenCalledOnce()
  expect(texts()).toEqual(allTexts())
})

test('a message that had arrived and was taken out goes when it is tried again', async () => {
  await open()
  const before = texts()
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await session.send('mine')
  const body = JSON.stringify({ code: 'message_deleted', message: 'Gone.' })
  send.mockRejectedValueOnce(new ApiError(404, 'Not Found', body))
  await session.retry(firstEntry('failed'))
  expect(texts()).toEqual(before)
})

test('tried again twice at once, it is sent once', async () => {
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
  const answers: (() => void)[] = []
  send.mockImplementation(
    (message, clientId) => new Promise((resolve) => answers.push(() => resolve(store(message, clientId)))),
  )
  const sending = ['one', 'two'].map((text) => session.send(text))
  expect(texts().slice(-2)).toEqual(['one', 'two'])
  for (const answer of answers) answer()
  await Promise.all(sending)
  expect(texts().slice(-2)).toEqual(['one', 'two'])
})

test.each(['', '   ', '\n\t'])('empty text is not sent (%j)', async (text) => {
  await open()
  await session.send(text)
  expect(send).not.toHaveBeenCalled()
  expect(texts()).toEqual(allTexts())
})

test('a visitor reads and does not write', async () => {
  session = create(null)
  await open()
  await session.send('hello')
  expect(send).not.toHaveBeenCalled()
  expect(texts()).toEqual(allTexts())
})

test('chat works on a page without https, where browsers make no ids', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  await open()
  await session.send('hello')
  expect(send).toHaveBeenCalledExactlyOnceWith('hello', expect.stringMatching(/^[0-9a-f-]{36}$/), null)
})

test('a reply says what it answers, to the server and on the page', async () => {
  await open()
  const [answered] = stored
  if (!answered) throw new Error('nothing to answer')
  const sending = session.send('welcome', answered)
  expect(state().entries.at(-1)?.message.replyTo).toEqual({
    id: answered.id,
    userId: ben.id,
    name: 'Ben',
    excerpt: 'message 1',
  })
  await sending
  expect(send).toHaveBeenCalledExactlyOnceWith('welcome', expect.any(String), answered.id)
})

test('messages that come together change the page together, the first at once', async () => {
  await open()
  const changed = vi.fn()
  session.state.subscribe(changed)
  for (const message of storedMessages(4, 10))
    server.sendMessage({ type: 'chat_message', streamId, data: message })
  expect(texts().at(-1)).toBe('message 4')
  await pass(100)
  expect(texts().at(-1)).toBe('message 10')
  expect(changed).toHaveBeenCalledTimes(2)
})

test('of many messages it keeps five hundred, and more while old ones are read', async () => {
  await open()
  const pour = async (from: number, to: number) => {
    for (const data of storedMessages(from, to)) server.sendMessage({ type: 'chat_message', streamId, data })
    await pass(100)
  }
  await pour(4, 900)
  expect(state().entries).toHaveLength(500)
  session.setReading(true)
  await pour(901, 1500)
  expect(state().entries).toHaveLength(1100)
  session.setReading(false)
  await pour(1501, 1501)
  expect(state().entries).toHaveLength(500)
  expect(texts().at(-1)).toBe('message 1501')
})

const deleted = (data: { messageIds: string[] } | { userId: string }) =>
  server.sendMessage({ type: 'chat_deleted', streamId, data })

test('a deleted message goes at once, and so does what others quote of it', async () => {
  const [first, second] = stored
  if (!first || !second) throw new Error('too few messages')
  second.replyTo = { id: first.id, userId: ben.id, name: 'Ben', excerpt: first.message }
  await open()
  deleted({ messageIds: [first.id] })
  expect(texts()).toEqual(['message 2', 'message 3'])
  expect(state().entries[0]?.message.replyTo).toBeNull()
})

test('what a member wrote goes with its ban, but for what it has not sent', async () => {
  stored.push({ ...storedMessage(4, ada), message: 'of Ada' })
  await open()
  send.mockRejectedValueOnce(new Error('no network'))
  await session.send('still mine')
  deleted({ userId: ada.id })
  expect(texts()).toEqual(['message 1', 'message 2', 'message 3', 'still mine'])
})

test('a message that was deleted while it was on its way here does not come back', async () => {
  await open()
  const held = holdBack(read)
  void session.catchUp()
  const last = stored.pop()
  if (!last) throw new Error('nothing to delete')
  deleted({ messageIds: [last.id] })
  await held()
  expect(texts()).toEqual(['message 1', 'message 2'])
})

test('what was deleted while the socket was away is gone after the reconnect', async () => {
  await open()
  for (let more = 0; more < 60; more += 1) await write({ heard: true })
  await pass(100)
  server.drop()
  const gone = [...stored.splice(0, 1), ...stored.splice(20, 2)].map(({ id }) => id)
  loadDeleted.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(gone)
  await reconnect()
  expect(texts()).toHaveLength(63)
  await pass(CHAT_POLL_MS)
  expect(loadDeleted.mock.calls).toEqual(Array(2).fill([storedMessage(1).id, storedMessage(63).id]))
  expect(texts()).toEqual(allTexts())
  expect(texts()).toHaveLength(60)
  await pass(CHAT_POLL_MS)
  expect(loadDeleted).toHaveBeenCalledTimes(2)
})

test('opened again on a page that stayed subscribed, it drops what was deleted meanwhile', async () => {
  const closeStream = stream.open()
  await open()
  session.close()
  const [first] = stored.splice(0, 1)
  loadDeleted.mockResolvedValue(first ? [first.id] : [])
  session.open()
  await settled()
  expect(server.received('subscribe')).toHaveLength(1)
  expect(texts()).toEqual(allTexts())
  closeStream()
})

test('rules, pins and restrictions follow what the socket says, and a reconnect asks for them anew', async () => {
  await open()
  expect(stream.get().chat).toEqual(testChatState())
  const rules = { allowChat: true, slowModeSeconds: 10, followersOnly: true }
  server.sendMessage({ type: 'chat_rules', streamId, data: rules })
  server.sendMessage({ type: 'chat_pinned', streamId, data: { message: storedMessage(1) } })
  server.sendMessage({
    type: 'chat_restricted',
    streamId: OTHER,
    data: { restriction: { kind: 'ban', until: null, seconds: null } },
  })
  expect(stream.get().chat).toEqual(testChatState({ rules }, storedMessage(1)))
  deleted({ messageIds: [storedMessage(1).id] })
  expect(stream.get().chat?.pinned).toBeNull()
  const data = { isFollowing: true, followersCount: 1, followingCount: 1 }
  server.sendMessage({ type: 'follow_changed', userId: ben.id, data })
  expect(stream.get().chat?.viewer.isFollower).toBe(true)
  server.drop()
  await reconnect()
  expect(stream.get().chat).toEqual(testChatState())
})

test('an answer that was read before the rules changed does not undo the change', async () => {
  await open()
  const old = testChatState()
  const slow = { ...old.rules, slowModeSeconds: 10 }
  let answer = (_chat: ChatState) => {}
  loadChat.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  loadChat.mockResolvedValue(testChatState({ rules: slow }))
  void stream.refreshChat()
  server.sendMessage({ type: 'chat_rules', streamId, data: slow })
  answer(old)
  await settled()
  expect(stream.get().chat?.rules).toEqual(slow)
})

test('of two answers that cross, that to the later question holds', async () => {
  await open()
  let answer = (_chat: ChatState) => {}
  loadChat.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  void stream.refreshChat()
  const now = testChatState({ rules: { followersOnly: true } })
  loadChat.mockResolvedValueOnce(now)
  await stream.refreshChat()
  answer(testChatState())
  await settled()
  expect(stream.get().chat).toEqual(now)
})

test('a banned member’s page asks for nothing more, until the ban is lifted', async () => {
  await open()
  const restriction = { kind: 'ban', until: null, seconds: null } as const
  server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction } })
  server.drop()
  load.mockClear()
  await pass(2 * CHAT_POLL_MS)
  server.accept()
  expect(load).not.toHaveBeenCalled()
  await write({ heard: false })
  server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction: null } })
  expect(server.received('subscribe')).toHaveLength(2)
  await subscribed()
  expect(texts()).toEqual(allTexts())
})

test('chat that is turned on again is read again', async () => {
  await open()
  const off = { ...testChatState().rules, allowChat: false }
  server.sendMessage({ type: 'chat_rules', streamId, data: off })
  load.mockClear()
  server.sendMessage({ type: 'chat_rules', streamId, data: { ...off, allowChat: true } })
  expect(load).toHaveBeenCalledOnce()
  await settled()
})

test('in slow mode the next message waits from the moment the last one was stored', async () => {
  loadChat.mockResolvedValue(testChatState({ rules: { slowModeSeconds: 30 } }))
  await open()
  expect(state().readyAt).toBe(0)
  await session.send('first')
  expect(state().readyAt).toBe(Date.now() + 30_000)
})

test('slow mode that is turned on counts from the last message, and off it holds up nobody', async () => {
  await open()
  await session.send('first')
  const wroteAt = Date.now()
  await pass(4000)
  const { rules } = testChatState()
  server.sendMessage({ type: 'chat_rules', streamId, data: { ...rules, slowModeSeconds: 30 } })
  expect(state().readyAt).toBe(wroteAt + 30_000)
  server.sendMessage({ type: 'chat_rules', streamId, data: rules })
  expect(state().readyAt).toBe(0)
})

test('slow mode does not hold up who moderates', async () => {
  loadChat.mockResolvedValue(testChatState({ rules: { slowModeSeconds: 30 }, viewer: { canModerate: true } }))
  await open()
  await session.send('first')
  expect(state().readyAt).toBe(0)
})

test('a refusal says how long to wait, and has the page ask what it did not know', async () => {
  await open()
  loadChat.mockClear()
  const body = JSON.stringify({ message: 'Write again in 12 seconds.', code: 'slow_mode' })
  send.mockRejectedValueOnce(new ApiError(429, 'Too Many Requests', body, 12))
  await session.send('too soon')
  expect(state().readyAt).toBe(Date.now() + 12_000)
  expect(loadChat).toHaveBeenCalledOnce()
  expect(states()).toContain('failed')
})

/** The next question gets what is read now, when the function that this answers is called. */
function holdBack(answer: (after: string | undefined) => ChatMessage[]): () => Promise<void> {
  let release = () => {}
  load.mockImplementationOnce((after) => {
    const messages = answer(after)
    return new Promise((resolve) => {
      release = () => resolve(messages)
    })
  })
  return () => {
    release()
    return settled().then(() => undefined)
  }
}
