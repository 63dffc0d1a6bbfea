import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startConnectionTest } from '#shared/live/live.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import { createShardedEngine } from '#server/live-engine/sharded-engine.ts'
import type { Peers } from '#server/live-engine/testing/peers.ts'
import { testEngine } from '#server/live-engine/testing/start-engine.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'
import { ConnectionTests } from './connection-tests.ts'

let server: LiveTestApp
let peers: Peers
beforeAll(async () => {
  server = await startLiveApp()
  peers = server.peers
})
beforeEach(() => admitAlways(server.app.context.engine))
afterAll(() => server.close())

/** A busy machine refuses tests for a moment; `full-stream.test.ts` tests that. */
function admitAlways(engine: MediaEngine): void {
  vi.spyOn(engine, 'tryAdmit').mockReturnValue(true)
}

const streamNames = async () =>
  (await server.app.context.engine.stats()).streams.map(({ streamId }) => streamId)

async function startTest(user: TestClient, peer: string) {
  const { status, body } = await user.post('/api/live/checks', { sdp: await peers.offer(peer) })
  expect(status, JSON.stringify(body)).toBe(201)
  const started = startConnectionTest.response.parse(body)
  await peers.acceptAnswer(peer, started.sdp)
  return started
}

test('a connection test receives real media, is no stream, and ends when its user ends it', async () => {
  const user = await server.member()
  const { id, seconds } = await startTest(user, 'line')
  expect(seconds).toBe(15)
  await expect.poll(async () => (await peers.stats('line')).bitrate).toBeGreaterThan(0)
  expect(await streamNames()).toContain(`check:${id}`)
  expect((await user.get('/api/streams/live')).body).toEqual([])
  for (const path of [`/api/streams/${id}`, `/api/streams/check:${id}`])
    expect((await user.get(path)).status).toBe(404)
  const socket = await user.openSocket()
  socket.send({ type: 'join_stream', streamId: id })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found' })
  socket.close()
  expect((await user.send('DELETE', `/api/live/checks/${id}`)).body).toEqual({ ended: true })
  await expect.poll(streamNames).not.toContain(`check:${id}`)
})

test('one test per user runs at a time, and another user cannot end it', async () => {
  const [user, other] = [await server.member(), await server.member()]
  const { id } = await startTest(user, 'first')
  const second = await user.post('/api/live/checks', { sdp: await peers.offer('second') })
  expect(second.status).toBe(429)
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.send('DELETE', `/api/live/checks/${id}`)).body).toEqual({ ended: true })
  expect(await streamNames()).toContain(`check:${id}`)
  await user.send('DELETE', `/api/live/checks/${id}`)
  await startTest(user, 'third')
})

test('a test ends after its duration', async () => {
  const tests = new ConnectionTests(server.app.context.engine, { processes: 1, seconds: 0.3 })
  const { id } = await tests.start('a member', await peers.offer('short'))
  expect(await streamNames()).toContain(`check:${id}`)
  await expect.poll(streamNames).not.toContain(`check:${id}`)
  expect((await tests.start('a member', await peers.offer('shorter'))).seconds).toBe(0.3)
  tests.close()
})

test('a test runs on the engine process that it names', async () => {
  const parts = [await testEngine(), await testEngine()] as const
  const engine = createShardedEngine([parts[0].engine, parts[1].engine])
  onTestFinished(() => engine.close())
  await engine.start()
  admitAlways(engine)
  const tests = new ConnectionTests(engine, { processes: 2 })
  onTestFinished(() => tests.close())
  for (const [index, part] of parts.entries())
    for (const user of ['one', 'another']) {
      const { id, sdp } = await tests.start(user, await peers.offer(`${user} at ${index}`), index)
      expect((await part.engine.stats()).streams).toMatchObject([{ streamId: `check:${id}` }])
      expect(sdp).toContain(` ${part.udpPort} typ host`)
      tests.end(user, id)
      await expect.poll(async () => (await part.engine.stats()).streams).toEqual([])
    }
})

test('an unknown process is rejected', async () => {
  const user = await server.member()
  const sdp = await peers.offer('nowhere')
  const response = await user.post('/api/live/checks', { sdp, process: 1 })
  expect([response.status, response.body]).toMatchObject([400, { code: 'invalid' }])
})

test('a broken offer is rejected, and the next offer is accepted', async () => {
  const user = await server.member()
  const response = await user.post('/api/live/checks', { sdp: 'v=0\r\nm=nonsense' })
  expect([response.status, response.body]).toMatchObject([400, { code: 'invalid' }])
  await startTest(user, 'whole')
})
