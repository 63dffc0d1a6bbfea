import { once } from 'node:events'
import { readFile, readdir, stat, utimes } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { media } from '#shared/media/uploads.ts'
import { textBomb } from '#server/images/testing/test-bombs.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { cleanupUploadsJob } from './cleanup-job.ts'
import {
  PART_HEADERS,
  TUS_HEADERS,
  createTestUpload,
  finish,
  metadataHeader,
  sendPart,
  upload,
  uploadMedia,
} from './test-uploads.ts'

closeToolAfterTests()

let server: TestApp
let member: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestApp()
  stranger = await server.member()
})
afterAll(() => server.close())
afterEach(async () => expect(await readdir(folder('uploads'))).toEqual([]))

const folder = (name: string) => path.join(server.app.context.config.dataDir, name)
/** Everything that is stored, by name. */
const allFiles = async () => (await readdir(folder('files'), { recursive: true })).toSorted()
/** The names of the stored files. Not of the qualities, which jobs of earlier tests may still write. */
const originals = async () => (await readdir(folder('files/originals')).catch(() => [])).toSorted()
const picture = (width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
    .jpeg()
    .toBuffer()
const newMember = async () => (member = await server.member())

test.each([
  ['mp4', 'video/mp4', 'mp4'],
  ['private.mov', 'video/quicktime', 'mov'],
  ['avi', 'video/x-msvideo', 'avi'],
  ['private.mkv', 'video/x-matroska', 'mkv'],
  ['private.webm', 'video/webm', 'webm'],
] as const)(
  'a video file %s is recognised by its content, and stored unchanged',
  async (name, mimeType, extension) => {
    await newMember()
    const bytes = await readFile(await source(name))
    const location = await upload(
      member,
      bytes,
      metadataHeader({ filename: 'holiday.exe', filetype: 'text/html' }),
    )
    const { status, body } = await finish(member, location, 'video')
    expect([status, body]).toEqual([
      200,
      {
        url: `${location}/file`,
        mediaType: 'video',
        mimeType,
        fileSize: bytes.length,
        width: null,
        height: null,
        duration: null,
      },
    ])
    const file = await fetch(`${server.url}${location}/file`, { headers: { cookie: member.cookie } })
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': mimeType,
      'content-disposition': `attachment; filename*=UTF-8''holiday.${extension}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
  },
)

test.each(['video', 'thumbnail', 'captions'] as const)(
  'a file uploaded as %s is returned to its owner and admins alone, with range requests',
  async (purpose) => {
    await newMember()
    const bytes = {
      video: await readFile(await source('mp4')),
      thumbnail: await picture(),
      captions: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nSelam'),
    }[purpose]
    const { url } = await uploadMedia(member, bytes, purpose)
    for (const method of ['GET', 'HEAD']) {
      const statuses = []
      for (const client of [member, server.admin, stranger, server.client()])
        statuses.push((await client.send(method, url)).status)
      expect(statuses).toEqual([200, 200, 404, 404])
    }
    const part = await member.get(url, { range: 'bytes=4-7' })
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '4'])
    for (const name of await originals())
      expect((await member.get(`/files/originals/${name}`)).status).toBe(404)
  },
)

test('a thumbnail is stored whole and cropped for cards, without metadata', async () => {
  await newMember()
  const withLocation = await sharp(await picture())
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  const before = await originals()
  const { url, mediaType, width, height } = await uploadMedia(member, withLocation, 'thumbnail')
  expect([mediaType, width, height]).toEqual(['image', 960, 720])
  const added = (await originals()).filter((name) => !before.includes(name) && name.endsWith('.webp'))
  const images = await Promise.all(
    added.map((name) => sharp(path.join(folder('files/originals'), name)).metadata()),
  )
  expect(images.map((each) => [each.width, each.height, each.format, each.exif])).toEqual([
    [640, 360, 'webp', undefined],
    [960, 720, 'webp', undefined],
  ])
  expect((await member.get(url)).headers.get('content-type')).toBe('image/webp')
})

const EXECUTABLE = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04'), Buffer.alloc(4000)])
const PLAYLIST = Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')

test.each<[string, 'video' | 'thumbnail', () => Buffer | Promise<Buffer>, number]>([
  ['a renamed executable', 'video', () => EXECUTABLE, 415],
  ['a playlist', 'video', () => PLAYLIST, 415],
  ['a concat list', 'video', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"), 415],
  ['a picture', 'video', () => picture(), 415],
  ['a picture in AVIF', 'video', () => sharp({ create: BLACK }).avif().toBuffer(), 415],
  ['an empty file', 'video', () => Buffer.alloc(0), 415],
  [
    'a video that is also a ZIP',
    'video',
    async () =>
      Buffer.concat([await readFile(await source('mp4')), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    415,
  ],
  [
    'a Matroska file that is also a page',
    'video',
    () => Buffer.from('\x1a\x45\xdf\xa3<html><script>alert(1)</script>', 'latin1'),
    415,
  ],
  ['a video', 'thumbnail', async () => readFile(await source('mp4')), 415],
  ['a decompression bomb', 'thumbnail', () => textBomb('zTXt'), 413],
  ['an SVG', 'thumbnail', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
])('%s as %s is refused with a message, and leaves nothing behind', async (_name, purpose, make, status) => {
  await newMember()
  const before = await allFiles()
  const location = await upload(member, await make(), metadataHeader({ filename: '../../../holiday.mp4' }))
  const refusal = await finish(member, location, purpose)
  expect(refusal).toMatchObject({ status, body: { message: expect.stringMatching(/\.$/) } })
  expect((await finish(member, location, purpose)).status).toBe(404)
  expect(await allFiles()).toEqual(before)
  expect((await member.get('/api/uploads')).body).toEqual([])
})
const BLACK = { width: 16, height: 16, channels: 3, background: '#000' } as const

test.each([
  ['video', 1024 ** 3, 'A video file may be at most 1024 MB. Use a smaller one.'],
  ['thumbnail', 10 * 1024 ** 2, 'A thumbnail may be at most 10 MB. Use a smaller one.'],
  ['captions', 1024 ** 2, 'A captions file may be at most 1 MB.'],
])('an upload declared as %s may have at most %d bytes', async (purpose, maxBytes, message) => {
  await newMember()
  const declare = (size: number) =>
    createTestUpload(member, size, { 'upload-metadata': metadataHeader({ purpose }) })
  // The protocol's own limit applies to the largest size.
  if (purpose !== 'video')
    expect(await declare(maxBytes + 1)).toMatchObject({ status: 413, body: { code: 'too_large', message } })
  else expect((await declare(maxBytes + 1)).status).toBe(413)
  const accepted = await declare(maxBytes)
  expect(accepted.status).toBe(201)
  await member.send('DELETE', accepted.headers.get('location') ?? '', undefined, PART_HEADERS)
})

test('a file whose purpose was not declared is checked for its size when it is finished', async () => {
  await newMember()
  const captions = Buffer.alloc(1024 ** 2 + 1, 'WEBVTT\n\n')
  const location = await upload(member, captions)
  expect(await finish(member, location, 'captions')).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: 'A captions file may be at most 1 MB.' },
  })
})

test('a stream that claims 10 MB and sends more is cut off at 10 MB', async () => {
  await newMember()
  const declared = 10 * 1024 ** 2
  const created = await createTestUpload(member, declared, {
    'upload-metadata': metadataHeader({ purpose: 'video' }),
  })
  const location = created.headers.get('location') ?? ''
  // Without a length, so that only the received bytes can be counted.
  const request = http.request(member.url + location, {
    method: 'PATCH',
    headers: {
      ...PART_HEADERS,
      'upload-offset': '0',
      'transfer-encoding': 'chunked',
      cookie: member.cookie,
    },
  })
  const responded = new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve))
  const ended = Promise.race([responded, once(request, 'error')])
  const chunk = Buffer.alloc(1024 ** 2)
  let isEnded = false
  void ended.then(() => (isEnded = true))
  for (let sent = 0; sent < 20 && !isEnded; sent++)
    if (!request.write(chunk)) await Promise.race([once(request, 'drain'), ended])
  request.end()
  const response = await responded
  expect(response).toMatchObject({ statusCode: 413 })
  response.resume()
  const file = path.join(folder('uploads'), path.basename(location))
  expect((await stat(file)).size).toBeLessThanOrEqual(declared)
  await member.send('DELETE', location, undefined, PART_HEADERS)
})

test('a member lists their own unfinished uploads with the bytes that arrived', async () => {
  await newMember()
  const metadata = { filename: 'C:\\films\\market.mkv', purpose: 'video', fingerprint: 'a1b2c3' }
  const first = await createTestUpload(member, 1000, { 'upload-metadata': metadataHeader(metadata) })
  const second = await createTestUpload(member, 20, {
    'upload-metadata': metadataHeader({ purpose: 'spacecraft', fingerprint: '<script>' }),
  })
  const [older = '', newer = ''] = [first, second].map(({ headers }) => headers.get('location') ?? '')
  await sendPart(member, older, 0, Buffer.alloc(300))
  expect((await member.get('/api/uploads')).body).toEqual([
    {
      id: path.basename(newer),
      fileName: '',
      fileSize: 20,
      received: 0,
      purpose: null,
      fingerprint: null,
      createdAt: expect.any(String),
    },
    {
      id: path.basename(older),
      fileName: 'market.mkv',
      fileSize: 1000,
      received: 300,
      purpose: 'video',
      fingerprint: 'a1b2c3',
      createdAt: expect.any(String),
    },
  ])
  expect((await stranger.get('/api/uploads')).body).toEqual([])
  for (const location of [older, newer]) await member.send('DELETE', location, undefined, PART_HEADERS)
  expect((await member.get('/api/uploads')).body).toEqual([])
})

test('a stored video file is listed, and finishing it again returns it, until a video uses it', async () => {
  await newMember()
  const bytes = await readFile(await source('mp4'))
  const metadata = metadataHeader({ filename: 'stew.mp4', purpose: 'video', fingerprint: 'a1b2c3' })
  const location = await upload(member, bytes, metadata)
  const stored = media.parse((await finish(member, location, 'video')).body)
  const size = bytes.length
  expect((await member.get('/api/uploads')).body).toEqual([
    {
      ...{ id: path.basename(location), fileName: 'stew.mp4', fileSize: size, received: size },
      ...{ purpose: 'video', fingerprint: 'a1b2c3', createdAt: expect.any(String) },
    },
  ])
  expect((await stranger.get('/api/uploads')).body).toEqual([])
  expect((await finish(member, location, 'video')).body).toEqual(stored)
  await member.post('/api/creator/videos', { title: 'Stew', category: 'Food', videoUrl: stored.url })
  expect((await member.get('/api/uploads')).body).toEqual([])
})

test('a stored file is deleted by its owner alone, and only while nothing uses it', async () => {
  await newMember()
  const before = await originals()
  const bytes = await readFile(await source('mp4'))
  const remove = async (client: TestClient, url: string) =>
    (await client.send('DELETE', url.replace('/file', ''), undefined, TUS_HEADERS)).status
  const unclaimed = await uploadMedia(member, bytes, 'video')
  expect(await remove(stranger, unclaimed.url)).toBe(404)
  expect((await member.get(unclaimed.url)).status).toBe(200)
  expect(await remove(member, unclaimed.url)).toBe(204)
  expect([await remove(member, unclaimed.url), (await member.get(unclaimed.url)).status]).toEqual([404, 404])
  expect([await originals(), (await member.get('/api/uploads')).body]).toEqual([before, []])

  const { url } = await uploadMedia(member, bytes, 'video')
  await member.post('/api/creator/videos', { title: 'Stew', category: 'Food', videoUrl: url })
  expect([await remove(member, url), (await member.get(url)).status]).toEqual([404, 200])
})

test('an upload that is deleted while it is being finished leaves nothing, whichever comes first', async () => {
  await newMember()
  const before = await originals()
  const bytes = await readFile(await source('mp4'))
  for (let queries = 0; queries < 16; queries += 1) {
    const location = await upload(member, bytes)
    const finishing = finish(member, location, 'video')
    // Another point of the work each time.
    for (let count = 0; count < queries; count += 1) await server.database.pool.query('select')
    const deletion = await member.send('DELETE', location, undefined, TUS_HEADERS)
    expect([204, 404]).toContain(deletion.status)
    expect([200, 404]).toContain((await finishing).status)
    expect((await member.get(`${location}/file`)).status).toBe(404)
  }
  expect([await originals(), (await member.get('/api/uploads')).body]).toEqual([before, []])
})

test('a second session of the same member continues an upload where the first one stopped', async () => {
  const password = 'correct horse battery'
  const phone = server.client()
  const { email } = await phone.signUp({ password })
  const bytes = await readFile(await source('private.mkv'))
  const location = (await createTestUpload(phone, bytes.length)).headers.get('location') ?? ''
  await sendPart(phone, location, 0, bytes.subarray(0, 5000))

  const laptop = server.client()
  expect((await laptop.post('/api/auth/login', { email, password })).status).toBe(200)
  const head = await laptop.send('HEAD', location, undefined, PART_HEADERS)
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '5000'])
  expect((await sendPart(laptop, location, 5000, bytes.subarray(5000))).status).toBe(204)
  const finished = media.parse((await finish(laptop, location, 'video')).body)
  const file = await fetch(server.url + finished.url, { headers: { cookie: phone.cookie } })
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
})

test('an unfinished upload is kept for a day from its last byte', async () => {
  await newMember()
  const location = (await createTestUpload(member, 10)).headers.get('location') ?? ''
  const id = path.basename(location)
  await sendPart(member, location, 0, Buffer.alloc(5))
  await server.database.pool.query(
    `update uploads set created_at = now() - interval '3 days' where id = $1`,
    [id],
  )
  const setLastByte = async (hoursAgo: number) => {
    const time = Date.now() / 1000 - hoursAgo * 3600
    await utimes(path.join(folder('uploads'), id), time, time)
    await server.runJob(cleanupUploadsJob)
    return (await member.send('HEAD', location, undefined, PART_HEADERS)).status
  }
  expect(await setLastByte(23)).toBe(200)
  expect(await member.get('/api/uploads')).toMatchObject({ body: [{ id, received: 5 }] })
  expect(await setLastByte(25)).toBe(404)
  expect((await member.get('/api/uploads')).body).toEqual([])
  expect(await server.database.pool.query('select from uploads')).toMatchObject({ rowCount: 0 })
})
