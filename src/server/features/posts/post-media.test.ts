import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { post } from '#shared/posts.ts'
import { media } from '#shared/uploads.ts'
import { mediaUploads } from '#server/features/media/schema.ts'
import { mp4 } from '#server/features/media/test-videos.ts'
import { plain } from '#server/features/thumbnails/test-pictures.ts'
import { finish, store, upload } from '#server/features/uploads/test-uploads.ts'
import { jpegOfScans, textBomb } from '#server/images/testing/test-bombs.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { posts } from './schema.ts'

let server: TestApp
let author: TestClient
beforeAll(async () => {
  server = await startTestApp()
  author = await server.member()
})
afterAll(() => server.close())

const picture = () => plain(640, 360, '#c81e1e').png().toBuffer()
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const served = async (url: string | null) => (await server.client().get(url ?? '')).status
const send = (body: object) => author.post('/api/posts', { content: 'With a picture', ...body })
const storedMedia = () => server.database.db.$count(mediaUploads)

test('an upload becomes the post’s picture, and goes with the post', async () => {
  const { url } = await store(author, await picture())
  const answer = await send({ mediaUrl: url, mediaType: 'video' })
  expect(answer.status).toBe(201)
  const made = post.parse(answer.body)
  expect(made).toMatchObject({ mediaUrl: url, mediaType: 'image', mediaWidth: 640, mediaHeight: 360 })
  expect((await server.client().get(`/api/posts/${made.id}`)).body).toMatchObject({ mediaUrl: url })
  expect(await served(url)).toBe(200)
  expect((await author.send('DELETE', `/api/posts/${made.id}`)).status).toBe(200)
  expect(await served(url)).toBe(404)
})

test('a data-URL is stored and replaced by its address, whatever its type pretends', async () => {
  const { mediaUrl, mediaType } = await author.createPost({
    mediaUrl: dataUrl(await picture(), 'text/html'),
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

test('a file of more than two gigabytes can be posted', async () => {
  const { url } = await store(author, await picture())
  // As an operator may allow it; nobody waits here until it has been sent.
  await server.database.db
    .update(mediaUploads)
    .set({ type: 'video', fileSize: 3_000_000_000 })
    .where(eq(mediaUploads.url, url))
  const answer = await send({ mediaUrl: url })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const { id } = post.parse(answer.body)
  const seen = await server.client().get(`/api/posts/${id}`)
  expect(post.parse(seen.body)).toMatchObject({ mediaType: 'video', mediaSize: 3_000_000_000 })
})

test('a video’s poster is stored beside it, stands in its post and its preview, and goes with it', async () => {
  const video = mp4()
  const wide = await plain(1920, 1080, '#c81e1e').png().toBuffer()
  const finished = await finish(author, await upload(author, video), 'post', dataUrl(wide))
  const made = await author.createPost({ mediaUrl: media.parse(finished.body).url })
  expect(made).toMatchObject({ mediaType: 'video', mediaSize: video.length })
  expect(made.mediaPosterUrl).toMatch(/^\/files\/media\/[\w-]+\.webp$/)
  const poster = await fetch(server.url + made.mediaPosterUrl)
  expect(poster.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(await poster.arrayBuffer()).metadata()).toMatchObject({ width: 960, height: 540 })
  const page = await server.client().get(`/post/${made.id}`, { accept: 'text/html' })
  expect(page.body).toContain(`${made.mediaPosterUrl}"`)
  await author.send('DELETE', `/api/posts/${made.id}`)
  expect(await served(made.mediaPosterUrl)).toBe(404)
})

test('a video is stored without a poster that cannot be used, and nothing else gets one', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const cases: [Buffer, string][] = [
    [mp4(), dataUrl(svg)],
    [mp4(), dataUrl((await picture()).subarray(0, 50))],
    [await picture(), dataUrl(await picture())],
  ]
  for (const [bytes, poster] of cases) {
    const finished = await finish(author, await upload(author, bytes), 'post', poster)
    const { mediaPosterUrl } = await author.createPost({ mediaUrl: media.parse(finished.body).url })
    expect(mediaPosterUrl).toBeNull()
  }
  const location = await upload(author, mp4())
  expect(await finish(author, location, 'post', 'https://elsewhere.example/a.png')).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'poster' }] },
  })
  expect((await finish(author, location)).status).toBe(200)
})

test('a post may do without media in every way of saying so', async () => {
  for (const mediaUrl of [undefined, null, ''])
    expect((await send({ mediaUrl })).body).toMatchObject({ mediaUrl: null, mediaType: null })
})

test('an address that is not one’s own unused upload is refused at its field', async () => {
  const other = await server.member()
  const used = await store(author, await picture())
  await send({ mediaUrl: used.url })
  for (const mediaUrl of [
    used.url,
    (await store(other, await picture())).url,
    (await store(author, await picture(), 'avatar')).url,
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

test('what cannot be used is refused, and nothing of it is kept', async () => {
  const before = [await storedMedia(), await server.database.db.$count(posts)]
  const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const cases = [
    [415, dataUrl(page, 'image/png')],
    [415, dataUrl(page, 'image/svg+xml')],
    [415, dataUrl(Buffer.from('<!doctype html><script>alert(1)</script>'))],
    [400, 'data:image/png;base64,####'],
    [400, 'data:image/png,plain'],
    [413, `data:image/png;base64,${'A'.repeat(30 * 1024 * 1024)}`],
  ] as const
  for (const [status, mediaUrl] of cases)
    expect((await send({ mediaUrl })).status, mediaUrl.slice(0, 40)).toBe(status)
  expect([await storedMedia(), await server.database.db.$count(posts)]).toEqual(before)
})

test('an upload is not lost with a post that is refused', async () => {
  const { url } = await store(author, await picture())
  expect((await author.post('/api/posts', { content: '', mediaUrl: url })).status).toBe(400)
  expect((await send({ mediaUrl: url })).status).toBe(201)
})

test('the same post with its upload, sent several times at once, is stored once', async () => {
  const { url: mediaUrl } = await store(author, await picture())
  const clientId = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => send({ mediaUrl, clientId })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => post.parse(body).id)).size).toBe(1)
  expect(post.parse(answers[0]?.body).mediaUrl).toBe(mediaUrl)
  expect(await served(mediaUrl)).toBe(200)
})

test('the same post with a data-URL, sent several times at once, keeps one picture', async () => {
  const mediaUrl = dataUrl(await picture())
  const clientId = crypto.randomUUID()
  const before = await storedMedia()
  const answers = await Promise.all(Array.from({ length: 3 }, () => send({ mediaUrl, clientId })))
  expect(new Set(answers.map(({ body }) => post.parse(body).id)).size).toBe(1)
  expect(await served(post.parse(answers[0]?.body).mediaUrl)).toBe(200)
  expect(await storedMedia()).toBe(before + 1)
})

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['zTXt, 50 MB a chunk', () => textBomb('zTXt')],
  ['zTXt, 5 MB a chunk', () => textBomb('zTXt', 5)],
  ['iTXt', () => textBomb('iTXt')],
  ['12,000 scans', () => jpegOfScans(12_000, 5000, 5000)],
])('a picture bomb of %s is refused by every way, and the server grows no larger', async (_what, make) => {
  const [member, bomb] = [await server.member(), await make()]
  expect(bomb.length).toBeLessThan(2_000_000)
  const memory = watchMemory()
  const before = await storedMedia()
  const tooLarge = { status: 413, body: { code: 'too_large' } }

  for (const purpose of ['post', 'avatar'] as const) {
    const location = await upload(member, bomb)
    expect(await finish(member, location, purpose)).toMatchObject(tooLarge)
    expect((await finish(member, location, purpose)).status).toBe(404)
  }
  expect(await member.post('/api/posts', { content: 'x', mediaUrl: dataUrl(bomb) })).toMatchObject(tooLarge)
  expect(await storedMedia()).toBe(before)
  expect(memory.grownBytes()).toBeLessThan(UNPACKED_BYTES / 8)
})

/** What the text of a bomb would take. */
const UNPACKED_BYTES = 2_000_000_000

test('while one member’s costly picture is decoded, another’s is stored', async () => {
  const other = await server.member()
  // Both processes run before it begins.
  await Promise.all([store(author, await picture()), store(other, await picture())])
  const [slow, quick] = [
    await upload(author, await jpegOfScans(100, 7000, 7000)),
    await upload(other, await picture()),
  ]
  let isOver = false
  // The end of the server gives it up.
  void finish(author, slow).then(
    () => (isOver = true),
    () => {},
  )
  expect((await finish(other, quick)).status).toBe(200)
  expect(isOver).toBe(false)
})

/** How far the memory of this process, in which the server runs, rises above where it stands now. */
function watchMemory() {
  const start = process.memoryUsage.rss()
  let highest = start
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5)
  onTestFinished(() => clearInterval(timer))
  return { grownBytes: () => Math.max(highest, process.memoryUsage.rss()) - start }
}
