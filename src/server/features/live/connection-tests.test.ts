import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startConnectionTest } from '#shared/live.ts'
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
afterAll(() => server.close())

const names = async () => (await server.app.context.engine.stats()).streams.map(({ streamId }) => streamId)

async function check(member: TestClient, peer: string) {
  const { status, body } = await member.post('/api/live/checks', { sdp: await peers.offer(peer) })
  expect(status, JSON.stringify(body)).toBe(201)
  const answer = startConnectionTest.response.parse(body)
  await peers.acceptAnswer(peer, answer.sdp)
  return answer
}

test('a check takes real media, is no stream, and ends when its member says so', async () => {
  const member = await server.member()
  const { id, seconds } = await check(member, 'line')
  expect(seconds).toBe(15)
  await expect.poll(async () => (await peers.stats('line')).bitrate).toBeGreaterThan(0)
  expect(await names()).toContain(`check:${id}`)
  expect((await member.get('/api/streams/live')).body).toEqual([])
  for (const path of [`/api/streams/${id}`, `/api/streams/check:${id}`])
    expect((await member.get(path)).status).toBe(404)
  const socket = await member.socket()
  socket.send({ type: 'join_stream', streamId: id })
  expect(await socket.waitFor('error')).toMatchObject({ code: 'not_found' })
  socket.close()
  expect((await member.send('DELETE', `/api/live/checks/${id}`)).body).toEqual({ ended: true })
  await expect.poll(names).not.toContain(`check:${id}`)
})

test('one runs at a time, and another member cannot end it', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const { id } = await check(member, 'first')
  const second = await member.post('/api/live/checks', { sdp: await peers.offer('second') })
  expect(second.status).toBe(429)
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.send('DELETE', `/api/live/checks/${id}`)).body).toEqual({ ended: true })
  expect(await names()).toContain(`check:${id}`)
  await member.send('DELETE', `/api/live/checks/${id}`)
  await check(member, 'third')
})

test('it ends by itself', async () => {
  const checks = new ConnectionTests(server.app.context.engine, { processes: 1, seconds: 0.3 })
  const { id } = await checks.begin('a member', await peers.offer('short'))
  expect(await names()).toContain(`check:${id}`)
  await expect.poll(names).not.toContain(`check:${id}`)
  expect((await checks.begin('a member', await peers.offer('shorter'))).seconds).toBe(0.3)
  checks.close()
})

test('of several processes it tries the one that it names', async () => {
  const parts = [await testEngine(), await testEngine()] as const
  const engine = createShardedEngine([parts[0].engine, parts[1].engine])
  onTestFinished(() => engine.close())
  await engine.start()
  const checks = new ConnectionTests(engine, { processes: 2 })
  onTestFinished(() => checks.close())
  for (const [index, part] of parts.entries())
    for (const member of ['one', 'another']) {
      const { id, sdp } = await checks.begin(member, await peers.offer(`${member} at ${index}`), index)
      expect((await part.engine.stats()).streams).toMatchObject([{ streamId: `check:${id}` }])
      expect(sdp).toContain(` ${part.udpPort} typ host`)
      checks.end(member, id)
      await expect.poll(async () => (await part.engine.stats()).streams).toEqual([])
    }
})

test('a process that there is not is refused', async () => {
  const member = await server.member()
  const sdp = await peers.offer('nowhere')
  const answer = await member.post('/api/live/checks', { sdp, process: 1 })
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid' }])
})

test('a broken offer is refused, and the next one is taken', async () => {
  const member = await server.member()
  const answer = await member.post('/api/live/checks', { sdp: 'v=0\r\nm=nonsense' })
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid' }])
  await check(member, 'whole')
})
