import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { errorBody } from '#shared/errors.ts'
import { stream as streamSchema } from '#shared/live/streams.ts'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import { textBomb } from '#server/images/testing/test-bombs.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { upload } from '#server/features/media/uploads/test-uploads.ts'
import { getStorageUse, media } from '#shared/media/uploads.ts'
import { plainImage } from './test-images.ts'
import { type TestSite, fetchRulesFor, startTestSite } from './test-site.ts'

let site: TestSite
let server: TestApp
let photo: Buffer
let bomb: Buffer

/** The external site: serves the photo at every path except these. */
const serveExternalSite: RequestListener = (request, response) => {
  if (request.url?.startsWith('/page')) response.end('<!doctype html><title>no picture</title>')
  else if (request.url?.startsWith('/bomb')) response.end(bomb)
  else if (request.url?.startsWith('/inwards'))
    response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  else if (!request.url?.startsWith('/silence')) response.end(photo)
}

beforeAll(async () => {
  photo = await plainImage(400, 300, '#1e6fc8').jpeg().toBuffer()
  bomb = textBomb('zTXt')
  site = await startTestSite(serveExternalSite)
  server = await startTestApp({ fetchRules: fetchRulesFor(site) })
})
afterAll(async () => {
  await server.close()
  await site.close()
})

let usedImages = 0
/** A URL of the photo that no test has used, so that it is not cached. */
const unusedPhotoUrl = () => `${site.url}/photo-${usedImages++}.jpg`
const preview = (client: TestClient, address: string) =>
  client.get(`/api/thumbnails/preview?url=${encodeURIComponent(address)}`)
const create = (client: TestClient, thumbnailUrl: string, title = 'A stream') =>
  client.post('/api/streams', { title, category: 'Gaming', thumbnailUrl })
const requestsFor = (address: string) => site.requests.filter(({ url }) => site.url + url === address).length

async function storedFiles(): Promise<string[]> {
  const folder = path.join(server.app.context.config.dataDir, 'files', 'thumbnails')
  return readdir(folder).catch(() => [])
}

async function ownStreams(client: TestClient): Promise<unknown> {
  return (await client.get(`/api/users/${client.user.id}/streams`)).body
}

test('the thumbnail of a stream is a local copy, visible to visitors too', async () => {
  const member = await server.member()
  const address = unusedPhotoUrl()
  const { id, thumbnailUrl } = await member.createStream({ thumbnailUrl: address })

  expect(thumbnailUrl).toMatch(/^\/files\/thumbnails\/[0-9a-f-]{36}\.webp$/)
  expect(thumbnailUrl).not.toContain(id)
  expect((await server.client().get(`/api/streams/${id}`)).body).toMatchObject({ thumbnailUrl })
  const sizes = [
    [thumbnailUrl ?? '', 1280, 720],
    [smallThumbnail(thumbnailUrl ?? ''), 640, 360],
  ] as const
  for (const [localUrl, width, height] of sizes) {
    const response = await fetch(server.url + localUrl)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const servedImage = await sharp(await response.arrayBuffer()).metadata()
    expect(servedImage).toMatchObject({ format: 'webp', width, height })
  }
  expect(requestsFor(address)).toBe(1)
})

test('a stream without a thumbnail has none', async () => {
  const member = await server.member()
  expect((await member.createStream({ thumbnailUrl: null })).thumbnailUrl).toBeNull()
})

test('two streams with the same image have different thumbnail URLs', async () => {
  const member = await server.member()
  const address = unusedPhotoUrl()
  const [one, two] = await Promise.all([
    member.createStream({ thumbnailUrl: address }),
    member.createStream({ thumbnailUrl: `${address}#again`, settings: { isPublic: false } }),
  ])

  expect(one.thumbnailUrl).not.toBe(two.thumbnailUrl)
  expect(requestsFor(address)).toBe(1)
})

test('the preview equals the thumbnail of the stream, and the image is fetched once', async () => {
  const member = await server.member()
  const address = unusedPhotoUrl()
  const previewResponse = await preview(member, address)
  expect(previewResponse.status).toBe(200)
  expect(previewResponse.headers.get('content-type')).toBe('image/webp')
  expect(previewResponse.headers.get('cache-control')).toBe('private, max-age=300')

  const { thumbnailUrl } = await member.createStream({ thumbnailUrl: address })
  const servedImage = await server.client().send('HEAD', thumbnailUrl ?? '')
  expect(servedImage.headers.get('content-length')).toBe(previewResponse.headers.get('content-length'))
  expect(requestsFor(address)).toBe(1)
})

test.each([
  ['an HTML page', () => `${site.url}/page`, /no picture at this address/],
  ['an image bomb', () => `${site.url}/bomb`, /too much memory or time/],
  [
    'an internal address',
    () => `http://169.254.169.254:${site.port}/latest/meta-data/`,
    /No picture could be fetched/,
  ],
  ['an internal address as mapped IPv6', () => `http://[::ffff:127.0.0.1]:${site.port}/`, /could be fetched/],
  ['a redirect to an internal address', () => `${site.url}/inwards`, /No picture could be fetched/],
  ['another port', () => 'http://127.0.0.1:22/', /without a user name, a password or a port/],
  ['a password', () => site.url.replace('//', '//someone:secret@'), /without a user name, a password/],
])('%s as a thumbnail is refused at its field, and nothing is stored', async (_name, addressOf, pattern) => {
  const member = await server.member()
  const filesBefore = await storedFiles()
  const address = addressOf()

  const refusal = await create(member, address)
  expect(refusal.status).toBe(422)
  const { code, message, fields } = errorBody.parse(refusal.body)
  expect([code, fields]).toEqual(['unprocessable', [{ path: 'thumbnailUrl', message }]])
  expect(message).toMatch(pattern)
  expect(await ownStreams(member)).toEqual([])
  expect(await storedFiles()).toEqual(filesBefore)

  const previewResponse = await preview(member, address)
  expect(previewResponse).toMatchObject({ status: 422, body: { fields: [{ path: 'url', message }] } })
})

test('submitting the form after a failed preview does not fetch again', async () => {
  const member = await server.member()
  const address = `${site.url}/page-without-picture`
  expect((await preview(member, address)).status).toBe(422)
  expect((await create(member, address)).status).toBe(422)
  expect(requestsFor(address)).toBe(1)
})

test('a stream that cannot be stored leaves no thumbnail behind', async () => {
  const member = await server.member()
  const filesBefore = await storedFiles()
  await server.database.pool.query(
    `alter table streams add constraint test_refusal check (title <> 'refused')`,
  )
  onTestFinished(async () => {
    await server.database.pool.query('alter table streams drop constraint test_refusal')
  })

  expect((await create(member, unusedPhotoUrl(), 'refused')).status).toBe(500)
  expect(await storedFiles()).toEqual(filesBefore)
})

test('a thumbnail counts towards what its owner may store, and needs room on the disk', async () => {
  const member = await server.member()
  const { context } = server.app
  await member.createStream({ thumbnailUrl: unusedPhotoUrl() })
  const { usedBytes } = getStorageUse.response.parse((await member.get('/api/storage')).body)
  expect(usedBytes).toBeGreaterThan(0)
  const filesBefore = await storedFiles()
  await context.settings.set('limits.storageBytes', String(usedBytes + 1), member.user.id)
  onTestFinished(async () => {
    await context.settings.reset('limits.storageBytes', member.user.id)
  })
  expect(await create(member, unusedPhotoUrl())).toMatchObject({ status: 422 })
  const fullDisk = vi.spyOn(context.disk, 'hasRoomFor').mockResolvedValue(false)
  onTestFinished(() => fullDisk.mockRestore())
  expect(await create(await server.member(), unusedPhotoUrl())).toMatchObject({ status: 503 })
  expect(await storedFiles()).toEqual(filesBefore)
})

test('the preview needs a signed-in user and an http(s) URL', async () => {
  const address = unusedPhotoUrl()
  expect(await preview(server.client(), address)).toMatchObject({
    status: 401,
    body: { code: 'unauthorized' },
  })
  const member = await server.member()
  for (const wrong of [
    '',
    'photo.jpg',
    'javascript:alert(1)',
    'ftp://example.org/a.png',
    `http://example.org/${'x'.repeat(2000)}`,
  ]) {
    expect(await preview(member, wrong), wrong).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: [{ path: 'url' }] },
    })
  }
  expect((await member.get('/api/thumbnails/preview')).status).toBe(400)
  expect(requestsFor(address)).toBe(0)
})

test.each([
  '/files/thumbnails/00000000-0000-4000-8000-000000000000.webp',
  '/files/thumbnails/',
  '/files/thumbnails',
  '/files/thumbnails/..%2f..%2fsession-secret',
  '/files/thumbnails/..%2fthumbnails',
  '/files/thumbnails/%2e%2e',
  '/files/thumbnails/a.webp%00',
  '/files/.parts/a',
  '/files/../session-secret',
])('%s is not found', async (address) => {
  expect((await server.client().get(address)).status).toBe(404)
})

test('with the default rules only the public web is reachable, and previews are rate-limited', async () => {
  const ownServer = await startTestApp({ rates: { thumbnailPreviews: { points: 2, seconds: 60 } } })
  onTestFinished(() => ownServer.close())
  const member = await ownServer.member()
  const requestsBefore = site.requests.length

  expect((await preview(member, `${site.url}/`)).status).toBe(422)
  expect(await preview(member, 'http://127.0.0.1/')).toMatchObject({ status: 422 })
  const third = await preview(member, 'http://127.0.0.1/')
  expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(site.requests.length).toBe(requestsBefore)
})

test('closing the server aborts running fetches', async () => {
  const ownServer = await startTestApp({ fetchRules: fetchRulesFor(site) })
  const member = await ownServer.member()
  const previewResponse = preview(member, `${site.url}/silence`).catch(() => 'aborted')
  await expect.poll(() => requestsFor(`${site.url}/silence`)).toBe(1)
  const lastRequest = site.requests.at(-1)
  const closed = lastRequest && once(lastRequest.socket, 'close')

  await ownServer.close()
  await closed
  expect(await previewResponse).toBe('aborted')
})

/** Uploads the photo as a thumbnail; returns the URL of the upload. */
async function uploadPhoto(client: TestClient, bytes = photo, purpose = 'thumbnail'): Promise<string> {
  const location = await upload(client, bytes)
  const { body } = await client.post(`${location}/finish`, { purpose })
  return media.parse(body).url
}

test('an uploaded picture becomes the thumbnail of a stream, and of a change', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const source = await uploadPhoto(member)
  const created = await create(member, source)
  expect(created.status).toBe(201)
  const first = streamSchema.parse(created.body)
  expect(first.thumbnailUrl).toMatch(/^\/files\/thumbnails\/[\da-f-]+\.webp$/)
  const { status, headers } = await other.get(first.thumbnailUrl ?? '')
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
  // The upload is used up.
  expect((await member.get(source)).status).toBe(404)

  const next = await uploadPhoto(member)
  const changed = await member.put(`/api/streams/${first.id}`, { thumbnailUrl: next })
  expect(streamSchema.parse(changed.body).thumbnailUrl).not.toBe(first.thumbnailUrl)
  expect((await other.get(first.thumbnailUrl ?? '')).status).toBe(404)
})

test('an upload stays usable when the stream could not be changed', async () => {
  const member = await server.member()
  const { id } = await member.createStream()
  const source = await uploadPhoto(member)
  const past = '2020-01-01T00:00:00.000Z'
  const refused = await member.put(`/api/streams/${id}`, { thumbnailUrl: source, scheduledFor: past })
  expect(refused.status).toBe(422)
  expect((await member.put(`/api/streams/${id}`, { thumbnailUrl: source })).status).toBe(200)
})

test('the upload of another member, one that is used, one of another purpose and an unknown one are refused', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const used = await uploadPhoto(member)
  await create(member, used)
  const unknown = '/api/uploads/0198c1d2-0000-7000-8000-00000000000a/file'
  const post = await uploadPhoto(member, photo, 'post')
  for (const source of [await uploadPhoto(other), used, unknown])
    expect(await create(member, source)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path: 'thumbnailUrl' }] },
    })
  for (const source of [post, '/api/uploads/x/file', '/api/uploads/../auth/user'])
    expect(await create(member, source)).toMatchObject({ status: 400 })
})
