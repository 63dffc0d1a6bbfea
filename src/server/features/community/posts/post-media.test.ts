import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { post } from '#shared/community/posts.ts'
import { media } from '#shared/media/uploads.ts'
import { mediaUploads } from '#server/features/media/media/schema.ts'
import { testVideo } from '#server/features/media/media/test-videos.ts'
import {
  animatedGif,
  animatedPng,
  colourAt,
  plainImage,
} from '#server/features/media/thumbnails/test-images.ts'
import { finish, uploadMedia, upload } from '#server/features/media/uploads/test-uploads.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import { closeToolAfterTests } from '#server/transcoding/testing/test-media.ts'
import { withSampleEntry, withUnknownAviAudio } from '#server/transcoding/testing/unreadable-tracks.ts'
import { jpegOfScans, textBomb } from '#server/images/testing/test-bombs.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { posts } from './schema.ts'

closeToolAfterTests()

let server: TestApp
let author: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { posts: { points: 1000, seconds: 600 } } })
  author = await server.member()
})
afterAll(() => server.close())

const image = () => plainImage(640, 360, '#c81e1e').png().toBuffer()
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const statusOf = async (url: string | null) => (await server.client().get(url ?? '')).status
const send = (body: object) => author.post('/api/posts', { content: 'With a picture', ...body })
const countStoredMedia = () => server.database.db.$count(mediaUploads)

test('an upload becomes the image of the post, and is deleted with it', async () => {
  const { url } = await uploadMedia(author, await image())
  const response = await send({ mediaUrl: url, mediaType: 'video' })
  expect(response.status).toBe(201)
  const created = post.parse(response.body)
  expect(created).toMatchObject({ mediaUrl: url, mediaType: 'image', mediaWidth: 640, mediaHeight: 360 })
  expect((await server.client().get(`/api/posts/${created.id}`)).body).toMatchObject({ mediaUrl: url })
  expect(await statusOf(url)).toBe(200)
  expect((await author.send('DELETE', `/api/posts/${created.id}`)).status).toBe(200)
  expect(await statusOf(url)).toBe(404)
})

test('a data URL is stored and replaced by its URL, whatever type it declares', async () => {
  const { mediaUrl, mediaType } = await author.createPost({
    mediaUrl: dataUrl(await image(), 'text/html'),
    mediaType: 'file',
  })
  expect(mediaUrl).toMatch(/^\/files\/media\/[\w-]+\.webp$/)
  expect(mediaType).toBe('image')
  const { headers } = await server.client().get(mediaUrl ?? '')
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    'image/webp',
    'nosniff',
  ])
})

test('a video in a data URL is stored without metadata, and with a poster', async () => {
  const video = await testVideo('private.webm')
  expect(video.includes('SECRET')).toBe(true)
  const { mediaUrl, mediaType, mediaPosterUrl } = await author.createPost({
    mediaUrl: dataUrl(video, 'video/webm'),
  })
  expect([mediaType, await statusOf(mediaPosterUrl)]).toEqual(['video', 200])
  const response = await fetch(server.url + mediaUrl)
  expect(response.headers.get('content-type')).toBe('video/webm')
  expect(Buffer.from(await response.arrayBuffer()).includes('SECRET')).toBe(false)
})

test('a file of more than two gigabytes can be posted', async () => {
  const { url } = await uploadMedia(author, await image())
  // An operator can allow files of this size; sending one would take too long in a test.
  await server.database.db
    .update(mediaUploads)
    .set({ type: 'video', fileSize: 3_000_000_000 })
    .where(eq(mediaUploads.url, url))
  const response = await send({ mediaUrl: url })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  const { id } = post.parse(response.body)
  const reread = await server.client().get(`/api/posts/${id}`)
  expect(post.parse(reread.body)).toMatchObject({ mediaType: 'video', mediaSize: 3_000_000_000 })
})

test('the poster of a video is stored, is in the post and its preview, and is deleted with the post', async () => {
  const video = await testVideo()
  const wide = await plainImage(1920, 1080, '#c81e1e').png().toBuffer()
  const finishResponse = await finish(author, await upload(author, video), 'post', dataUrl(wide))
  const created = await author.createPost({ mediaUrl: media.parse(finishResponse.body).url })
  expect(created).toMatchObject({ mediaType: 'video', mediaSize: expect.any(Number) })
  expect(created.mediaPosterUrl).toMatch(/^\/files\/media\/[\w-]+\.webp$/)
  const poster = await fetch(server.url + created.mediaPosterUrl)
  expect(poster.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(await poster.arrayBuffer()).metadata()).toMatchObject({ width: 960, height: 540 })
  const page = await server.client().get(`/post/${created.id}`, { accept: 'text/html' })
  expect(page.body).toContain(`/previews/post/${created.id}/`)
  await author.send('DELETE', `/api/posts/${created.id}`)
  expect(await statusOf(created.mediaPosterUrl)).toBe(404)
})

test('an animated picture is an animation beside its first frame, and both are deleted with the post', async () => {
  const gif = await animatedGif(['#ff0000', '#0000ff'])
  const created = await author.createPost({ mediaUrl: dataUrl(gif) })
  expect(created).toMatchObject({ mediaType: 'image', mediaLoops: true, mediaWidth: 64, mediaHeight: 36 })
  const bytesAt = async (url: string | null) =>
    Buffer.from(await (await fetch(server.url + url)).arrayBuffer())
  const [animation, still] = [await bytesAt(created.mediaUrl), await bytesAt(created.mediaPosterUrl)]
  expect([(await sharp(animation).metadata()).pages, created.mediaSize]).toEqual([2, animation.length])
  expect((await sharp(still).metadata()).pages ?? 1).toBe(1)
  const page = await server.client().get(`/post/${created.id}`, { accept: 'text/html' })
  expect(page.body).toContain(`/previews/post/${created.id}/`)
  await author.send('DELETE', `/api/posts/${created.id}`)
  expect(await Promise.all([statusOf(created.mediaUrl), statusOf(created.mediaPosterUrl)])).toEqual([
    404, 404,
  ])
})

test('an animation of which only the first frame can be kept is an image, of which its owner is told', async () => {
  const run = vi.spyOn(server.app.context.transcoder, 'run')
  onTestFinished(() => run.mockRestore())
  run.mockRejectedValue(new TranscodeError('unreadable', 'a test'))
  const location = await upload(author, await animatedPng(['#ff0000', '#0000ff']))
  const stored = media.parse((await finish(author, location)).body)
  expect(stored).toMatchObject({ mediaType: 'image', width: 64, height: 36, hasLostMotion: true })
  expect((await finish(author, location)).body).toEqual(stored)
  const created = await author.createPost({ mediaUrl: stored.url })
  expect(created).toMatchObject({ mediaType: 'image', mediaLoops: false })
  expect(await statusOf(created.mediaUrl)).toBe(200)
  expect((await uploadMedia(author, await image())).hasLostMotion).toBeUndefined()
})

test('the owner of a video is told that it has lost its sound, also when it was converted', async () => {
  const silenced = [
    withSampleEntry(await testVideo('mp4'), 'mp4a', 'apac'),
    withUnknownAviAudio(await testVideo('avi')),
  ]
  for (const bytes of silenced) {
    const location = await upload(author, bytes)
    const stored = media.parse((await finish(author, location)).body)
    expect(stored).toMatchObject({ mediaType: 'video', mimeType: 'video/mp4', hasLostSound: true })
    expect((await finish(author, location)).body).toEqual(stored)
    expect((await send({ mediaUrl: stored.url })).status).toBe(201)
  }
  const twoSounds = withSampleEntry(await testVideo('two-sounds.mp4'), 'mp4a', 'apac')
  for (const bytes of [await testVideo('mp4'), twoSounds, await image()])
    expect((await uploadMedia(author, bytes)).hasLostSound).toBeUndefined()
})

test('without a usable poster a frame of the video is the poster, and only a video gets one', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const posterOf = async (bytes: Buffer, given?: string) => {
    const finishResponse = await finish(author, await upload(author, bytes), 'post', given)
    return (await author.createPost({ mediaUrl: media.parse(finishResponse.body).url })).mediaPosterUrl
  }
  for (const given of [undefined, dataUrl(svg), dataUrl((await image()).subarray(0, 50))]) {
    const poster = await fetch(server.url + (await posterOf(await testVideo('dark-start.mp4'), given)))
    expect(poster.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await poster.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 180 })
    // The upper left of the test pictures.
    const [red = 0, green = 255] = await colourAt(bytes, 40, 40)
    expect([red > 200, green < 60]).toEqual([true, true])
  }
  expect(await posterOf(await image(), dataUrl(await image()))).toBeNull()
  expect(await posterOf(await testVideo('audio-only.mp4'), dataUrl(await image()))).toBeNull()
  const location = await upload(author, await testVideo())
  expect(await finish(author, location, 'post', 'https://elsewhere.example/a.png')).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'poster' }] },
  })
  expect((await finish(author, location)).status).toBe(200)
})

test('an absent, null or empty mediaUrl makes a post without media', async () => {
  for (const mediaUrl of [undefined, null, ''])
    expect((await send({ mediaUrl })).body).toMatchObject({ mediaUrl: null, mediaType: null })
})

test('a mediaUrl other than an unused upload of the author is refused at its field', async () => {
  const other = await server.member()
  const used = await uploadMedia(author, await image())
  await send({ mediaUrl: used.url })
  for (const mediaUrl of [
    used.url,
    (await uploadMedia(other, await image())).url,
    (await uploadMedia(author, await image(), 'avatar')).url,
    `/files/media/${crypto.randomUUID()}.webp`,
    'https://elsewhere.example/picture.png',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'x'.repeat(100_000),
  ])
    expect(await send({ mediaUrl }), mediaUrl.slice(0, 40)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path: 'mediaUrl' }] },
    })
})

test('the first entry of media is the media of the post, as mediaUrl is', async () => {
  const entries = [
    (url: string) => ({ media: [{ url }] }),
    (url: string) => ({ media: [url] }),
    (url: string) => ({ media: [{ url, alt: '', width: 1, height: 1 }] }),
    (url: string) => ({ media: [{ url, alt: null }], mediaUrl: url, mediaType: 'image' }),
    (url: string) => ({ media: [], mediaUrl: url }),
    (url: string) => ({ media: null, mediaUrl: url }),
  ]
  for (const entry of entries) {
    const { url } = await uploadMedia(author, await image())
    const body = { mediaUrl: url, mediaType: 'image', mediaWidth: 640 }
    expect(await send(entry(url))).toMatchObject({ status: 201, body })
  }
  const stored = { mediaUrl: expect.stringMatching(/^\/files\/media\//), mediaType: 'image' }
  expect(await send({ media: [{ url: dataUrl(await image()) }] })).toMatchObject({
    status: 201,
    body: stored,
  })
  for (const media of [[], null, undefined])
    expect(await send({ media })).toMatchObject({ status: 201, body: { mediaUrl: null } })
})

test('media that a post cannot have is refused at its field, and never dropped', async () => {
  const { url } = await uploadMedia(author, await image())
  const { url: second } = await uploadMedia(author, await image())
  const before = await server.database.db.$count(posts)
  const cases = [
    [{ media: [{ url }, { url: second }] }, 'media'],
    [{ media: [url, url] }, 'media'],
    [{ media: url }, 'media'],
    [{ media: { url } }, 'media'],
    [{ media: [{ url }], mediaUrl: second }, 'media'],
    [{ media: [null] }, 'media.0'],
    [{ media: [42] }, 'media.0'],
    [{ media: [[url]] }, 'media.0'],
    [{ media: [{}] }, 'media.0.url'],
    [{ media: [''] }, 'media.0.url'],
    [{ media: [{ url: null }] }, 'media.0.url'],
    [{ media: [{ url, alt: 'A kora' }] }, 'media.0.alt'],
    [{ media: ['https://elsewhere.example/picture.png'] }, 'mediaUrl'],
  ] as const
  for (const [body, path] of cases)
    expect(await send(body), JSON.stringify(body)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path }] },
    })
  expect(await server.database.db.$count(posts)).toBe(before)
  // They are still to be used.
  for (const mediaUrl of [url, second]) expect((await send({ mediaUrl })).status).toBe(201)
})

test('unusable data URLs are refused, and leave no row behind', async () => {
  const before = [await countStoredMedia(), await server.database.db.$count(posts)]
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const cases = [
    [415, dataUrl(svg, 'image/png')],
    [415, dataUrl(svg, 'image/svg+xml')],
    [415, dataUrl(Buffer.from('<!doctype html><script>alert(1)</script>'))],
    [400, 'data:image/png;base64,####'],
    [400, 'data:image/png,plain'],
    [413, `data:image/png;base64,${'A'.repeat(30 * 1024 * 1024)}`],
  ] as const
  for (const [status, mediaUrl] of cases)
    expect((await send({ mediaUrl })).status, mediaUrl.slice(0, 40)).toBe(status)
  expect([await countStoredMedia(), await server.database.db.$count(posts)]).toEqual(before)
})

test('an upload can be used again after its post was refused', async () => {
  const { url } = await uploadMedia(author, await image())
  expect((await author.post('/api/posts', { content: '', mediaUrl: url })).status).toBe(400)
  expect((await send({ mediaUrl: url })).status).toBe(201)
})

test('the same post with an upload, sent several times at once, is stored once', async () => {
  const { url: mediaUrl } = await uploadMedia(author, await image())
  const clientId = crypto.randomUUID()
  const responses = await Promise.all(Array.from({ length: 5 }, () => send({ mediaUrl, clientId })))
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(responses.map(({ body }) => post.parse(body).id)).size).toBe(1)
  expect(post.parse(responses[0]?.body).mediaUrl).toBe(mediaUrl)
  expect(await statusOf(mediaUrl)).toBe(200)
})

test('the same post with a data URL, sent several times at once, stores one image', async () => {
  const mediaUrl = dataUrl(await image())
  const clientId = crypto.randomUUID()
  const before = await countStoredMedia()
  const responses = await Promise.all(Array.from({ length: 3 }, () => send({ mediaUrl, clientId })))
  expect(new Set(responses.map(({ body }) => post.parse(body).id)).size).toBe(1)
  expect(await statusOf(post.parse(responses[0]?.body).mediaUrl)).toBe(200)
  expect(await countStoredMedia()).toBe(before + 1)
})

/** Size of the text of a bomb when it is decompressed. */
const UNPACKED_TEXT_BYTES = 2_000_000_000

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['zTXt, 50 MB a chunk', () => textBomb('zTXt')],
  ['zTXt, 5 MB a chunk', () => textBomb('zTXt', 5)],
  ['iTXt', () => textBomb('iTXt')],
  ['12,000 scans', () => jpegOfScans(12_000, 5000, 5000)],
])('an image bomb of %s is refused on every path, without memory growth', async (_name, makeBomb) => {
  const [member, bomb] = [await server.member(), await makeBomb()]
  expect(bomb.length).toBeLessThan(2_000_000)
  const memory = watchMemory()
  const before = await countStoredMedia()
  const tooLarge = { status: 413, body: { code: 'too_large' } }

  for (const purpose of ['post', 'avatar'] as const) {
    const location = await upload(member, bomb)
    expect(await finish(member, location, purpose)).toMatchObject(tooLarge)
    expect((await finish(member, location, purpose)).status).toBe(404)
  }
  expect(await member.post('/api/posts', { content: 'x', mediaUrl: dataUrl(bomb) })).toMatchObject(tooLarge)
  expect(await countStoredMedia()).toBe(before)
  expect(memory.grownBytes()).toBeLessThan(UNPACKED_TEXT_BYTES / 8)
})

test('while a costly image of one user is decoded, the image of another is stored', async () => {
  const other = await server.member()
  // Starts both decoding processes first.
  await Promise.all([uploadMedia(author, await image()), uploadMedia(other, await image())])
  const [slowUpload, quickUpload] = [
    await upload(author, await jpegOfScans(100, 5000, 5000)),
    await upload(other, await image()),
  ]
  let isSlowFinished = false
  // Fails when the server closes before it is done.
  void finish(author, slowUpload).then(
    () => (isSlowFinished = true),
    () => {},
  )
  expect((await finish(other, quickUpload)).status).toBe(200)
  expect(isSlowFinished).toBe(false)
})

/** Samples how far the memory of this process, which runs the server, grows from now on. */
function watchMemory() {
  const start = process.memoryUsage.rss()
  let highest = start
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5)
  onTestFinished(() => clearInterval(timer))
  return { grownBytes: () => Math.max(highest, process.memoryUsage.rss()) - start }
}
