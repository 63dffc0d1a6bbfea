import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallThumbnail } from '#shared/media/image-sizes.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { videoFiles, videos } from '../schema.ts'
import { enqueuePoster, renderPosterJob } from './jobs.ts'
import { filesOnDisk, getVideo, storeUpload, waitUntilProcessed } from './testing/uploaded-videos.ts'

closeToolAfterTests()

let server: TestApp
let owner: TestClient
beforeAll(async () => {
  server = await startTestApp()
  owner = await server.member()
})
afterAll(() => server.close())

async function choosePoster(videoId: string, posterAt: number): Promise<void> {
  const { db } = server.database
  await db.update(videos).set({ posterAt }).where(eq(videos.id, videoId))
  await enqueuePoster(db, { nodeId: server.app.context.nodeId, videoId })
}

async function brightnessOf(url: string): Promise<number> {
  const response = await fetch(server.url + url, { headers: { cookie: owner.cookie } })
  const image = sharp(Buffer.from(await response.arrayBuffer()))
  return (await image.greyscale().stats()).channels[0]?.mean ?? 0
}

test('a frame that the creator chooses replaces the poster, in both sizes', async () => {
  const id = await storeUpload(server, owner, await source('dark-start.mp4'))
  const before = (await waitUntilProcessed(owner, id)).thumbnailUrl ?? ''
  expect(await brightnessOf(before)).toBeGreaterThan(40)
  const files = await filesOnDisk(server)
  await choosePoster(id, 0.2)
  await expect.poll(async () => (await getVideo(owner, id)).thumbnailUrl).not.toBe(before)
  const after = (await getVideo(owner, id)).thumbnailUrl ?? ''
  for (const url of [after, smallThumbnail(after)]) expect(await brightnessOf(url)).toBeLessThan(20)
  for (const url of [before, smallThumbnail(before)])
    await expect.poll(async () => (await owner.get(url)).status).toBe(404)
  await expect.poll(async () => (await filesOnDisk(server)).length).toBe(files.length)
})

test('an uploaded thumbnail is not replaced, and a second beyond the end shows the last frame', async () => {
  const id = await storeUpload(server, owner, await source('dark-start.mp4'))
  const { thumbnailUrl } = await waitUntilProcessed(owner, id)
  await choosePoster(id, 1000)
  await expect.poll(async () => (await getVideo(owner, id)).thumbnailUrl).not.toBe(thumbnailUrl)
  const last = (await getVideo(owner, id)).thumbnailUrl ?? ''
  expect(await brightnessOf(last)).toBeGreaterThan(40)
  await server.database.db.update(videoFiles).set({ uploadId: id }).where(eq(videoFiles.kind, 'poster'))
  await server.runJob(renderPosterJob, { videoId: id })
  expect((await getVideo(owner, id)).thumbnailUrl).toBe(last)
})
