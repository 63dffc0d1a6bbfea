import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Quality } from '#shared/live/live.ts'
import type { Peers } from '#server/live-engine/testing/peers.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'

let server: LiveTestApp
let peers: Peers
beforeAll(async () => {
  // Long enough for a busy machine to connect a publisher.
  server = await startLiveApp({ env: { LIVE_GRACE_SECONDS: '6' } })
  peers = server.peers
})
afterAll(() => server.close())

type TestSocket = Awaited<ReturnType<TestClient['openSocket']>>

/** Publishes a stream like the studio page. */
async function publish(member: TestClient, streamId: string, peer: string): Promise<TestSocket> {
  const socket = await member.openSocket()
  const data = { type: 'offer', sdp: await peers.offer(peer) }
  socket.send({ type: 'webrtc_offer', streamId, data })
  await peers.acceptAnswer(peer, (await socket.waitFor('webrtc_answer')).answer.sdp)
  return socket
}

/** Sends the answer to the offer after a join. The synthetic peer is named by the server's peer id. */
async function answerOffer(socket: TestSocket, streamId: string): Promise<string> {
  const { offer, peerId = '' } = await socket.waitFor('webrtc_offer')
  const data = { type: 'answer', sdp: await peers.answer(peerId, offer.sdp) }
  socket.send({ type: 'webrtc_answer', streamId, data, peerId })
  return peerId
}

async function startLive() {
  const member = await server.member()
  const { id } = await member.createStream()
  await member.put(`/api/streams/${id}`, { isLive: true })
  const publisher = await publish(member, id, `publisher of ${id}`)
  return { member, id, publisher }
}

async function watch(streamId: string, quality?: Quality) {
  const socket = await server.client().openSocket()
  socket.send({ type: 'join_stream', streamId, quality })
  const peerId = await answerOffer(socket, streamId)
  return { socket, peerId }
}

test('a viewer that joins with audio only receives no video, and is notified of the layer', async () => {
  const { id, publisher } = await startLive()
  const { socket, peerId } = await watch(id, 'audio')
  const { data } = await socket.waitFor('quality')
  expect(data).toEqual({ quality: 'audio', shown: 'audio', hasLow: false })
  await expect.poll(async () => (await peers.stats(peerId)).audio.packets).toBeGreaterThan(20)
  expect((await peers.stats(peerId)).video.packets).toBe(0)
  socket.send({ type: 'set_quality', streamId: id, quality: 'auto' })
  await socket.waitFor('quality', (message) => message.data.shown === 'high')
  await expect.poll(async () => (await peers.stats(peerId)).video.packets).toBeGreaterThan(0)
  for (const each of [socket, publisher]) each.close()
})

test('a viewer that rejoins keeps the chosen quality', async () => {
  const { id, publisher } = await startLive()
  const { socket } = await watch(id)
  await socket.waitFor('quality')
  socket.send({ type: 'set_quality', streamId: id, quality: 'audio' })
  await socket.waitFor('quality', ({ data }) => data.shown === 'audio')
  socket.send({ type: 'join_stream', streamId: id })
  await answerOffer(socket, id)
  expect((await socket.waitFor('quality')).data).toMatchObject({ quality: 'audio', shown: 'audio' })
  for (const each of [socket, publisher]) each.close()
})

test('viewers are told at once that the camera is off, also those who join later, and by the broadcaster alone', async () => {
  const { id, publisher, member } = await startLive()
  const { socket } = await watch(id)
  const other = await member.openSocket()
  for (const stranger of [socket, other]) {
    stranger.send({ type: 'set_camera', streamId: id, isOn: false })
    stranger.send({ type: 'ping' })
    await stranger.waitFor('pong')
  }
  other.send({ type: 'subscribe', streamId: id })
  expect((await other.waitFor('subscribed')).isCameraOff).toBeUndefined()
  publisher.send({ type: 'set_camera', streamId: id, isOn: true })
  publisher.send({ type: 'set_camera', streamId: id, isOn: false })
  expect((await socket.waitFor('camera_changed')).data).toEqual({ isOn: false })
  const later = await server.client().openSocket()
  later.send({ type: 'join_stream', streamId: id })
  expect((await later.waitFor('stream_joined')).data).toMatchObject({ isCameraOff: true })
  later.send({ type: 'subscribe', streamId: id })
  expect(await later.waitFor('subscribed')).toMatchObject({ isCameraOff: true })
  publisher.send({ type: 'set_camera', streamId: id, isOn: true })
  expect((await later.waitFor('camera_changed')).data).toEqual({ isOn: true })
  for (const each of [socket, publisher, other, later]) each.close()
})

test('a camera that is switched quickly is published seldom, and its last state always', async () => {
  const { id, publisher } = await startLive()
  const { socket } = await watch(id)
  for (let index = 0; index < 20; index++)
    publisher.send({ type: 'set_camera', streamId: id, isOn: index % 2 === 1 })
  expect((await socket.waitFor('camera_changed')).data).toEqual({ isOn: false })
  await socket.waitFor('camera_changed', ({ data }) => data.isOn)
  await publisher.roundTrip()
  await socket.roundTrip()
  expect(socket.received.filter(({ type }) => type === 'camera_changed').length).toBeLessThan(5)
  for (const each of [socket, publisher]) each.close()
})

test('a late offer restarts the grace period once', async () => {
  const graceApp = await startLiveApp({ env: { LIVE_GRACE_SECONDS: '1' } })
  onTestFinished(() => graceApp.close())
  const member = await graceApp.member()
  const { id } = await member.createStream()
  const socket = await member.openSubscribedSocket(id)
  const data = { type: 'offer', sdp: await graceApp.peers.offer('silent') }
  await member.put(`/api/streams/${id}`, { isLive: true })
  await socket.roundTrip()
  const sentAt = performance.now()
  socket.send({ type: 'webrtc_offer', streamId: id, data })
  await socket.waitFor('stream_ended')
  expect(performance.now() - sentAt).toBeGreaterThan(999)
  socket.close()
})

test('a broadcaster who disappears interrupts the stream, which ends after the grace period', async () => {
  const { member, id, publisher } = await startLive()
  const { socket } = await watch(id)
  await peers.close(`publisher of ${id}`)
  await socket.waitFor('broadcast_interrupted')
  await socket.waitFor('stream_ended')
  expect((await member.get(`/api/streams/${id}`)).body).toMatchObject({ isLive: false })
  for (const each of [socket, publisher]) each.close()
})

test('repeated joins of a socket are rate limited', async () => {
  const { id, publisher } = await startLive()
  const member = await server.member()
  const socket = await member.openSocket()
  socket.send({ type: 'join_stream', streamId: id })
  await socket.waitFor('webrtc_offer')
  for (let attempt = 0; attempt < 40; attempt += 1) socket.send({ type: 'join_stream', streamId: id })
  // Leaving in between does not bypass the limit.
  for (let attempt = 0; attempt < 40; attempt += 1) {
    socket.send({ type: 'leave_stream', streamId: id })
    socket.send({ type: 'join_stream', streamId: id })
  }
  await socket.roundTrip()
  const rejected = socket.received.filter((message) => message.type === 'error')
  expect(rejected).toHaveLength(21)
  expect(rejected[0]).toMatchObject({ code: 'rate_limited', streamId: id })
  expect(Number(rejected[0]?.retryAfter)).toBeGreaterThan(0)
  const other = await watch(id)
  for (const each of [other.socket, socket, publisher]) each.close()
})

test('set_quality is ignored for a broadcaster and a socket that has not joined', async () => {
  const { id, publisher } = await startLive()
  for (const socket of [publisher, await server.client().openSocket()]) {
    socket.send({ type: 'set_quality', streamId: id, quality: 'audio' })
    expect(await socket.roundTrip()).toBe(true)
    socket.close()
  }
})

test('only the owner is notified that another page publishes the stream', async () => {
  const { member, id, publisher } = await startLive()
  const isElsewhereFor = async (client: TestClient) => {
    const socket = await client.openSocket(`?stream=true&streamId=${id}`)
    const { isElsewhere } = await socket.waitFor('subscribed')
    socket.close()
    return isElsewhere
  }
  expect(await isElsewhereFor(member)).toBe(true)
  expect(await isElsewhereFor(await server.member())).toBe(false)
  publisher.send({ type: 'subscribe', streamId: id })
  expect(await publisher.waitFor('subscribed')).toMatchObject({ source: 'page', isElsewhere: false })
  publisher.terminate()
  await publisher.closed
  await expect.poll(() => isElsewhereFor(member)).toBe(false)
})
