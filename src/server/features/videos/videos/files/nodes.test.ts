import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { video } from '#shared/videos/videos.ts'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { storeVideo, storeVideoFiles } from '../test-queries.ts'

closeToolAfterTests()

/** Two nodes of one database: each has a DATA_DIR of its own. */
let first: TestApp
let second: TestApp
/** A member at the first node, and at the second. */
let here: TestClient
let there: TestClient
beforeAll(async () => {
  first = await startTestApp()
  second = await startTestApp({ database: first.database })
})
beforeEach(async () => {
  here = await first.member()
  there = here.at(second.url)
})
afterAll(async () => {
  await second.stop()
  await first.close()
})

/** Returns the stored files of a node. */
async function filesOf({ app }: TestApp): Promise<string[]> {
  const root = path.join(app.context.config.dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
const countsOf = async () => [(await filesOf(first)).length, (await filesOf(second)).length]
const waitForNoFiles = () => vi.waitFor(async () => expect(await countsOf()).toEqual([0, 0]))
const rowCountOf = async (table: string) => (await first.database.pool.query(`select from ${table}`)).rowCount

const photo = () => plainImage(1280, 720, '#c81e1e').png().toBuffer()
const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')

test('a video that is deleted on another node loses its files on every node that has some', async () => {
  const id = await storeVideo(first.database.db, here.user.id)
  await storeVideoFiles(first, id, [
    { name: 'video.mp4', kind: 'remux', mimeType: 'video/mp4' },
    { name: 'poster-1.webp', kind: 'poster', mimeType: 'image/webp' },
  ])
  for (const [language, client] of [['yo', here] as const, ['en', there] as const]) {
    const { url } = await uploadMedia(client, captions, 'captions')
    const added = await client.put(`/api/creator/videos/${id}/captions/${language}`, { url })
    expect(added.status).toBe(200)
  }
  expect(await countsOf()).toEqual([3, 1])
  expect((await there.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(200)
  await waitForNoFiles()
  await vi.waitFor(async () => expect(await rowCountOf('media_uploads')).toBe(0))
})

test('captions and a thumbnail that are replaced on another node are deleted where they are', async () => {
  const id = await storeVideo(first.database.db, here.user.id)
  const address = `/api/creator/videos/${id}`
  const change = async (client: TestClient) => {
    const { url } = await uploadMedia(client, captions, 'captions')
    expect((await client.put(`${address}/captions/yo`, { url })).status).toBe(200)
    const thumbnail = await uploadMedia(client, await photo(), 'thumbnail')
    expect((await client.put(address, { thumbnailUrl: thumbnail.url })).status).toBe(200)
  }
  await change(here)
  const [before] = await countsOf()
  await change(there)
  await vi.waitFor(async () => expect(await countsOf()).toEqual([0, before]))
  await here.send('DELETE', address)
  await waitForNoFiles()
})

test('an avatar and the file of a post that are deleted on another node are deleted where they are', async () => {
  const avatar = await uploadMedia(here, await photo(), 'avatar')
  expect((await here.put('/api/auth/avatar', { url: avatar.url })).status).toBe(200)
  const { url: mediaUrl } = await uploadMedia(here, await photo(), 'post')
  const { id } = await here.createPost({ mediaUrl, mediaType: 'image' })
  const unused = await uploadMedia(here, await photo(), 'post')
  expect((await filesOf(first)).length).toBeGreaterThan(2)
  expect((await there.send('DELETE', '/api/auth/avatar')).status).toBe(200)
  expect((await there.send('DELETE', `/api/posts/${id}`)).status).toBe(200)
  const [name = ''] = unused.url.split('/').slice(-1)
  await first.database.pool.query(`update media_uploads set status = 'released' where url like $1`, [
    `%${name}`,
  ])
  const last = await uploadMedia(there, await photo(), 'avatar')
  await there.put('/api/auth/avatar', { url: last.url })
  await there.send('DELETE', '/api/auth/avatar')
  await waitForNoFiles()
  await vi.waitFor(async () => expect(await rowCountOf('media_uploads')).toBe(0))
})

test('the thumbnail of a stream that is replaced or deleted on another node is deleted where it is', async () => {
  const uploadThumbnail = async (client: TestClient) =>
    (await uploadMedia(client, await photo(), 'thumbnail')).url
  const stream = await here.createStream({ thumbnailUrl: await uploadThumbnail(here) })
  const address = `/api/streams/${stream.id}`
  expect((await filesOf(first)).length).toBeGreaterThan(0)
  expect((await there.put(address, { thumbnailUrl: await uploadThumbnail(there) })).status).toBe(200)
  // The source of a thumbnail is left to the hourly cleanup.
  const thumbnailsOf = async (node: TestApp) =>
    (await filesOf(node)).filter((file) => file.includes('/thumbnails/'))
  await vi.waitFor(async () => expect(await thumbnailsOf(first)).toEqual([]))
  expect(await thumbnailsOf(second)).toHaveLength(2)
  expect((await here.send('DELETE', address)).status).toBe(200)
  await vi.waitFor(async () => expect(await thumbnailsOf(second)).toEqual([]))
})

test('a video that is made on another node is processed where its upload is', async () => {
  const { url: videoUrl } = await uploadMedia(here, await readFile(await source('mp4')), 'video')
  const made = await there.post('/api/creator/videos', { title: 'Market', category: 'Food', videoUrl })
  expect(made.status).toBe(201)
  const { id } = video.parse(made.body)
  await expect.poll(async () => video.parse((await there.get(`/api/videos/${id}`)).body).state).toBe('ready')
  expect((await there.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(200)
  await vi.waitFor(async () => expect((await filesOf(first)).filter((file) => file.includes(id))).toEqual([]))
})
