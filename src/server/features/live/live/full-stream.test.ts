import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { TestClient } from '#server/testing/test-client.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'

let server: LiveTestApp
beforeAll(async () => {
  server = await startLiveApp()
})
afterAll(() => server.close())

const join = async (client: TestClient, streamId: string, isPreview = false) => {
  const socket = await client.openSocket()
  socket.send({ type: 'join_stream', streamId, isPreview })
  return socket
}

async function startLive() {
  const { peers } = server
  const owner = await server.member()
  const { id } = await owner.createStream()
  const waiting = await join(server.client(), id)
  await waiting.waitFor('stream_joined')
  const start = async () => {
    await owner.put(`/api/streams/${id}`, { isLive: true })
    const studio = await owner.openSocket()
    studio.send({ type: 'webrtc_offer', streamId: id, data: { type: 'offer', sdp: await peers.offer(id) } })
    await peers.acceptAnswer(id, (await studio.waitFor('webrtc_answer')).answer.sdp)
    return studio
  }
  return { owner, id, waiting, start }
}

/** Makes the engine as busy as if it had all the viewers that it can serve; returns the function that ends it. */
function fillEngine(): () => void {
  const admission = vi.spyOn(server.app.context.engine, 'tryAdmit').mockReturnValue(false)
  onTestFinished(() => admission.mockRestore())
  return () => admission.mockRestore()
}

test('new viewers of a full stream get 503 with Retry-After, and those who watch keep watching', async () => {
  const { peers } = server
  const { owner, id, waiting, start } = await startLive()
  await start()
  const { offer, peerId = '' } = await waiting.waitFor('webrtc_offer')
  const answer = { type: 'answer', sdp: await peers.answer(peerId, offer.sdp) }
  waiting.send({ type: 'webrtc_answer', streamId: id, data: answer, peerId })
  await expect.poll(async () => (await peers.stats(peerId)).video.packets).toBeGreaterThan(0)
  const empty = fillEngine()
  const { packets } = (await peers.stats(peerId)).video

  const sdp = await peers.offerToPlay('player')
  const whep = () => server.client().post(`/whep/${id}`, sdp, { 'content-type': 'application/sdp' })
  const refused = await whep()
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('3')
  expect(refused.body).toMatchObject({ code: 'stream_full' })
  for (const socket of [await join(server.client(), id), await join(owner, id, true)])
    expect(await socket.waitFor('error')).toMatchObject({
      code: 'stream_full',
      requestType: 'join_stream',
      streamId: id,
      retryAfter: 3,
    })
  const test503 = await owner.post('/api/live/checks', { sdp: await peers.offer('check') })
  expect(test503).toMatchObject({ status: 503, body: { code: 'engine_unavailable' } })
  expect((await owner.get(`/api/streams/${id}`)).body).toMatchObject({ viewerCount: 1 })
  await expect.poll(async () => (await peers.stats(peerId)).video.packets).toBeGreaterThan(packets)

  empty()
  expect((await whep()).status).toBe(201)
})

test('broadcasters are admitted by a busy engine, and viewers who had joined before get their offers first', async () => {
  const empty = fillEngine()
  const { id, waiting, start } = await startLive()
  await start()
  // Sent when the wait has lasted for a while.
  expect(await waiting.waitFor('error')).toMatchObject({ code: 'stream_full', streamId: id })
  empty()
  await waiting.waitFor('webrtc_offer')
})

test('a viewer who is banned while waiting for the engine does not join', async () => {
  const { owner, id, waiting, start } = await startLive()
  await start()
  await waiting.waitFor('webrtc_offer')
  const { engine } = server.app.context
  const joinAndBan = async () => {
    const banned = await server.member()
    const bans: Promise<unknown>[] = []
    let isBanned = false
    const admission = vi.spyOn(engine, 'tryAdmit').mockImplementation(() => {
      if (bans.length === 0)
        bans.push(owner.put(`/api/streams/${id}/bans/${banned.user.id}`).then(() => (isBanned = true)))
      return isBanned
    })
    const socket = await join(banned, id)
    const { code } = await socket.waitFor('error')
    admission.mockRestore()
    await Promise.all(bans)
    return code
  }
  // On a busy machine the wait can end before the ban is stored.
  await expect.poll(joinAndBan).toBe('banned')
})

test('a viewer who joins again keeps the earlier peer until the engine has capacity', async () => {
  const { peers } = server
  const { id, waiting, start } = await startLive()
  await start()
  const { offer, peerId = '' } = await waiting.waitFor('webrtc_offer')
  const answer = { type: 'answer', sdp: await peers.answer(peerId, offer.sdp) }
  waiting.send({ type: 'webrtc_answer', streamId: id, data: answer, peerId })
  const packetsOf = async () => (await peers.stats(peerId)).video.packets
  await expect.poll(packetsOf).toBeGreaterThan(0)
  const empty = fillEngine()
  waiting.send({ type: 'join_stream', streamId: id })
  await waiting.waitFor('stream_joined')
  const packets = await packetsOf()
  await expect.poll(packetsOf).toBeGreaterThan(packets + 20)
  empty()
  await waiting.waitFor('webrtc_offer', (message) => message.peerId !== peerId)
})

test('a stream takes as many viewers as the site allows, and its owner', async () => {
  const { settings } = server.app.context
  const by = server.admin.user.id
  onTestFinished(() => settings.reset('streaming.maxViewers', by))
  const { owner, id, waiting, start } = await startLive()
  await start()
  // Media has arrived.
  await waiting.waitFor('webrtc_offer')
  await settings.set('streaming.maxViewers', '2', by)
  const second = await join(server.client(), id)
  await second.waitFor('stream_joined')
  const third = await join(server.client(), id)
  expect(await third.waitFor('error')).toMatchObject({ code: 'stream_full', requestType: 'join_stream' })
  const sdp = await server.peers.offerToPlay('late')
  const refused = await server.client().post(`/whep/${id}`, sdp, { 'content-type': 'application/sdp' })
  expect(refused).toMatchObject({ status: 503, body: { code: 'stream_full' } })
  await (await join(owner, id)).waitFor('stream_joined')
  // A viewer who has joined may join again.
  second.send({ type: 'join_stream', streamId: id })
  await second.waitFor('stream_joined')
  await settings.set('streaming.maxViewers', '100', by)
  third.send({ type: 'join_stream', streamId: id })
  await third.waitFor('stream_joined')
  waiting.close()
})
