import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getStorageReport } from '#shared/operations/admin-media.ts'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { storeVideo, storeVideoFiles } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { findOrphansJob } from './orphans-job.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let server: TestApp
let root: string
beforeAll(async () => {
  server = await startTestApp()
  root = path.join(server.app.context.config.dataDir, 'files')
})
afterAll(() => server.close())

/** Stores a file that no row refers to. */
async function leaveFile(key: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, key)), { recursive: true })
  await writeFile(path.join(root, key), 'left')
}

/** Makes all stored files older. */
async function age(days: number): Promise<void> {
  const time = new Date(Date.now() - days * DAY_MS)
  for (const file of await storedFiles()) await utimes(path.join(root, file), time, time)
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

const orphans = async () =>
  getStorageReport.response.parse((await server.admin.get('/api/admin/media/storage')).body).orphans

test('files that belong to nothing are found after a day and deleted a week later; all others stay', async () => {
  const member = await server.member()
  const image = () => plainImage(1800, 900, '#c81e1e').png().toBuffer()
  const { url } = await uploadMedia(member, await image())
  await member.createPost({ mediaUrl: url })
  const thumbnail = await uploadMedia(member, await image(), 'thumbnail')
  await member.createStream({ thumbnailUrl: thumbnail.url })
  const video = await storeVideo(server.database.db, member.user.id)
  await storeVideoFiles(server, video, [{ name: '480p.mp4', kind: 'rendition', mimeType: 'video/mp4' }])
  const used = await storedFiles()
  await leaveFile('media/3f1c.webp')
  await leaveFile('videos/gone-480p.mp4')

  await server.runJob(findOrphansJob)
  expect(await orphans()).toEqual({ files: 0, bytes: 0 })
  await age(2)
  await server.runJob(findOrphansJob)
  expect(await orphans()).toEqual({ files: 2, bytes: 8 })
  await server.database.pool.query(
    `update orphan_files set found_at = now() - interval '8 days' where key like 'media/%'`,
  )
  await server.runJob(findOrphansJob)
  expect(await storedFiles()).toEqual([...used, 'videos/gone-480p.mp4'].toSorted())
  expect(await orphans()).toEqual({ files: 1, bytes: 4 })
  expect((await server.admin.get('/api/admin/logs?category=storage')).body).toMatchObject([
    { metadata: { files: 1, bytes: 4 } },
  ])
})

test('a file whose row has come back is not deleted', async () => {
  const member = await server.member()
  const { url } = await uploadMedia(member, await plainImage(64, 64, '#c81e1e').png().toBuffer())
  await member.createPost({ mediaUrl: url })
  const key = url.replace('/files/', '')
  const { nodeId } = server.app.context
  await server.database.pool.query(
    `insert into orphan_files (node_id, key, size, found_at, seen_at) values ($1, $2, 1, now() - interval '9 days', now() + interval '1 day')`,
    [nodeId, key],
  )
  await server.runJob(findOrphansJob)
  expect(await storedFiles()).toContain(key)
})

test('an admin has them deleted at once', async () => {
  await leaveFile('media/4f1c.webp')
  await age(2)
  expect((await server.admin.post('/api/admin/media/storage/check', { clear: true })).status).toBe(200)
  await vi.waitFor(async () => expect(await storedFiles()).not.toContain('media/4f1c.webp'))
  expect((await server.admin.get('/api/admin/audit?action=media.orphans_cleared')).body).toHaveLength(1)
})
