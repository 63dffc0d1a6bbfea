import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { listCases } from '#shared/operations/moderation.ts'
import { listRules } from '#shared/operations/reports.ts'
import { testVideo } from '#server/features/media/media/test-videos.ts'
import { animatedGif, colourAt, plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { storageKey } from '#server/features/videos/videos/files/video-files.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { storeVideo, storeVideoFiles } from '#server/features/videos/videos/test-queries.ts'
import { closeToolAfterTests } from '#server/transcoding/testing/test-media.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

closeToolAfterTests()

let server: TestApp
let author: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { previewImagesOfAddress: { points: 60, seconds: 600 } } })
  author = await server.member()
})
afterAll(() => server.close())

const RED = '#c81e1e'
const picture = (width: number, height: number) => plainImage(width, height, RED).png().toBuffer()
const dataFolder = () => path.join(server.app.context.config.dataDir, 'files')

/** Returns the properties of the picture in the head of a page, by the end of their names. */
async function readHead(page: string): Promise<Record<string, string>> {
  const head = String((await server.client().get(page)).body)
  const found = head.matchAll(/<meta property="og:image(?::(\w+))?" content="([^"]*)">/g)
  return Object.fromEntries([...found].map(([, name = 'url', content = '']) => [name, content]))
}

/** Loads a picture as another site does: by its absolute address, without cookies. */
async function load(url = '') {
  expect(new URL(url).origin).toBe(new URL(server.app.context.config.publicUrl).origin)
  const response = await fetch(server.url + new URL(url).pathname)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

const statusOf = async (url = '') => (await load(url)).status

/** Checks that a page declares the picture that its address has; returns its size and the red of its middle. */
async function checkPicture(page: string): Promise<{ size: [number, number]; red: number; url: string }> {
  const { url = '', type, width, height, alt } = await readHead(page)
  const { status, headers, bytes } = await load(url)
  expect([status, headers.get('content-type'), type]).toEqual([200, 'image/jpeg', 'image/jpeg'])
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const real = await sharp(bytes).metadata()
  expect([real.format, `${real.width}`, `${real.height}`]).toEqual(['jpeg', width, height])
  expect(alt).not.toBe('')
  const [red = 0] = await colourAt(bytes, Math.floor(real.width / 2), Math.floor(real.height / 2))
  return { size: [real.width, real.height], red, url }
}

/** Encoders change a colour a little. */
const expectRed = (red: number) => expect(Math.abs(red - 0xc8)).toBeLessThan(8)

async function publishVideo(poster: { width: number; height: number } | null = { width: 1280, height: 720 }) {
  const id = await storeVideo(server.database.db, author.user.id, { isPublished: true })
  if (!poster) return id
  const name = 'poster-1.webp'
  await storeVideoFiles(server, id, [{ name, kind: 'poster', mimeType: 'image/webp', ...poster }])
  const image = plainImage(poster.width, poster.height, RED).webp()
  await image.toFile(path.join(dataFolder(), storageKey(id, name)))
  return id
}

test('the picture of a post is a JPEG of the declared size, at most 1280 pixels on each side', async () => {
  for (const [width, height, size] of [
    [1800, 900, [1280, 640]],
    [900, 1800, [640, 1280]],
    [333, 77, [333, 77]],
  ] as const) {
    const { url } = await uploadMedia(author, await picture(width, height))
    const { id } = await author.createPost({ mediaUrl: url })
    const { size: found, red } = await checkPicture(`/post/${id}`)
    expect(found).toEqual(size)
    expectRed(red)
  }
})

test('an animation in a post shows its first frame, and a video its poster', async () => {
  const gif = await uploadMedia(author, await animatedGif([RED, '#1e1ec8']))
  const animated = await author.createPost({ mediaUrl: gif.url })
  expect(animated.mediaLoops).toBe(true)
  const first = await checkPicture(`/post/${animated.id}`)
  expect(first.size).toEqual([64, 36])
  expectRed(first.red)
  const video = await uploadMedia(author, await testVideo('private.webm'))
  const { id } = await author.createPost({ mediaUrl: video.url })
  await checkPicture(`/post/${id}`)
})

test('transparency is white, not black', async () => {
  const transparent = {
    width: 64,
    height: 64,
    channels: 4,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  } as const
  const { url } = await uploadMedia(author, await sharp({ create: transparent }).png().toBuffer())
  const { id } = await author.createPost({ mediaUrl: url })
  expect(await checkPicture(`/post/${id}`)).toMatchObject({ red: 255 })
})

test('the picture of a profile is its avatar, and a new avatar has a new address', async () => {
  const setAvatar = async () => {
    const { url } = await uploadMedia(author, await picture(64, 64), 'avatar')
    expect((await author.put('/api/auth/avatar', { url })).status).toBe(200)
  }
  const page = `/profile/${author.user.id}`
  await setAvatar()
  const first = await checkPicture(page)
  expect(first.size).toEqual([512, 512])
  await setAvatar()
  expect((await checkPicture(page)).url).not.toBe(first.url)
  expect(await statusOf(first.url)).toBe(404)
})

test('the picture of a stream is its thumbnail, on its page, its legacy page and its embed', async () => {
  const { url } = await uploadMedia(author, await picture(64, 64), 'thumbnail')
  const { id } = await author.createStream({ thumbnailUrl: url })
  const found = await checkPicture(`/stream/${id}`)
  expect(found.size).toEqual([1280, 720])
  for (const page of [`/stream-old/${id}`, `/embed/stream/${id}`])
    expect(await readHead(page)).toMatchObject({ url: found.url })
})

test('the picture of an ended stream without a thumbnail is the poster of its published recording', async () => {
  const { id } = await author.createStream()
  const page = `/stream/${id}`
  expect(await readHead(page)).toMatchObject({ url: expect.stringMatching(/\/card\.png$/) })
  const video = await publishVideo()
  const recorded = { streamId: id, recordedFrom: new Date() }
  await server.database.db.update(videos).set(recorded).where(eq(videos.id, video))
  const { url, size } = await checkPicture(page)
  expect(size).toEqual([1280, 720])
  for (const other of [`/stream-old/${id}`, `/embed/stream/${id}`])
    expect(await readHead(other)).toMatchObject({ url })
  await server.database.db.update(videos).set({ isPublished: false }).where(eq(videos.id, video))
  expect(await statusOf(url)).toBe(404)
})

test('the picture of a video is its whole poster, on its page and its embed', async () => {
  const id = await publishVideo({ width: 405, height: 720 })
  const found = await checkPicture(`/video/${id}`)
  expect(found.size).toEqual([405, 720])
  expect(await readHead(`/embed/${id}`)).toMatchObject({ url: found.url })
})

test('a page without a picture of its own has the card of the site, with its real type and size', async () => {
  const { id } = await author.createPost()
  const { width, height, format } = await sharp('src/web/public/card.png').metadata()
  const member = await server.member()
  for (const page of ['/', `/post/${id}`, `/video/${await publishVideo(null)}`, `/profile/${member.user.id}`])
    expect(await readHead(page)).toMatchObject({
      url: expect.stringMatching(/\/card\.png$/),
      type: `image/${format}`,
      width: `${width}`,
      height: `${height}`,
    })
})

test('the picture is gone as soon as its record is hidden, deleted, or has lost the file', async () => {
  const { db } = server.database
  const withPicture = async () => {
    const { url } = await uploadMedia(author, await picture(64, 64))
    const { id } = await author.createPost({ mediaUrl: url })
    return { id, mediaUrl: url, ...(await checkPicture(`/post/${id}`)) }
  }
  const [deleted, removed, lost] = [await withPicture(), await withPicture(), await withPicture()]
  await author.send('DELETE', `/api/posts/${deleted.id}`)
  await removeByModerator(removed.id)
  await rm(path.join(dataFolder(), lost.mediaUrl.replace('/files/', '')))
  for (const { url } of [deleted, removed, lost]) expect(await statusOf(url)).toBe(404)

  const video = await publishVideo()
  const { url } = await checkPicture(`/video/${video}`)
  await db.update(videos).set({ isPublic: false }).where(eq(videos.id, video))
  // Nobody gets it, as other sites ask for everybody.
  expect([await statusOf(url), (await author.get(new URL(url).pathname)).status]).toEqual([404, 404])

  const leaving = await server.member()
  const avatar = await uploadMedia(leaving, await picture(64, 64), 'avatar')
  await leaving.put('/api/auth/avatar', { url: avatar.url })
  const profile = await checkPicture(`/profile/${leaving.user.id}`)
  await db.update(users).set({ isActive: false }).where(eq(users.id, leaving.user.id))
  expect(await statusOf(profile.url)).toBe(404)
})

test('a stored picture that cannot be decoded is not found, and decoded once', async () => {
  const { url: mediaUrl } = await uploadMedia(author, await picture(64, 64))
  const { id } = await author.createPost({ mediaUrl })
  await writeFile(path.join(dataFolder(), mediaUrl.replace('/files/', '')), 'no picture')
  const rendering = vi.spyOn(server.app.context.images, 'render')
  onTestFinished(() => rendering.mockRestore())
  const { url } = await readHead(`/post/${id}`)
  expect([await statusOf(url), await statusOf(url)]).toEqual([404, 404])
  expect((await load(url)).headers.get('etag')).toBeNull()
  expect(rendering).toHaveBeenCalledTimes(1)
})

async function removeByModerator(postId: string): Promise<void> {
  const [rule] = listRules.response.parse((await server.client().get('/api/rules')).body)
  const reporter = await server.member()
  await reporter.post('/api/reports', { subjectType: 'post', subjectId: postId, reason: rule })
  const { body } = await server.admin.get('/api/moderation/reports')
  const cases = listCases.response.parse(body)
  const open = cases.find(({ subjectId }) => subjectId === postId)
  const decision = { action: 'remove', state: 'open', rule }
  expect((await server.admin.post(`/api/moderation/reports/${open?.id}`, decision)).status).toBe(200)
}

test('a browser that has the picture asks again and gets 304; a guessed address is 404', async () => {
  const { url } = await uploadMedia(author, await picture(64, 64))
  const { id } = await author.createPost({ mediaUrl: url })
  const address = new URL((await readHead(`/post/${id}`)).url ?? '').pathname
  const { headers } = await server.client().get(address)
  expect(headers.get('cache-control')).toBe('public, no-cache')
  const etag = headers.get('etag') ?? ''
  expect((await server.client().get(address, { 'if-none-match': etag })).status).toBe(304)
  const guessed = [
    `/previews/post/${id}/0.jpg`,
    '/previews/post/42/0.jpg',
    `/previews/constructor/${id}/0.jpg`,
  ]
  for (const each of guessed) expect((await server.client().get(each)).status, each).toBe(404)
})

test('an address that loads too many pictures is told to wait', async () => {
  const statuses = new Set<number>()
  for (let count = 0; count < 61; count++)
    statuses.add((await server.client().get(`/previews/post/${author.user.id}/0.jpg`)).status)
  expect(statuses).toContain(429)
})
