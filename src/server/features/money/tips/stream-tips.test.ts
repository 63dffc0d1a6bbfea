import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatMessage, type ChatState, getChatState, listChat } from '#shared/live/chat.ts'
import { type Stream, getStream } from '#shared/live/streams.ts'
import { highlightSeconds } from '#shared/money/tips.ts'
import { listVideoChat } from '#shared/videos/videos.ts'
import { chatMessages } from '#server/features/live/chat/schema.ts'
import { paymentOrders } from '#server/features/money/payments/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { applyOrderEvent } from './reconcile-job.ts'
import { createCreator, payOrder, sendTip } from './test-tips.ts'

let server: TestApp
let creator: TestClient
let fan: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { paymentOrders: { points: 1000, seconds: 5 } } })
  ;[creator, fan] = [await createCreator(server), await server.member()]
})
afterAll(() => server.close())

type Options = { amount?: string; message?: string; streamId?: string | null; payer?: TestClient }
const tip = ({ amount = '5.00', payer = fan, ...options }: Options) =>
  sendTip(server, payer, { streamerId: creator.user.id, amount, ...options })
const list = async (streamId: string, query = '', client = server.client()): Promise<ChatMessage[]> =>
  listChat.response.parse((await client.get(`/api/streams/${streamId}/chat${query}`)).body)
const chatState = async (streamId: string, client = server.client()): Promise<ChatState> =>
  getChatState.response.parse((await client.get(`/api/streams/${streamId}/chat-state`)).body)
const streamOf = async (id: string): Promise<Stream> =>
  getStream.response.parse((await creator.get(`/api/streams/${id}`)).body)
const setLive = (id: string, isLive: boolean) => creator.put(`/api/streams/${id}`, { isLive })

test('a tip reaches viewers and the creator at once, with a masked address', async () => {
  const { id } = await creator.createStream()
  const sockets = await Promise.all(
    [server.client(), creator].map((client) => client.openSubscribedSocket(id)),
  )
  const { id: tipId } = await tip({ amount: '25.00', message: 'Ẹ ṣé @ama', streamId: id })
  for (const socket of sockets) {
    const { data: chat, messagesCount } = await socket.waitFor('chat_message')
    const { data } = await socket.waitFor('tip_received')
    expect(messagesCount).toBe(1)
    expect(chat).toMatchObject({
      message: 'Ẹ ṣé @ama',
      userId: fan.user.id,
      tip: { id: tipId, amount: '25.00', currency: 'USD', isSandbox: true },
    })
    expect(data).toMatchObject({
      id: tipId,
      user: { id: fan.user.id },
      amount: '25.00',
      currency: 'USD',
      message: 'Ẹ ṣé @ama',
      messageId: chat.id,
      isSandbox: true,
      tipsTotal: '25.00',
    })
    expect(JSON.stringify([chat, data])).not.toContain(fan.user.email)
    socket.close()
  }
  await expect
    .poll(async () => (await creator.get('/api/notifications')).body)
    .toEqual(expect.arrayContaining([expect.objectContaining({ type: 'tip' })]))
})

test('the chat lists tips, also those after a message, and the message may be empty', async () => {
  const { id } = await creator.createStream()
  const first = await tip({ streamId: id })
  const [before] = await list(id)
  expect(before).toMatchObject({ message: '', tip: { id: first.id, amount: '5.00' } })
  const second = await tip({ streamId: id, amount: '12.50', message: 'More' })
  expect(await list(id, `?after=${before?.id}`)).toMatchObject([{ message: 'More', tip: { id: second.id } }])
  expect(await streamOf(id)).toMatchObject({ tipsTotal: '17.50', messagesCount: 2 })
})

test.each([
  ['1.00', 30],
  ['9.99', 30],
  ['10.00', 120],
  ['24.99', 120],
  ['25.00', 300],
  ['50.00', 600],
  ['500.00', 600],
])('a tip of %s is highlighted for %i seconds', (amount, seconds) => {
  expect(highlightSeconds(amount)).toBe(seconds)
})

test('a page that loads later shows the rest of a highlight, and none that has ended', async () => {
  const { id } = await creator.createStream()
  await tip({ streamId: id, amount: '5.00', message: 'small' })
  await tip({ streamId: id, amount: '50.00', message: 'big' })
  const [big, small] = (await chatState(id)).highlights
  expect([big?.message, small?.message]).toEqual(['big', 'small'])
  expect(small).toMatchObject({ user: { id: fan.user.id }, amount: '5.00', isSandbox: true })
  expect(small?.seconds).toBeGreaterThan(0)
  expect(small?.seconds).toBeLessThanOrEqual(30)
  await ageMessages(id, 60)
  const [rest, ...others] = (await chatState(id)).highlights
  expect(others).toEqual([])
  expect(rest?.messageId).toBe(big?.messageId)
  expect(rest?.seconds).toBeLessThanOrEqual(540)
  await ageMessages(id, 600)
  expect((await chatState(id)).highlights).toEqual([])
  expect(await list(id)).toHaveLength(2)
})

/** Stores the messages of a stream as if they were sent `seconds` ago. */
async function ageMessages(streamId: string, seconds: number): Promise<void> {
  const createdAt = new Date(Date.now() - seconds * 1000)
  await server.database.db.update(chatMessages).set({ createdAt }).where(eq(chatMessages.streamId, streamId))
}

test('without a stream a tip is shown in the creator’s public live stream', async () => {
  const { id } = await creator.createStream()
  expect((await tip({})).streamId).toBeNull()
  await setLive(id, true)
  expect((await tip({ message: 'live' })).streamId).toBe(id)
  expect((await tip({ streamId: null, message: 'elsewhere' })).streamId).toBeNull()
  await creator.put(`/api/streams/${id}`, { settings: { isPublic: false } })
  expect((await tip({ message: 'private' })).streamId).toBeNull()
  await setLive(id, false)
  expect((await list(id, '', fan)).map(({ message }) => message)).toEqual(['live'])
})

test('a tip for another creator’s stream is shown nowhere', async () => {
  const { id } = await (await server.member()).createStream()
  expect((await tip({ streamId: id })).streamId).toBeNull()
  expect(await list(id)).toEqual([])
})

test('only members with its link see the tips of a private stream', async () => {
  const { id } = await creator.createStream({ settings: { isPublic: false } })
  await tip({ streamId: id, message: 'among us' })
  expect(await list(id, '', fan)).toMatchObject([{ message: 'among us', tip: { amount: '5.00' } }])
  expect((await server.client().get(`/api/streams/${id}/chat`)).status).toBe(404)
  const socket = await server.client().openSocket()
  socket.send({ type: 'subscribe', streamId: id })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found' })
  await tip({ streamId: id })
  await socket.roundTrip()
  expect(socket.received).toEqual([])
  socket.close()
})

test.each([
  ['its author', () => fan],
  ['the streamer', () => creator],
])('%s deletes the message of a tip, which stays in the earnings', async (_who, moderator) => {
  const { id } = await creator.createStream()
  const { id: tipId } = await tip({ streamId: id, message: 'deleted', amount: '50.00' })
  const [message] = await list(id)
  expect(await server.client().send('DELETE', `/api/streams/${id}/chat/${message?.id}`)).toMatchObject({
    status: 401,
  })
  const other = await server.member()
  expect((await other.send('DELETE', `/api/streams/${id}/chat/${message?.id}`)).status).toBe(403)
  const socket = await other.openSubscribedSocket(id)
  expect((await moderator().send('DELETE', `/api/streams/${id}/chat/${message?.id}`)).status).toBe(200)
  expect((await socket.waitFor('chat_deleted')).data).toEqual({ messageIds: [message?.id] })
  expect([await list(id), (await chatState(id)).highlights]).toEqual([[], []])
  expect(await streamOf(id)).toMatchObject({ tipsTotal: '50.00', messagesCount: 0 })
  expect((await creator.get('/api/tips')).body).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: tipId, amount: '50.00', status: 'completed' })]),
  )
  socket.close()
})

test.each([
  ['banned', undefined],
  ['timed-out', { seconds: 60 }],
])('the tip of a %s member is paid but not shown, and earlier ones are removed', async (_how, body) => {
  const { id } = await creator.createStream()
  const payer = await server.member()
  const socket = await server.client().openSubscribedSocket(id)
  await tip({ payer, streamId: id, message: 'before' })
  // Announced while it is shown: later it would only add to the total.
  for (const type of ['chat_message', 'tip_received'] as const) await socket.waitFor(type)
  expect((await creator.put(`/api/streams/${id}/bans/${payer.user.id}`, body)).status).toBe(200)
  expect((await socket.waitFor('chat_deleted')).data).toEqual({ userId: payer.user.id })
  expect([await list(id), (await chatState(id)).highlights]).toEqual([[], []])
  await tip({ payer, streamId: id, message: 'after' })
  expect((await socket.waitFor('tips_total_changed')).data).toEqual({ tipsTotal: '10.00' })
  expect(socket.received).toEqual([])
  expect([await list(id), (await chatState(id)).highlights]).toEqual([[], []])
  socket.close()
})

test('while chat is off a tip is paid but not shown', async () => {
  const { id } = await creator.createStream({ settings: { allowChat: false } })
  await tip({ streamId: id })
  await creator.put(`/api/streams/${id}`, { settings: { allowChat: true } })
  expect([await list(id), (await chatState(id)).highlights]).toEqual([[], []])
  const { id: shown } = await tip({ streamId: id })
  expect(await list(id)).toMatchObject([{ tip: { id: shown } }])
  await creator.put(`/api/streams/${id}`, { settings: { allowChat: false } })
  expect([await list(id), (await chatState(id)).highlights]).toEqual([[], []])
  expect(await streamOf(id)).toMatchObject({ tipsTotal: '10.00' })
})

test('slow mode and followers-only do not hold back a tip, and its message can be pinned', async () => {
  const { id } = await creator.createStream()
  await creator.put(`/api/streams/${id}/chat-rules`, { slowModeSeconds: 600, followersOnly: true })
  await tip({ streamId: id, message: 'one' })
  await tip({ streamId: id, message: 'two' })
  const [one, two] = await list(id)
  expect([one?.message, two?.message]).toEqual(['one', 'two'])
  expect(await creator.put(`/api/streams/${id}/pin`, { messageId: two?.id })).toMatchObject({ status: 200 })
  expect((await chatState(id)).pinned).toMatchObject({ message: 'two', tip: { amount: '5.00' } })
})

test('the message of a tip has at most 200 characters', async () => {
  const order = { amount: '5.00', streamerId: creator.user.id, message: 'x'.repeat(201) }
  expect(await fan.post('/api/paypal/order', order)).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'message' }] },
  })
})

test('a refund lowers the total of the stream', async () => {
  const { id } = await creator.createStream()
  await tip({ streamId: id, amount: '20.00' })
  // A payment that reached the platform, which can refund it.
  const { id: paypalOrderId } = await payOrder(server, fan, { amount: '7.00' })
  const body = { streamerId: creator.user.id, amount: '7.00', streamId: id, paypalOrderId }
  expect((await fan.post('/api/tips', body)).status).toBe(201)
  const socket = await server.client().openSubscribedSocket(id)
  await refund(paypalOrderId)
  expect((await socket.waitFor('tips_total_changed')).data).toEqual({ tipsTotal: '20.00' })
  expect(await streamOf(id)).toMatchObject({ tipsTotal: '20.00' })
  socket.close()
})

async function refund(providerOrderId: string): Promise<void> {
  const { context } = server.app
  const { db, payments } = context
  const [order] = await db
    .select()
    .from(paymentOrders)
    .where(eq(paymentOrders.providerOrderId, providerOrderId))
  if (!order?.captureId || !payments) throw new Error('the order is not captured')
  const { id: reference, payeeEmail } = order
  await payments.refundCapture(order.captureId, { reference, payeeEmail })
  const subject = { kind: 'order', id: providerOrderId } as const
  await applyOrderEvent(context, { id: reference, type: 'refund', subject, reversal: null })
}

test('tips at the same time all arrive, the last one with the total of all', async () => {
  const { id } = await creator.createStream()
  const payers = await Promise.all(Array.from({ length: 5 }, () => server.member()))
  const socket = await server.client().openSubscribedSocket(id)
  await Promise.all(payers.map((payer) => tip({ payer, streamId: id, amount: '2.00' })))
  const totals: number[] = []
  for (const _payer of payers) totals.push(Number((await socket.waitFor('tip_received')).data.tipsTotal))
  expect(totals.at(-1)).toBe(10)
  socket.close()
})

test('a page that subscribes learns the total', async () => {
  const { id } = await creator.createStream()
  await tip({ streamId: id })
  const socket = await server.client().openSocket()
  socket.send({ type: 'subscribe', streamId: id })
  expect((await socket.waitFor('subscribed')).mark).toMatchObject({ tipsTotal: '5.00' })
  socket.close()
})

test('the replay of a recording shows tips at their time', async () => {
  const { id: streamId } = await creator.createStream()
  await fan.post('/api/chat/send', { streamId, message: 'hello' })
  const recordedFrom = new Date(Date.now() - 5000)
  const { id: tipId } = await tip({ streamId, message: 'in time' })
  await fan.post('/api/chat/send', { streamId, message: 'bye' })
  const columns = { isPublished: true, streamId, recordedFrom, duration: 60 }
  const id = await storeVideo(server.database.db, creator.user.id, columns)
  const replay = async (query: string) =>
    listVideoChat.response.parse((await server.client().get(`/api/videos/${id}/chat${query}`)).body)
  expect((await replay('')).map(({ message }) => message.tip?.id ?? null)).toEqual([null, tipId, null])
  const [only, ...others] = await replay('?tips=true')
  expect(others).toEqual([])
  expect(only).toMatchObject({ message: { message: 'in time', tip: { id: tipId, amount: '5.00' } } })
  expect(only?.offset).toBeGreaterThanOrEqual(5)
  await creator.send('DELETE', `/api/streams/${streamId}/chat/${only?.message.id}`)
  expect(await replay('?tips=true')).toEqual([])
})

test('a creator sets the goal of a stream, changes it and removes it', async () => {
  const { id } = await creator.createStream({ settings: { tipGoal: 300 } })
  expect((await streamOf(id)).settings.tipGoal).toBe(300)
  const socket = await server.client().openSubscribedSocket(id)
  const change = (tipGoal: unknown, client = creator) =>
    client.put(`/api/streams/${id}`, { settings: { tipGoal } })
  expect(await change(1_000_000)).toMatchObject({ status: 200, body: { settings: { tipGoal: 1_000_000 } } })
  expect((await socket.waitFor('stream_updated')).data.settings).toMatchObject({
    tipGoal: 1_000_000,
    isPublic: true,
  })
  await creator.put(`/api/streams/${id}`, { title: 'Kept' })
  expect((await streamOf(id)).settings.tipGoal).toBe(1_000_000)
  for (const wrong of [0, -1, 1.5, 1_000_001, '300', 'NaN', [300], {}])
    expect(await change(wrong), JSON.stringify(wrong)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'settings.tipGoal' }] },
    })
  expect((await change(5, fan)).status).toBe(403)
  expect((await change(5, server.client())).status).toBe(401)
  expect((await streamOf(id)).settings.tipGoal).toBe(1_000_000)
  expect(await change(null)).toMatchObject({ status: 200, body: { settings: { tipGoal: null } } })
  const [row] = await server.database.db.select().from(streams).where(eq(streams.id, id))
  expect(row?.tipGoal).toBeNull()
  socket.close()
})
