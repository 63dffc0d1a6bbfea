import { access, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { imageSizes, smallThumbnail } from '#shared/media/image-sizes.ts'
import * as calls from '#shared/operations/moderation.ts'
import { post as postSchema } from '#shared/community/posts.ts'
import { listRules } from '#shared/operations/reports.ts'
import { stream as streamSchema } from '#shared/live/streams.ts'
import { testVideo } from '#server/features/media/media/test-videos.ts'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { closeToolAfterTests } from '#server/transcoding/testing/test-media.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { purgeRemovedJob } from './purge-job.ts'
import { renameMediaJob } from './rename-media-job.ts'
import { moderationDecisions } from '#server/features/operations/moderation-cases/schema.ts'

closeToolAfterTests()

let server: TestApp
let reporter: TestClient
let rule: string | undefined
beforeAll(async () => {
  server = await startTestApp()
  reporter = await server.member()
  ;[rule] = listRules.response.parse((await server.client().get('/api/rules')).body)
})
afterAll(() => server.close())

const image = () => plainImage(1800, 900, '#c81e1e').png().toBuffer()
const key = (address: string) => address.replace('/files/', '')
const statusesOf = async (urls: readonly string[]) => [
  ...new Set(await Promise.all(urls.map(async (url) => (await server.client().get(url)).status))),
]

/** Reports something and removes it; returns its case. */
async function remove(subjectType: 'post' | 'stream', subjectId: string): Promise<string> {
  const sent = await reporter.post('/api/reports', { subjectType, subjectId, reason: rule })
  expect(sent.status).toBe(201)
  const open = calls.listCases.response.parse((await server.admin.get('/api/moderation/reports')).body)
  const id = open.find((each) => each.subjectId === subjectId)?.id ?? ''
  const decided = await server.admin.post(`/api/moderation/reports/${id}`, {
    action: 'remove',
    state: 'open',
    rule,
  })
  expect(decided.status).toBe(200)
  return id
}

const readCase = async (id: string) =>
  calls.getCase.response.parse((await server.admin.get(`/api/moderation/reports/${id}`)).body)

async function restore(caseId: string): Promise<void> {
  const [decision] = (await readCase(caseId)).decisions
  expect((await server.admin.post(`/api/moderation/decisions/${decision?.id}/undo`)).status).toBe(200)
}

/** Returns the address of the file in a case, in its decision and in its reports, which must be the same one. */
async function addressIn(caseId: string): Promise<string> {
  const { snapshot, decisions, reports } = await readCase(caseId)
  const found = [snapshot, ...decisions.map((each) => each.snapshot)].map(({ mediaUrl }) => mediaUrl)
  for (const each of reports) if (each.snapshot) found.push(each.snapshot.mediaUrl)
  expect(new Set(found).size).toBe(1)
  return found[0] ?? ''
}

test('the files of a removed post are only found under new addresses, which its case has and a restored post', async () => {
  const author = await server.member()
  const { url } = await uploadMedia(author, await image())
  const post = await author.createPost({ mediaUrl: url })
  const oldUrls = imageSizes(url, post.mediaWidth ?? 0).map((size) => size.url)
  expect(oldUrls).toHaveLength(3)
  expect(await statusesOf(oldUrls)).toEqual([200])

  const caseId = await remove('post', post.id)
  await expect.poll(() => statusesOf(oldUrls)).toEqual([404])
  const newUrl = await addressIn(caseId)
  const newUrls = imageSizes(newUrl, post.mediaWidth ?? 0).map((size) => size.url)
  expect(await statusesOf(newUrls)).toEqual([200])

  await restore(caseId)
  const restored = postSchema.parse((await server.client().get(`/api/posts/${post.id}`)).body)
  expect(restored.mediaUrl).toBe(newUrl)
  expect(await statusesOf(newUrls)).toEqual([200])
  expect(await statusesOf(oldUrls)).toEqual([404])
  // It is deleted with its files, as any other.
  expect((await author.send('DELETE', `/api/posts/${post.id}`)).status).toBe(200)
  expect(await statusesOf(newUrls)).toEqual([404])
})

test('a video is renamed with its poster', async () => {
  const author = await server.member()
  const { url } = await uploadMedia(author, await testVideo('private.webm'))
  const { id, mediaPosterUrl } = await author.createPost({ mediaUrl: url })
  const oldUrls = [url, mediaPosterUrl ?? '']
  expect(await statusesOf(oldUrls)).toEqual([200])
  const caseId = await remove('post', id)
  await expect.poll(() => statusesOf(oldUrls)).toEqual([404])
  await restore(caseId)
  const restored = postSchema.parse((await server.client().get(`/api/posts/${id}`)).body)
  expect(await statusesOf([restored.mediaUrl ?? '', restored.mediaPosterUrl ?? ''])).toEqual([200])
})

test('a job that runs again changes nothing, and deletes what a killed one left behind', async () => {
  const author = await server.member()
  const { url } = await uploadMedia(author, await plainImage(64, 64, '#c81e1e').png().toBuffer())
  const { id } = await author.createPost({ mediaUrl: url })
  const caseId = await remove('post', id)
  await expect.poll(() => statusesOf([url])).toEqual([404])
  const newUrl = await addressIn(caseId)
  const fileOf = (address: string) => path.join(server.app.context.config.dataDir, 'files', key(address))
  const run = (from: string, to: string) =>
    server.runJob(renameMediaJob, {
      subjectType: 'post',
      subjectId: id,
      renames: [{ from: key(from), to: key(to) }],
    })
  // It was killed before it deleted the old file.
  await mkdir(path.dirname(fileOf(url)), { recursive: true })
  await writeFile(fileOf(url), 'left')
  await run(url, newUrl)
  expect(await addressIn(caseId)).toBe(newUrl)
  expect([await statusesOf([url]), await statusesOf([newUrl])]).toEqual([[404], [200]])

  // It was killed before it changed the rows, and the post was restored meanwhile.
  await restore(caseId)
  const copy = '/files/media/copy.webp'
  await run(newUrl, copy)
  expect((await server.client().get(`/api/posts/${id}`)).body).toMatchObject({ mediaUrl: newUrl })
  expect(await statusesOf([newUrl])).toEqual([200])
  await expect(access(fileOf(copy))).rejects.toThrow('ENOENT')
})

test('the thumbnail of a removed stream is only found under a new address', async () => {
  const author = await server.member()
  const thumbnail = await uploadMedia(author, await image(), 'thumbnail')
  const { id, thumbnailUrl } = await author.createStream({ thumbnailUrl: thumbnail.url })
  const oldUrls = [thumbnailUrl ?? '', smallThumbnail(thumbnailUrl ?? '')]
  expect(await statusesOf(oldUrls)).toEqual([200])
  const caseId = await remove('stream', id)
  await expect.poll(() => statusesOf(oldUrls)).toEqual([404])
  const newUrl = await addressIn(caseId)
  await restore(caseId)
  const restored = streamSchema.parse((await server.client().get(`/api/streams/${id}`)).body)
  expect(restored.thumbnailUrl).toBe(newUrl)
  expect(await statusesOf([newUrl, smallThumbnail(newUrl)])).toEqual([200])
})

test('the thumbnail of a removed stream is deleted with it after 30 days', async () => {
  const author = await server.member()
  const thumbnail = await uploadMedia(author, await image(), 'thumbnail')
  const { id, thumbnailUrl } = await author.createStream({ thumbnailUrl: thumbnail.url })
  const caseId = await remove('stream', id)
  await expect.poll(() => statusesOf([thumbnailUrl ?? ''])).toEqual([404])
  const newUrl = await addressIn(caseId)
  await server.database.db
    .update(moderationDecisions)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(eq(moderationDecisions.subjectId, id))
  await server.runJob(purgeRemovedJob)
  await expect.poll(() => statusesOf([newUrl, smallThumbnail(newUrl)])).toEqual([404])
})

test('the node that has the files renames them', async () => {
  const otherNode = await startTestApp({ database: server.database })
  onTestFinished(() => otherNode.stop())
  const author = (await server.member()).at(otherNode.url)
  const { url } = await uploadMedia(author, await image())
  const { id } = await author.createPost({ mediaUrl: url })
  const statusThere = async (address: string) => (await otherNode.client().get(address)).status
  expect(await statusThere(url)).toBe(200)
  const caseId = await remove('post', id)
  await expect.poll(() => statusThere(url)).toBe(404)
  expect(await statusThere(await addressIn(caseId))).toBe(200)
})
