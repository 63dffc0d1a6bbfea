import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listCreatorVideos, listVideoChat } from '#shared/videos.ts'
import { chatMessages } from '#server/features/chat/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { videos } from './schema.ts'
import { storeVideo } from './test-queries.ts'
import { fileKey, posterKey } from './video-files.ts'

let server: TestApp
let owner: TestClient
let stranger: TestClient
beforeAll(async () => {
  server = await startTestApp()
  stranger = await server.member()
})
beforeEach(async () => {
  owner = await server.member()
})
afterAll(() => server.close())

const list = async (query = '') =>
  listCreatorVideos.response.parse((await owner.get(`/api/creator/videos${query}`)).body)
const store = (facts: Parameters<typeof storeVideo>[2] = {}) =>
  storeVideo(server.database.db, owner.user.id, facts)

/** A video with files that hold these bytes. */
async function storeWithFiles(facts: Parameters<typeof storeVideo>[2] = {}): Promise<string> {
  const folder = path.join(server.app.context.config.dataDir, 'files')
  const id = await store(facts)
  const files = [fileKey(id, '.webm'), posterKey(id)]
  for (const key of files) {
    await mkdir(path.dirname(path.join(folder, key)), { recursive: true })
    await writeFile(path.join(folder, key), '0123456789')
  }
  await server.database.db.update(videos).set({ files }).where(eq(videos.id, id))
  return id
}

test('a creator sees its videos newest first, by filter and page by page', async () => {
  const draft = await store()
  const published = await store({ isPublished: true })
  const hidden = await store({ isPublished: true, isPublic: false })
  const ids = async (query: string) => (await list(query)).map(({ id }) => id)
  expect(await ids('')).toEqual([hidden, published, draft])
  expect(await ids('?filter=draft')).toEqual([draft])
  expect(await ids('?filter=published')).toEqual([published])
  expect(await ids('?filter=private')).toEqual([hidden])
  const pages = []
  for await (const page of owner.pages('/api/creator/videos?limit=2'))
    pages.push(listCreatorVideos.response.parse(page).map(({ id }) => id))
  expect(pages).toEqual([[hidden, published], [draft]])
})

test.each([
  ['draft', {}, 404],
  ['private', { isPublished: true, isPublic: false }, 404],
  ['published', { isPublished: true }, 200],
  ['unfinished', { isPublished: true, state: 'processing' as const }, 404],
])(
  'a %s video, its file and its picture reach its creator, and others as it says',
  async (_name, facts, others) => {
    const id = await storeWithFiles(facts)
    for (const address of [`/api/videos/${id}`, `/api/videos/${id}/file`, `/api/videos/${id}/poster`]) {
      const statuses = []
      for (const who of [owner, server.admin, stranger, server.client()])
        statuses.push((await who.get(address)).status)
      expect(statuses, address).toEqual([200, 200, others, others])
    }
    expect((await stranger.get(`/files/videos/${id}.webm`)).status).toBe(404)
  },
)

test('a player gets the part of a file that it asks for, and nobody else may keep it', async () => {
  const id = await storeWithFiles()
  const part = await owner.get(`/api/videos/${id}/file`, { range: 'bytes=2-4' })
  expect([part.status, part.body]).toEqual([206, '234'])
  expect(Object.fromEntries(part.headers)).toMatchObject({
    'content-type': 'video/webm',
    'content-range': 'bytes 2-4/10',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect((await owner.get(`/api/videos/${id}/file`, { range: 'bytes=10-' })).status).toBe(416)
  const head = await owner.send('HEAD', `/api/videos/${id}/file`)
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
  expect((await stranger.send('HEAD', `/api/videos/${id}/file`)).status).toBe(404)
})

test('a video of a creator who has been deactivated is there for admins alone', async () => {
  const id = await store({ isPublished: true })
  const { db } = server.database
  await db.update(users).set({ isActive: false }).where(eq(users.id, owner.user.id))
  await server.settle()
  expect((await stranger.get(`/api/videos/${id}`)).status).toBe(404)
  expect((await server.admin.get(`/api/videos/${id}`)).status).toBe(200)
})

test('a deleted video is gone with its files, and its creator’s pages hear of it', async () => {
  const id = await storeWithFiles({ isPublished: true })
  const inbox = await owner.socket()
  expect((await stranger.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(403)
  expect((await owner.send('DELETE', `/api/creator/videos/${id}`)).body).toEqual({ deleted: true })
  expect(await inbox.waitFor('video_changed')).toMatchObject({ videoId: id })
  for (const address of [`/api/videos/${id}`, `/api/videos/${id}/file`])
    expect((await owner.get(address)).status).toBe(404)
  expect((await owner.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(404)
  inbox.close()
})

test('the chat beside a recording comes in the order of its seconds, without what was taken out', async () => {
  const { id: streamId } = await owner.createStream()
  const recordedFrom = new Date(Date.now() - 100_000)
  const say = (message: string, second: number, deletedAt: Date | null = null) => {
    const createdAt = new Date(recordedFrom.getTime() + second * 1000)
    const id = v7({ msecs: createdAt.getTime() })
    return server.database.db
      .insert(chatMessages)
      .values({ id, streamId, userId: stranger.user.id, message, createdAt, deletedAt })
  }
  await say('too early', -5)
  await say('good morning', 1)
  await say('taken out', 2, new Date())
  await say('louder, please', 20.5)
  await say('bravo', 59)
  await say('after the end', 65)
  const id = await store({ isPublished: true, streamId, recordedFrom, duration: 60 })

  const replay = (from: string) => server.client().get(`/api/videos/${id}/chat${from}`)
  const said = async (from: string) =>
    listVideoChat.response
      .parse((await replay(from)).body)
      .map(({ offset, message }) => [offset, message.message])
  expect(await said('')).toEqual([
    [1, 'good morning'],
    [20.5, 'louder, please'],
    [59, 'bravo'],
  ])
  const made = Buffer.from('["00000000-0000-7000-8000-000000000000"]').toString('base64url')
  expect((await said(`?cursor=${made}`))[0]).toEqual([1, 'good morning'])
  expect(await said('?from=20')).toEqual([
    [20.5, 'louder, please'],
    [59, 'bravo'],
  ])
  const pages = []
  for await (const page of server.client().pages(`/api/videos/${id}/chat?limit=2`))
    pages.push(listVideoChat.response.parse(page).map(({ offset }) => offset))
  expect(pages).toEqual([[1, 20.5], [59]])
  expect(JSON.stringify((await replay('')).body)).not.toContain(stranger.user.email)
  expect((await replay('?from=-1')).status).toBe(400)
  const setActive = (isActive: boolean) =>
    server.database.db.update(users).set({ isActive }).where(eq(users.id, stranger.user.id))
  await setActive(false)
  expect(await said('')).toEqual([])
  await setActive(true)
  expect((await server.client().get(`/api/videos/${await store({ streamId })}/chat`)).status).toBe(404)
})
