import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getLiveStatus } from '#shared/live/live-status.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'

let server: LiveTestApp
beforeAll(async () => {
  server = await startLiveApp()
})
afterAll(() => server.close())

const readStatus = async () => getLiveStatus.response.parse((await server.admin.get('/api/admin/live')).body)

test('an admin sees the engine’s state and addresses', async () => {
  const { live } = server.app.context.config
  expect(await readStatus()).toMatchObject({
    isUp: true,
    processes: [{ restarts: 0 }],
    media: { host: '127.0.0.1', ports: [live.udpPort], addresses: ['127.0.0.1'] },
    hasTurn: false,
    problems: [],
    streams: [],
  })
})

test('streams are listed with title and statistics, connection tests are not', async () => {
  const { engine } = server.app.context
  const { id, title } = await server.admin.createStream()
  await server.peers.publish(id, 'publisher')
  await server.peers.publish('check:something', 'another')
  await expect
    .poll(async () => (await readStatus()).streams)
    .toMatchObject([{ streamId: id, title, viewers: 0 }])
  engine.endStream(id)
  engine.endStream('check:something')
})

test('an engine that is down is reported as a problem', async () => {
  const down = await startTestApp()
  onTestFinished(() => down.close())
  const { body } = await down.admin.get('/api/admin/live')
  expect(body).toMatchObject({ isUp: false, problems: ['engineDown'], streams: [], processes: [] })
})

test('the page gets 404 for everyone but admins', async () => {
  const page = (client: { get: TestApp['admin']['get'] }) => client.get('/admin/live')
  expect((await page(server.admin)).status).toBe(200)
  expect((await page(await server.member())).status).toBe(404)
  expect((await page(server.client())).status).toBe(404)
})
