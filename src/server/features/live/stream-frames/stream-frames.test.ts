import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { stream } from '#shared/live/streams.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { streamFrames } from './schema.ts'
import { makeFrame, makeJpeg } from './test-frames.ts'

let server: TestApp
let viewer: TestClient
beforeAll(async () => {
  server = await startTestApp()
  viewer = await server.member()
})
afterAll(() => server.close())

async function goLive(options: { isPublic?: boolean } = {}) {
  const owner = await server.member()
  const { id } = await owner.createStream({ settings: options })
  await owner.put(`/api/streams/${id}`, { isLive: true })
  const send = (image: unknown) => owner.put(`/api/streams/${id}/frame`, { image })
  return { owner, id, send, path: `/api/streams/${id}/frame` }
}

const frameUrlOf = async (client: TestClient, id: string) =>
  stream.parse((await client.get(`/api/streams/${id}`)).body).frameUrl
const load = (url: string, headers: Record<string, string> = {}) => fetch(`${server.url}${url}`, { headers })

test('the record of a live stream has the URL of its frame, and later the URL of the one that replaced it', async () => {
  const { id, send } = await goLive()
  expect(await frameUrlOf(viewer, id)).toBeNull()
  expect((await send(await makeFrame())).status).toBe(200)
  const first = await frameUrlOf(viewer, id)
  const response = await load(first ?? '')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const shown = await sharp(Buffer.from(await response.arrayBuffer())).stats()
  expect(shown.dominant.r).toBeGreaterThan(150)

  await send(await makeFrame({ background: '#1e1ec8' }))
  const second = await frameUrlOf(viewer, id)
  expect(second).not.toBe(first)
  const replaced = await sharp(Buffer.from(await (await load(second ?? '')).arrayBuffer())).stats()
  expect(replaced.dominant.b).toBeGreaterThan(150)
})

test('a frame that has not changed since is not sent again', async () => {
  const { send, path } = await goLive()
  await send(await makeFrame())
  const etag = (await load(path)).headers.get('etag') ?? ''
  const again = await load(path, { 'if-none-match': etag })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
})

test('the list of live streams has the frame', async () => {
  const { id, send } = await goLive()
  await send(await makeFrame())
  const streams = z.array(stream).parse((await viewer.get('/api/streams/live?limit=100')).body)
  expect(streams.find((each) => each.id === id)?.frameUrl).toContain(`/api/streams/${id}/frame`)
})

test('only the owner may send a frame, and only while the stream is live', async () => {
  const { owner, id, send } = await goLive()
  const image = await makeFrame()
  expect((await viewer.put(`/api/streams/${id}/frame`, { image })).status).toBe(403)
  await owner.put(`/api/streams/${id}`, { isLive: false })
  expect(await send(image)).toMatchObject({ status: 409, body: { code: 'not_live' } })
})

test('the frame is deleted with the end of the broadcast', async () => {
  const { owner, id, send, path } = await goLive()
  await send(await makeFrame())
  await owner.put(`/api/streams/${id}`, { isLive: false })
  expect((await load(path)).status).toBe(404)
  expect(await frameUrlOf(viewer, id)).toBeNull()
  const { db } = server.database
  expect(await db.select().from(streamFrames).where(eq(streamFrames.streamId, id))).toEqual([])
})

test('an old frame is not shown', async () => {
  const { id, send, path } = await goLive()
  await send(await makeFrame())
  const { db } = server.database
  await db
    .update(streamFrames)
    .set({ takenAt: new Date(Date.now() - 4 * 60_000) })
    .where(eq(streamFrames.streamId, id))
  expect((await load(path)).status).toBe(404)
  expect(await frameUrlOf(viewer, id)).toBeNull()
})

test('a private stream’s frame is for signed-in users, as the stream', async () => {
  const { send, path } = await goLive({ isPublic: false })
  await send(await makeFrame())
  expect((await load(path)).status).toBe(404)
  expect((await viewer.get(path)).status).toBe(200)
})

test('a banned user does not get the frame', async () => {
  const { owner, id, send, path } = await goLive()
  await send(await makeFrame())
  const banned = await server.member()
  expect((await owner.put(`/api/streams/${id}/bans/${banned.user.id}`, {})).status).toBe(200)
  expect((await banned.get(path)).status).toBe(403)
})

test('open lists load again with the first frame of a public broadcast only', async () => {
  const socket = await viewer.openSocket()
  socket.send({ type: 'subscribe_live' })
  await socket.ping(1)
  const hidden = await goLive({ isPublic: false })
  await hidden.send(await makeFrame())
  const open = await goLive()
  await socket.waitFor('live_changed')
  await open.send(await makeFrame())
  await open.send(await makeFrame())
  const { id } = await goLive()
  await socket.waitFor('live_changed', ({ streamId }) => streamId === id)
  const changed = socket.received.filter(({ type }) => type === 'live_changed')
  expect(changed).toMatchObject([{ streamId: open.id }])
})

test('metadata is removed', async () => {
  const { send, path } = await goLive()
  const photo = await sharp(await makeJpeg())
    .withMetadata({ exif: { IFD0: { Copyright: 'a secret place' } } })
    .jpeg()
    .toBuffer()
  await send(Buffer.concat([photo, Buffer.from('<script>behind the end</script>')]).toString('base64'))
  const bytes = Buffer.from(await (await load(path)).arrayBuffer())
  expect(bytes.includes('a secret place')).toBe(false)
  expect(bytes.includes('script')).toBe(false)
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
})

test.each([
  [
    'a PNG',
    async () =>
      (
        await sharp(await makeJpeg())
          .png()
          .toBuffer()
      ).toString('base64'),
  ],
  ['a larger picture', () => makeFrame({ width: 1280, height: 720 })],
  ['a truncated JPEG', async () => (await makeJpeg()).subarray(0, -40).toString('base64')],
  ['a JPEG without a scan', async () => 'AAAA'],
])('%s is refused', async (_what, make) => {
  const { send } = await goLive()
  expect(await send(await make())).toMatchObject({ status: 422, body: { fields: [{ path: 'image' }] } })
})

test('something that is not Base64, or too long, does not fit the schema', async () => {
  const { send } = await goLive()
  for (const image of ['not base64!', 'A'.repeat(200_000), '']) expect((await send(image)).status).toBe(400)
})
