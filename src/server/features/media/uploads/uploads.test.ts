import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { media } from '#shared/media/uploads.ts'
import { mediaUploads } from '#server/features/media/media/schema.ts'
import { testVideo } from '#server/features/media/media/test-videos.ts'
import { setPro } from '#server/features/accounts/users/test-queries.ts'
import { insertFiles } from '#server/features/videos/videos/files/queries.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { FULL_DISK } from '#server/testing/disks.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { closeToolAfterTests } from '#server/transcoding/testing/test-media.ts'
import {
  PART_HEADERS,
  TUS_HEADERS,
  createTestUpload,
  finish,
  resumeUpload,
  sendPart,
  upload,
  uploadMedia,
} from './test-uploads.ts'
import { cleanupUploadsJob } from './cleanup-job.ts'

closeToolAfterTests()

let server: TestApp
let member: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestApp()
  member = await server.member()
  stranger = await server.member()
})
afterAll(() => server.close())

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
    .jpeg()
    .toBuffer()

/** A file that is stored unchanged. */
const pdf = (length: number) => Buffer.concat([Buffer.from('%PDF-1.7\n')], length).fill('content ', 9)

const offsetOf = async (client: TestClient, location: string) =>
  (await client.send('HEAD', location, undefined, TUS_HEADERS)).headers.get('upload-offset')

test('an image sent in two parts is stored, and served in all its sizes', async () => {
  const bytes = await jpeg(2000, 1000)
  const created = await createTestUpload(member, bytes.length)
  const location = created.headers.get('location') ?? ''
  // Relative, because a proxy may serve the site under another host name.
  expect([created.status, location]).toEqual([201, expect.stringMatching(/^\/api\/uploads\/[\w-]{36}$/)])

  const half = Math.floor(bytes.length / 2)
  expect((await sendPart(member, location, 0, bytes.subarray(0, half))).headers.get('upload-offset')).toBe(
    `${half}`,
  )
  expect(await offsetOf(member, location)).toBe(`${half}`)
  expect((await sendPart(member, location, half, bytes.subarray(half))).status).toBe(204)

  const { status, body } = await finish(member, location)
  expect([status, body]).toEqual([
    200,
    {
      url: expect.stringMatching(/^\/files\/media\/[\da-f-]{36}\.webp$/),
      mediaType: 'image',
      mimeType: 'image/webp',
      fileSize: expect.any(Number),
      width: 1600,
      height: 800,
      duration: null,
    },
  ])
  const { url } = media.parse(body)
  for (const each of [url, url.replace('.webp', '-small.webp'), url.replace('.webp', '-large.webp')]) {
    const response = await server.client().get(each)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  }
})

test('repeated and concurrent finish requests return the same media', async () => {
  const location = await upload(member, await testVideo())
  const [first, second] = await Promise.all([finish(member, location), finish(member, location)])
  const third = await finish(member, location)

  expect([first.status, second.status, third.status]).toEqual([200, 200, 200])
  expect(second.body).toEqual(first.body)
  expect(third.body).toEqual(first.body)
  expect(await server.database.pool.query('select from uploads')).toMatchObject({ rowCount: 0 })
})

test('an upload resumes at the right byte after the server was stopped in the middle of a part', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-restart-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { DATA_DIR: folder, PORT: String(await freePort('tcp')) }
  const before = await startTestApp({ env })
  onTestFinished(() => before.database.close())
  const uploader = await before.member()
  const document = pdf(4_000_000)
  const location = (await createTestUpload(uploader, document.length)).headers.get('location') ?? ''
  const part = startPart(uploader, location, document.length)
  part.write(document.subarray(0, 1_500_000))
  const file = path.join(folder, 'uploads', path.basename(location))
  await vi.waitFor(async () => expect((await stat(file)).size).toBe(1_500_000))
  await before.stop()

  const after = await startTestApp({ env, database: before.database })
  onTestFinished(() => after.stop())
  expect(await offsetOf(uploader, location)).toBe('1500000')
  await resumeUpload(uploader, document, location)
  const { body } = await finish(uploader, location)
  const servedFile = await fetch(after.url + media.parse(body).url)
  expect(Buffer.from(await servedFile.arrayBuffer()).equals(document)).toBe(true)
})

test('an idle client is disconnected in the middle of a part, and can resume', async () => {
  const limitedServer = await startTestApp({ uploadRules: { idleTimeoutMs: 500 } })
  onTestFinished(() => limitedServer.close())
  const uploader = await limitedServer.member()
  const location = (await createTestUpload(uploader, 1000)).headers.get('location') ?? ''
  const part = startPart(uploader, location, 1000)
  part.write(Buffer.alloc(400))
  await new Promise((resolve) => part.once('close', resolve))

  expect(await offsetOf(uploader, location)).toBe('400')
  expect((await sendPart(uploader, location, 400, Buffer.alloc(600))).status).toBe(204)
})

test('a client that reconnects takes the lock over from its own lost request', async () => {
  const location = (await createTestUpload(member, 1000)).headers.get('location') ?? ''
  const lost = startPart(member, location, 1000)
  lost.write(Buffer.alloc(300))
  const file = path.join(server.app.context.config.dataDir, 'uploads', path.basename(location))
  await vi.waitFor(async () => expect((await stat(file)).size).toBe(300))

  expect(await offsetOf(member, location)).toBe('300')
  expect((await sendPart(member, location, 300, Buffer.alloc(700))).status).toBe(204)
  lost.destroy()
})

test('of concurrent parts at one offset exactly one is accepted', async () => {
  const location = (await createTestUpload(member, 100_000)).headers.get('location') ?? ''
  const part = Buffer.alloc(50_000, 'a')
  const responses = await Promise.all(Array.from({ length: 8 }, () => sendPart(member, location, 0, part)))

  expect(responses.map(({ status }) => status).toSorted()).toEqual([
    204,
    ...Array.from({ length: 7 }, () => 409),
  ])
  expect(await offsetOf(member, location)).toBe('50000')
})

test('a refused part does not block the next request on the same connection', async () => {
  const location = (await createTestUpload(member, 4_000_000)).headers.get('location') ?? ''
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const patch = async (offset: number) => {
    const part = startPart(member, location, 2_000_000, { agent, offset })
    part.end(Buffer.alloc(2_000_000))
    const response = await new Promise<http.IncomingMessage>((resolve) => part.once('response', resolve))
    await once(response.resume(), 'end')
    return response.statusCode
  }
  expect([await patch(7), await patch(0)]).toEqual([409, 204])
})

test('a user cannot see, change, delete or finish the upload of another', async () => {
  const location = await upload(member, pdf(100))
  const responses = [
    await stranger.send('HEAD', location, undefined, TUS_HEADERS),
    await sendPart(stranger, location, 0, Buffer.alloc(1)),
    await stranger.send('DELETE', location, undefined, TUS_HEADERS),
    await finish(stranger, location),
  ]
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await finish(member, location)).status).toBe(200)
  expect((await finish(stranger, location)).status).toBe(404)
})

test('a visitor cannot upload', async () => {
  const visitor = server.client()
  const responses = [
    await createTestUpload(visitor, 10),
    await visitor.send('OPTIONS', '/api/uploads'),
    await sendPart(visitor, await upload(member, pdf(100)), 0, Buffer.alloc(1)),
  ]
  for (const { status, body } of responses) {
    expect([status, body]).toEqual([401, { message: 'Unauthorized', code: 'unauthorized' }])
  }
})

test('a deleted upload cannot be found or finished', async () => {
  const location = await upload(member, pdf(100))
  expect((await member.send('DELETE', location, undefined, TUS_HEADERS)).status).toBe(204)
  expect((await member.send('HEAD', location, undefined, TUS_HEADERS)).status).toBe(404)
  expect(await finish(member, location)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('an incomplete upload cannot be finished', async () => {
  const location = (await createTestUpload(member, 10)).headers.get('location') ?? ''
  await sendPart(member, location, 0, Buffer.alloc(9))
  expect(await finish(member, location)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await offsetOf(member, location)).toBe('9')
})

test.each<[string, number, string, Record<string, string>]>([
  ['no protocol version', 412, 'invalid', { 'tus-resumable': '' }],
  ['an unsupported protocol version', 412, 'invalid', { 'tus-resumable': '0.2.2' }],
  ['no length', 400, 'invalid', { 'upload-length': '' }],
  ['a deferred length', 400, 'invalid', { 'upload-length': '', 'upload-defer-length': '1' }],
  ['a negative length', 400, 'invalid', { 'upload-length': '-1' }],
  ['more than 1 GB', 413, 'too_large', { 'upload-length': String(1024 ** 3 + 1) }],
  ['malformed metadata', 400, 'invalid', { 'upload-metadata': 'filename <svg>' }],
  ['a concatenation', 400, 'invalid', { 'upload-concat': 'final;/a /b', 'upload-length': '' }],
])(
  'an upload with %s is refused with an error body of the contract',
  async (_name, status, code, headers) => {
    const response = await createTestUpload(member, 10, headers)
    expect(response).toMatchObject({ status, body: { code, message: expect.any(String) } })
  },
)

test.each<[string, number, string, Record<string, string>]>([
  ['at a wrong offset', 409, 'conflict', { 'upload-offset': '3' }],
  ['without an offset', 400, 'invalid', { 'upload-offset': '' }],
  ['at an offset that is not a number', 400, 'invalid', { 'upload-offset': '1e1' }],
  ['of a wrong content type', 415, 'unsupported_type', { 'content-type': 'application/json' }],
  ['without a protocol version', 412, 'invalid', { 'tus-resumable': '' }],
])('a part %s is refused', async (_name, status, code, headers) => {
  const location = (await createTestUpload(member, 10)).headers.get('location') ?? ''
  const response = await member.send('PATCH', location, Buffer.from('12345'), {
    ...PART_HEADERS,
    'upload-offset': '0',
    ...headers,
  })
  expect(response).toMatchObject({ status, body: { code, message: expect.any(String) } })
  expect(await offsetOf(member, location)).toBe('0')
})

test('more bytes than declared are refused', async () => {
  const location = (await createTestUpload(member, 10)).headers.get('location') ?? ''
  expect(await sendPart(member, location, 0, Buffer.alloc(11))).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  })
})

test('an upload with an unknown or malformed id is not found', async () => {
  for (const path of [
    '/api/uploads/42',
    '/api/uploads/..%2f..%2fsecrets',
    `/api/uploads/${crypto.randomUUID()}`,
  ]) {
    expect((await member.send('HEAD', path, undefined, TUS_HEADERS)).status).toBe(404)
    expect((await sendPart(member, path, 0, Buffer.alloc(1))).status).toBe(404)
  }
})

test('a file name is stored without folders and bidirectional overrides, and a malformed type is dropped', async () => {
  const name = Buffer.from('/home/me/\u202efdp.exe\n').toString('base64')
  const type = Buffer.from('text/html; charset=x').toString('base64')
  const location = await upload(member, pdf(100), `filename ${name},filetype ${type},other ${name}`)

  const rows = await server.database.pool.query('select file_name, file_type from uploads where id = $1', [
    path.basename(location),
  ])
  expect(rows.rows).toEqual([{ file_name: 'fdp.exe', file_type: '' }])
})

test('cross-origin pages can neither send nor read uploads', async () => {
  const crossOrigin = await createTestUpload(member, 10, { origin: 'https://elsewhere.example' })
  expect(crossOrigin).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const preflight = await member.send('OPTIONS', '/api/uploads', undefined, {
    origin: 'https://elsewhere.example',
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration')
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('uploads are rate-limited per user', async () => {
  const limitedServer = await startTestApp({ rates: { uploads: { points: 2, seconds: 60 } } })
  onTestFinished(() => limitedServer.close())
  const uploader = await limitedServer.member()
  await createTestUpload(uploader, 10)
  await createTestUpload(uploader, 10)

  const refusal = await createTestUpload(uploader, 10)
  expect(refusal).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await createTestUpload(await limitedServer.member(), 10)).status).toBe(201)
})

test('unfinished uploads and unused media of a user are limited, also for concurrent requests', async () => {
  const limitedServer = await startTestApp({ uploadRules: { maxBytesPerUser: 1000 } })
  onTestFinished(() => limitedServer.close())
  const uploader = await limitedServer.member()
  const responses = await Promise.all(Array.from({ length: 20 }, () => createTestUpload(uploader, 400)))
  expect(responses.filter(({ status }) => status === 201).length).toBe(2)
  expect(responses.filter(({ status }) => status === 422).length).toBe(18)

  for (const { headers } of responses) {
    const location = headers.get('location')
    if (location) await uploader.send('DELETE', location, undefined, TUS_HEADERS)
  }
  const document = pdf(200)
  expect((await finish(uploader, await upload(uploader, document))).status).toBe(200)
  expect((await createTestUpload(uploader, 1001 - document.length)).status).toBe(422)
  expect((await createTestUpload(uploader, 1000 - document.length)).status).toBe(201)
})

test('the files of a member are limited: posted ones, recordings, and what was made of them included', async () => {
  const { settings } = server.app.context
  const [member, other] = [await server.member(), await server.member()]
  await settings.set('limits.storageBytes', '2048', member.user.id)
  onTestFinished(async () => {
    await settings.reset('limits.storageBytes', member.user.id)
  })
  const document = pdf(1000)
  const { url } = await uploadMedia(member, document, 'post')
  const { db } = server.database
  await db.update(mediaUploads).set({ status: 'used' }).where(eq(mediaUploads.url, url))
  const videoId = await storeVideo(db, member.user.id)
  const recording = { name: 'original.webm', kind: 'original', mimeType: 'video/webm' } as const
  const quality = { name: '240p.mp4', kind: 'rendition', mimeType: 'video/mp4' } as const
  await insertFiles(db, [
    { videoId, ...recording, key: `videos/${videoId}-original.webm`, size: 400 },
    { videoId, ...quality, key: `videos/${videoId}-240p.mp4`, size: 100 },
  ])
  const rest = 2048 - document.length - 500
  expect((await member.get('/api/storage')).body).toEqual({
    usedBytes: document.length + 500,
    maxBytes: 2048,
  })
  const refusal = await createTestUpload(member, rest + 1)
  expect(refusal).toMatchObject({ status: 422, body: { message: expect.stringContaining('GB in all') } })
  expect((await createTestUpload(other, rest + 1)).status).toBe(201)
  // The media of a post may be sent with it.
  const mediaUrl = `data:application/pdf;base64,${pdf(rest + 1).toString('base64')}`
  const post = (author: TestClient) => author.post('/api/posts', { content: 'Read this', mediaUrl })
  expect([(await post(member)).status, (await post(other)).status]).toEqual([422, 201])
  expect((await createTestUpload(member, rest)).status).toBe(201)
})

test('Creator Pro gives more storage, and when it ends only new files are refused', async () => {
  const { settings } = server.app.context
  const { db } = server.database
  const creator = await server.member()
  await settings.set('limits.storageBytes', '2048', creator.user.id)
  await settings.set('limits.proStorageBytes', '4096', creator.user.id)
  onTestFinished(async () => {
    await settings.reset('limits.storageBytes', creator.user.id)
    await settings.reset('limits.proStorageBytes', creator.user.id)
  })
  expect(await createTestUpload(creator, 3000)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('with Creator Pro') },
  })
  await setPro(db, creator.user.id, true)
  const { url } = await uploadMedia(creator, pdf(3000), 'post')
  expect((await creator.post('/api/posts', { content: 'Read this', mediaUrl: url })).status).toBe(201)
  expect((await createTestUpload(creator, 1097)).status).toBe(422)
  const mediaUrl = `data:application/pdf;base64,${pdf(1000).toString('base64')}`
  const post = () => creator.post('/api/posts', { content: 'Read that', mediaUrl })
  expect((await post()).status).toBe(201)

  await setPro(db, creator.user.id, false)
  expect([(await createTestUpload(creator, 1)).status, (await post()).status]).toEqual([422, 422])
  expect((await creator.get(url)).status).toBe(200)
})

test('a full disk is reported before any bytes are sent', async () => {
  const limitedServer = await startTestApp({ env: FULL_DISK })
  onTestFinished(() => limitedServer.close())
  const refusal = await createTestUpload(await limitedServer.member(), 10)
  expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(refusal.headers.get('retry-after')).toBe('600')
})

test('a part is refused when the disk has become full since the upload began', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'test-full-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { DATA_DIR: folder, PORT: String(await freePort('tcp')) }
  const before = await startTestApp({ env })
  onTestFinished(() => before.database.close())
  const uploader = await before.member()
  const document = pdf(1_000_000)
  const location = (await createTestUpload(uploader, document.length)).headers.get('location') ?? ''
  await sendPart(uploader, location, 0, document.subarray(0, 400_000))
  await before.stop()

  const full = await startTestApp({ env: { ...env, ...FULL_DISK }, database: before.database })
  const refusal = await sendPart(uploader, location, 400_000, document.subarray(400_000))
  expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(refusal.headers.get('retry-after')).toBe('600')
  expect(await offsetOf(uploader, location)).toBe('400000')
  await full.stop()

  const after = await startTestApp({ env, database: before.database })
  onTestFinished(() => after.stop())
  await resumeUpload(uploader, document, location)
  expect((await finish(uploader, location)).status).toBe(200)
})

test('unfinished uploads are deleted after the retention time', async () => {
  const limitedServer = await startTestApp({ uploadRules: { retentionMs: 200 } })
  onTestFinished(() => limitedServer.close())
  const uploader = await limitedServer.member()
  const location = (await createTestUpload(uploader, 10)).headers.get('location') ?? ''
  await sendPart(uploader, location, 0, Buffer.alloc(5))

  await vi.waitFor(async () => {
    await limitedServer.runJob(cleanupUploadsJob)
    expect((await uploader.send('HEAD', location, undefined, TUS_HEADERS)).status).toBe(404)
    expect(await readdir(path.join(limitedServer.app.context.config.dataDir, 'uploads'))).toEqual([])
    expect(await limitedServer.database.pool.query('select from uploads')).toMatchObject({ rowCount: 0 })
  })
})

/** Starts a part whose bytes the test writes. */
function startPart(
  client: TestClient,
  location: string,
  length: number,
  { agent, offset = 0 }: { agent?: http.Agent; offset?: number } = {},
): http.ClientRequest {
  const part = http.request(client.url + location, {
    method: 'PATCH',
    headers: { ...PART_HEADERS, 'upload-offset': offset, 'content-length': length, cookie: client.cookie },
    ...(agent && { agent }),
  })
  part.on('error', () => {})
  return part
}
