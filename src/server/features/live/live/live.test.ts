import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listLiveStreams, stream as streamSchema } from '#shared/live/streams.ts'
import type { RateOverrides } from '#server/http/rates/rate-limits.ts'
import { updateViewerCounts } from '#server/features/live/streams/broadcast-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp({ withEngine: true, env: { TRUST_PROXY: '127.0.0.1' } })
  owner = await server.member()
})
afterAll(() => server.close())

async function startLimited(rates: RateOverrides): Promise<TestApp> {
  const limitedApp = await startTestApp({ rates })
  onTestFinished(() => limitedApp.close())
  return limitedApp
}

const readStream = async (id: string, client = server.client()) =>
  streamSchema.parse((await client.get(`/api/streams/${id}`)).body)
const join = async (client: TestClient, streamId: string) => {
  const socket = await client.openSocket()
  socket.send({ type: 'join_stream', streamId, userId: null })
  await socket.waitFor('stream_joined')
  return socket
}

test('joining raises the viewer count, leaving and closing the socket lower it', async () => {
  const { id } = await owner.createStream()
  const watching = await join(owner, id)
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 1)
  const second = await join(server.client(), id)
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 2)
  second.send({ type: 'leave_stream', streamId: id })
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 1)
  const third = await join(await server.member(), id)
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 2)
  third.terminate()
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 1)
  // The count is published immediately and stored afterwards.
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 1 })
  for (const socket of [watching, second]) socket.close()
})

test('the peak only counts viewers during a broadcast, with those who have waited for its start', async () => {
  const { id } = await owner.createStream()
  const waiting = await Promise.all([join(server.client(), id), join(server.client(), id)])
  const [first, leaving] = waiting
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 2, maxViewers: 0 })
  leaving.close()
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 1, maxViewers: 0 })
  await owner.put(`/api/streams/${id}`, { isLive: true })
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 1, maxViewers: 1 })
  const later = await Promise.all([join(server.client(), id), join(await server.member(), id)])
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 3, maxViewers: 3 })
  later[0].close()
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 2, maxViewers: 3 })
  await owner.put(`/api/streams/${id}`, { isLive: false })
  const afterEnd = await Promise.all([join(server.client(), id), join(server.client(), id)])
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 4, maxViewers: 3 })
  for (const socket of [first, later[1], ...afterEnd]) socket.close()
})

test('the peak, likes and messages of a broadcast are its own, also after one with more', async () => {
  const { id } = await owner.createStream()
  const fan = await server.member()
  const goLive = (isLive: boolean) => owner.put(`/api/streams/${id}`, { isLive })
  await goLive(true)
  const crowd = await Promise.all([join(server.client(), id), join(server.client(), id), join(fan, id)])
  await expect.poll(() => readStream(id)).toMatchObject({ maxViewers: 3, peakViewers: 3 })
  await fan.post(`/api/streams/${id}/like`, { liked: true })
  await fan.post('/api/chat/send', { streamId: id, message: 'in the first' })
  await goLive(false)
  for (const socket of crowd) socket.close()
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 0, peakViewers: 3 })
  await goLive(true)
  const first = { likesCount: 1, messagesCount: 1, tipsTotal: '0.00' }
  expect(await readStream(id)).toMatchObject({ maxViewers: 3, peakViewers: 0, atStart: first })
  const watching = await join(server.client(), id)
  await fan.post('/api/chat/send', { streamId: id, message: 'in the second' })
  await expect
    .poll(() => readStream(id))
    .toMatchObject({ maxViewers: 3, peakViewers: 1, messagesCount: 2, atStart: first })
  await goLive(false)
  expect(await readStream(id)).toMatchObject({ maxViewers: 3, peakViewers: 1, atStart: first })
  watching.close()
})

test('what is older than a broadcast does not lower its figures when it is deleted', async () => {
  const { id } = await owner.createStream()
  const [early, fan] = [await server.member(), await server.member()]
  const send = (by: TestClient, message: string) => by.post('/api/chat/send', { streamId: id, message })
  for (const message of ['one', 'two', 'three']) await send(early, message)
  await fan.post(`/api/streams/${id}/like`, { liked: true })
  await owner.put(`/api/streams/${id}`, { isLive: true })
  const watching = await join(owner, id)
  await send(fan, 'live')
  await owner.put(`/api/streams/${id}/bans/${early.user.id}`)
  await fan.post(`/api/streams/${id}/like`, { liked: false })
  const likes = await watching.waitFor('stream_likes')
  expect(likes.data).toEqual({ likesCount: 0, likesAtStart: 0 })
  await send(fan, 'again')
  const last = await watching.waitFor('chat_message', ({ data }) => data.message === 'again')
  expect(last).toMatchObject({ messagesCount: 2, messagesAtStart: 0 })
  expect(await readStream(id)).toMatchObject({
    messagesCount: 2,
    likesCount: 0,
    atStart: { messagesCount: 0, likesCount: 0 },
  })
  watching.close()
  await owner.put(`/api/streams/${id}`, { isLive: false })
})

test('a peak that is stored after the next start does not count for that broadcast', async () => {
  const { id } = await owner.createStream()
  const goLive = (isLive: boolean) => owner.put(`/api/streams/${id}`, { isLive })
  await goLive(true)
  const { startedAt } = await readStream(id)
  await goLive(false)
  await goLive(true)
  const { rows } = await server.database.db.execute<{ nodeId: string }>(
    sql`select node_id as "nodeId" from broadcasts where stream_id = ${id}`,
  )
  const numbers = { viewerCount: 9, otherViewers: 9 }
  const store = (peak: { startedAt: string | null }) =>
    updateViewerCounts(server.database.db, { streamId: id, nodeId: rows[0]?.nodeId ?? '' }, numbers, {
      stream: numbers,
      broadcast: { ...numbers, ...peak },
    })
  await store({ startedAt })
  expect(await readStream(id)).toMatchObject({ maxViewers: 9, peakViewers: 0 })
  await store({ startedAt: (await readStream(id)).startedAt })
  expect(await readStream(id)).toMatchObject({ maxViewers: 9, peakViewers: 9 })
  await goLive(false)
})

test('a subscriber receives the current viewer count', async () => {
  const { id } = await owner.createStream()
  const watching = await join(server.client(), id)
  const socket = await server.client().openSocket()
  socket.send({ type: 'subscribe', streamId: id })
  expect(await socket.waitFor('subscribed')).toMatchObject({ viewerCount: 1 })
  for (const each of [watching, socket]) each.close()
})

test('repeated joins and leaves of a socket count once', async () => {
  const { id } = await owner.createStream()
  const socket = await join(server.client(), id)
  socket.send({ type: 'join_stream', streamId: id })
  expect((await socket.waitFor('stream_joined')).data.viewerCount).toBe(1)
  // Ids are case-insensitive.
  socket.send({ type: 'join_stream', streamId: id.toUpperCase() })
  expect(await socket.waitFor('stream_joined')).toMatchObject({ streamId: id, data: { viewerCount: 1 } })
  const other = await join(server.client(), id)
  socket.send({ type: 'leave_stream', streamId: id })
  socket.send({ type: 'leave_stream', streamId: id })
  await other.waitFor('viewer_count', ({ data }) => data.viewerCount === 1)
  await expect.poll(async () => (await readStream(id)).viewerCount).toBe(1)
  for (const each of [socket, other]) each.close()
})

test('previews are not counted, as viewers or as views; the owner’s viewer page is', async () => {
  const creator = await server.member()
  const { id } = await creator.createStream()
  const preview = async (client: TestClient) => {
    const socket = await client.openSocket()
    socket.send({ type: 'join_stream', streamId: id, isPreview: true })
    return { socket, count: (await socket.waitFor('stream_joined')).data.viewerCount }
  }
  const before = await preview(await server.member())
  await creator.put(`/api/streams/${id}`, { isLive: true })
  const [studio, card] = [await preview(creator), await preview(await server.member())]
  expect([studio.count, card.count]).toEqual([0, 0])
  const ownerViewer = await join(creator, id)
  const visitor = await join(server.client(), id)
  await expect.poll(async () => (await readStream(id)).viewerCount).toBe(2)
  await expect
    .poll(async () => (await server.admin.get(`/api/users/${creator.user.id}`)).body)
    .toMatchObject({ totalViews: 1 })
  for (const { socket } of [before, studio, card]) socket.close()
  visitor.close()
  await expect.poll(async () => (await readStream(id)).viewerCount).toBe(1)
  ownerViewer.close()
})

test('each count contains the number of the owner’s pages, which the counts for the owner leave out', async () => {
  const { id } = await owner.createStream()
  const visitor = await join(server.client(), id)
  const studio = await owner.openSocket()
  studio.send({ type: 'join_stream', streamId: id, isPreview: true })
  expect((await studio.waitFor('stream_joined')).data).not.toHaveProperty('ownerCount')
  const ownerSockets = [await owner.openSocket(), await owner.openSocket()]
  for (const [index, socket] of ownerSockets.entries()) {
    socket.send({ type: 'join_stream', streamId: id })
    const { data } = await socket.waitFor('stream_joined')
    expect(data).toMatchObject({ viewerCount: index + 2, ownerCount: index + 1 })
  }
  for (const socket of [visitor, studio])
    await socket.waitFor('viewer_count', ({ data }) => data.viewerCount === 3 && data.ownerCount === 2)
  studio.send({ type: 'subscribe', streamId: id })
  expect(await studio.waitFor('subscribed')).toMatchObject({ viewerCount: 3, ownerCount: 2 })
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 3 })
  expect(await readStream(id, owner)).toMatchObject({ viewerCount: 1 })
  await owner.put(`/api/streams/${id}`, { isLive: true })
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 3, maxViewers: 3 })
  const recordInList = async (client: TestClient) =>
    listLiveStreams.response
      .parse((await client.get(listLiveStreams.path)).body)
      .find((each) => each.id === id)
  expect(await recordInList(server.client())).toMatchObject({ viewerCount: 3 })
  expect(await recordInList(owner)).toMatchObject({ viewerCount: 1, maxViewers: 1 })
  await owner.put(`/api/streams/${id}`, { isLive: false })
  ownerSockets[0]?.close()
  await visitor.waitFor('viewer_count', ({ data }) => data.viewerCount === 2 && data.ownerCount === 1)
  ownerSockets[1]?.send({ type: 'leave_stream', streamId: id })
  await visitor.waitFor('viewer_count', ({ data }) => data.viewerCount === 1 && data.ownerCount === undefined)
  for (const socket of [visitor, studio, ...ownerSockets]) socket.close()
})

test('a socket that leaves a stream still receives its messages while it is subscribed', async () => {
  const { id } = await owner.createStream()
  const socket = await owner.openSubscribedSocket(id)
  const send = (message: string) => owner.post('/api/chat/send', { streamId: id, message })
  socket.send({ type: 'join_stream', streamId: id })
  socket.send({ type: 'leave_stream', streamId: id })
  await socket.roundTrip()
  await send('while subscribed')
  await socket.waitFor('chat_message')
  socket.send({ type: 'join_stream', streamId: id })
  socket.send({ type: 'unsubscribe', streamId: id })
  await socket.roundTrip()
  await send('while joined')
  await socket.waitFor('chat_message')
  socket.send({ type: 'leave_stream', streamId: id })
  await socket.roundTrip()
  await send('after both')
  await socket.roundTrip()
  expect(socket.received.filter(({ type }) => type === 'chat_message')).toEqual([])
  socket.close()
})

test('a viewer count that could not be stored is stored later, with the peak', async () => {
  const { id } = await owner.createStream()
  const { db } = server.database
  await owner.put(`/api/streams/${id}`, { isLive: true })
  const watching = await join(owner, id)
  await expect.poll(async () => (await readStream(id)).viewerCount).toBe(1)
  await db.execute(sql`ALTER TABLE streams ADD CONSTRAINT rejected CHECK (viewer_count = 1) NOT VALID`)
  const others = await Promise.all([join(server.client(), id), join(server.client(), id)])
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 3)
  others[0].close()
  await watching.waitFor('viewer_count', ({ data }) => data.viewerCount === 2)
  await db.execute(sql`ALTER TABLE streams DROP CONSTRAINT rejected`)
  await expect.poll(() => readStream(id)).toMatchObject({ viewerCount: 2, maxViewers: 3 })
  for (const each of [watching, others[1]]) each.close()
  await owner.put(`/api/streams/${id}`, { isLive: false })
})

test('a hundred sockets that join and leave concurrently leave a count of zero', async () => {
  const { id } = await owner.createStream()
  const clients = Array.from({ length: 100 }, () => server.client())
  const sockets = await Promise.all(clients.map((client) => client.openSocket()))
  for (const socket of sockets) socket.send({ type: 'join_stream', streamId: id })
  for (const [index, socket] of sockets.entries()) {
    if (index % 2) socket.terminate()
    else socket.send({ type: 'leave_stream', streamId: id })
  }
  await Promise.all(sockets.map((socket, index) => (index % 2 ? socket.closed : socket.roundTrip())))
  for (const socket of sockets) socket.close()
  const watching = await join(owner, id)
  await expect.poll(async () => (await readStream(id)).viewerCount).toBe(1)
  watching.close()
  await expect.poll(async () => (await readStream(id)).viewerCount).toBe(0)
})

test('a start without media ends when the grace period is over', async () => {
  const graceApp = await startTestApp({ env: { LIVE_GRACE_SECONDS: '0.3' } })
  const member = await graceApp.member()
  const { id } = await member.createStream()
  const watching = await join(graceApp.client(), id)
  await member.put(`/api/streams/${id}`, { isLive: true })
  await watching.waitFor('stream_started')
  const { data } = await watching.waitFor('stream_ended')
  const { body } = await member.get(`/api/streams/${id}`)
  expect(body).toMatchObject({ isLive: false, endedAt: data.endedAt })
  watching.close()
  await graceApp.close()
})

test('a broadcast ends when it has run as long as the site allows', async () => {
  const app = await startTestApp({ env: { NODE_LEASE_SECONDS: '1' } })
  onTestFinished(() => app.close())
  const [member, other] = [await app.member(), await app.member()]
  const streams = await Promise.all([member.createStream(), other.createStream()])
  for (const [index, client] of [member, other].entries())
    await client.put(`/api/streams/${streams[index]?.id}`, { isLive: true })
  const watching = await join(app.client(), streams[0].id)
  await app.database.db.execute(
    sql`update streams set started_at = now() - interval '61 minutes' where id = ${streams[0].id}`,
  )
  await app.app.context.settings.set('streaming.maxHours', '1', app.admin.user.id)
  await watching.waitFor('stream_ended')
  expect((await other.get(`/api/streams/${streams[1].id}`)).body).toMatchObject({ isLive: true })
})

test('live streams get the grace period after a restart of the server', async () => {
  const first = await startTestApp({ env: { LIVE_GRACE_SECONDS: '60' } })
  const member = await first.member()
  const { id } = await member.createStream()
  await member.put(`/api/streams/${id}`, { isLive: true })
  const watching = await join(member, id)
  await watching.waitFor('viewer_count')
  await first.stop()
  const second = await startTestApp({
    env: { LIVE_GRACE_SECONDS: '3' },
    database: first.database,
    nodeId: first.app.context.nodeId,
  })
  const visitor = second.client()
  const found = async () => streamSchema.parse((await visitor.get(`/api/streams/${id}`)).body)
  expect(await found()).toMatchObject({ isLive: true, viewerCount: 0, maxViewers: 1 })
  await expect.poll(found).toMatchObject({ isLive: false })
  await second.close()
})

test('only the owner can publish', async () => {
  const { id } = await owner.createStream()
  const offer = { type: 'webrtc_offer', streamId: id, data: { type: 'offer', sdp: 'v=0' } }
  for (const [client, code] of [
    [server.client(), 'unauthorized'],
    [await server.member(), 'forbidden'],
  ] as const) {
    const socket = await client.openSocket()
    socket.send(offer)
    expect(await socket.waitFor('error')).toMatchObject({ code, streamId: id })
    socket.close()
  }
})

test('a broken offer is rejected in both message formats, and the engine keeps working', async () => {
  const { id } = await owner.createStream()
  const socket = await owner.openSocket(`?stream=true&streamId=${id}`)
  for (const field of ['data', 'offer']) {
    socket.send({ type: 'webrtc_offer', streamId: id, [field]: { type: 'offer', sdp: 'v=0\r\nm=nonsense' } })
    expect(await socket.waitFor('error')).toMatchObject({ code: 'invalid', streamId: id })
  }
  socket.send({ type: 'webrtc_offer', streamId: id })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'invalid', fields: [{ path: 'data' }] })
  expect(await socket.roundTrip()).toBe(true)
  socket.close()
})

test('an answer without an offer is rejected, and a stray candidate is ignored', async () => {
  const { id } = await owner.createStream()
  const socket = await join(server.client(), id)
  socket.send({ type: 'webrtc_answer', streamId: id, answer: { type: 'answer', sdp: 'v=0' } })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'not_live' })
  socket.send({
    type: 'webrtc_ice_candidate',
    streamId: id,
    candidate: { candidate: 'candidate:1 1 UDP 1 127.0.0.1 9 typ host' },
  })
  expect(await socket.roundTrip()).toBe(true)
  socket.close()
})

test('a visitor can join a public stream, not a private one', async () => {
  const { id } = await owner.createStream({ settings: { isPublic: false } })
  const socket = await server.client().openSocket()
  socket.send({ type: 'join_stream', streamId: id })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found' })
  socket.close()
  expect((await readStream(id, owner)).viewerCount).toBe(0)
})

test('subscriptions are rate limited per user', async () => {
  const limitedApp = await startLimited({ subscriptions: { points: 1, seconds: 60 } })
  const member = await limitedApp.member()
  const { id: streamId } = await member.createStream()
  const socket = await member.openSocket()
  for (const type of ['subscribe', 'subscribe']) socket.send({ type, streamId })
  await socket.waitFor('subscribed')
  expect(await socket.waitFor('error')).toMatchObject({
    code: 'rate_limited',
    requestType: 'subscribe',
    streamId,
  })
})

test('subscriptions of visitors are rate limited per address, without those of its members', async () => {
  const limitedApp = await startLimited({ subscriptionsOfAddress: { points: 1, seconds: 60 } })
  const member = await limitedApp.member()
  const { id: streamId } = await member.createStream()
  const subscribe = async (client: TestClient) => {
    const socket = await client.openSocket()
    socket.send({ type: 'subscribe', streamId })
    return socket.next()
  }
  expect(await subscribe(member)).toMatchObject({ type: 'subscribed' })
  expect(await subscribe(limitedApp.client())).toMatchObject({ type: 'subscribed' })
  expect(await subscribe(limitedApp.client())).toMatchObject({ code: 'rate_limited' })
  expect(await subscribe(member)).toMatchObject({ type: 'subscribed' })
})

test('joins of streams that do not exist are rate limited', async () => {
  const limitedApp = await startLimited({ viewerOffers: { points: 2, seconds: 60 } })
  const socket = await (await limitedApp.member()).openSocket()
  const codes: unknown[] = []
  for (let index = 0; index < 3; index++) {
    socket.send({ type: 'join_stream', streamId: crypto.randomUUID() })
    codes.push((await socket.waitFor('error')).code)
  }
  expect(codes).toEqual(['not_found', 'not_found', 'rate_limited'])
})

test('joins are rate limited per user; rejoining a recently joined stream is free', async () => {
  const limitedApp = await startLimited({ joins: { points: 2, seconds: 60 } })
  const member = await limitedApp.member()
  const created = [await member.createStream(), await member.createStream(), await member.createStream()]
  const socket = await member.openSocket()
  for (const { id } of created.slice(0, 2)) {
    socket.send({ type: 'join_stream', streamId: id })
    await socket.waitFor('stream_joined')
  }
  for (const attempt of [1, 2]) {
    socket.send({ type: 'join_stream', streamId: created[2]?.id })
    const rejected = await socket.waitFor('error')
    expect(rejected, `attempt ${attempt}`).toMatchObject({ code: 'rate_limited', streamId: created[2]?.id })
  }
  socket.send({ type: 'leave_stream', streamId: created[0]?.id })
  socket.send({ type: 'join_stream', streamId: created[0]?.id })
  await socket.waitFor('stream_joined')
})

test('each viewer except the creator counts once per broadcast in the creator’s total views', async () => {
  const creator = await server.member()
  const { id } = await creator.createStream()
  const visitor = server.client()
  await visitor.get('/')
  const [waiting, creatorSocket] = [await join(visitor, id), await join(creator, id)]
  await creator.put(`/api/streams/${id}`, { isLive: true })
  await waiting.waitFor('stream_started')
  const secondSocket = await join(visitor, id)
  const member = await join(await server.member(), id)
  const total = async () => (await creator.get('/api/auth/user')).body
  await expect.poll(total).toMatchObject({ totalViews: 2 })
  for (const socket of [waiting, creatorSocket, secondSocket, member]) socket.close()
})

test('an address counts at most twenty visitors per broadcast', async () => {
  const creator = await server.member()
  const { id } = await creator.createStream()
  const joinFrom = async (address: string, visitor: string) => {
    const headers = { cookie: `visitor=${visitor}`, 'x-forwarded-for': address }
    const socket = await server.client().openSocket('', headers)
    socket.send({ type: 'join_stream', streamId: id })
    await socket.waitFor('stream_joined')
    return socket
  }
  const crowd = (from: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        joinFrom(`2001:db8:1:3::${(from + index).toString(16)}`, crypto.randomUUID()),
      ),
    )
  const total = async () => (await creator.get('/api/auth/user')).body
  const roaming = crypto.randomUUID()
  const sockets = [...(await crowd(1, 15)), await joinFrom('2001:db8:1:4::1', roaming)]
  await creator.put(`/api/streams/${id}`, { isLive: true })
  await expect.poll(total).toMatchObject({ totalViews: 16 })
  sockets.push(...(await crowd(100, 10)), await joinFrom('203.0.113.7', roaming))
  sockets.push(await joinFrom('203.0.113.7', crypto.randomUUID()), await join(await server.member(), id))
  // Each join is counted before the socket's next message is handled.
  await Promise.all(sockets.map((socket) => socket.roundTrip()))
  await server.catchUpWithDatabase()
  expect(await total()).toMatchObject({ totalViews: 23 })
  const addresses = async () => {
    const rows = await server.database.db.execute(
      sql`select address from broadcast_views where stream_id = ${id} and address is not null`,
    )
    return rows.rows.length
  }
  expect(await addresses()).toBe(22)
  await creator.put(`/api/streams/${id}`, { isLive: false })
  expect(await addresses()).toBe(0)
  for (const socket of sockets) socket.close()
})

test('a forged visitor cookie does not prevent the views of others from being counted', async () => {
  const creator = await server.member()
  const { id } = await creator.createStream()
  const visitor = server.client()
  await visitor.get('/')
  const waiting = await join(visitor, id)
  const forged = await server.client().openSocket('', { cookie: 'visitor=%00' })
  forged.send({ type: 'join_stream', streamId: id })
  await forged.waitFor('stream_joined')
  await creator.put(`/api/streams/${id}`, { isLive: true })
  await expect.poll(async () => (await creator.get('/api/auth/user')).body).toMatchObject({ totalViews: 2 })
  for (const socket of [waiting, forged]) socket.close()
})
