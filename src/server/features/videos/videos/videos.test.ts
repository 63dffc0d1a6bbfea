import { existsSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listCreatorVideos } from '#shared/videos/creator-videos.ts'
import { listVideoChat, video } from '#shared/videos/videos.ts'
import { chatMessages } from '#server/features/live/chat/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { storeVideo, storeVideoFiles } from './test-queries.ts'

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
const store = (columns: Parameters<typeof storeVideo>[2] = {}) =>
  storeVideo(server.database.db, owner.user.id, columns)

/** Stores a video with a file and a poster of ten bytes each. */
async function storeWithFiles(columns: Parameters<typeof storeVideo>[2] = {}): Promise<string> {
  const id = await store(columns)
  await storeVideoFiles(server, id, [
    { name: 'original.webm', kind: 'original', mimeType: 'video/webm' },
    { name: 'poster.webp', kind: 'poster', mimeType: 'image/webp' },
  ])
  return id
}

const get = async (id: string) => video.parse((await owner.get(`/api/videos/${id}`)).body)

test('a creator lists their videos newest first, filtered and paginated', async () => {
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
  'a %s video, its file and its poster are visible to the creator and admins, and to others only if public',
  async (_name, columns, othersStatus) => {
    const id = await storeWithFiles(columns)
    const { thumbnailUrl, videoUrl } = await get(id)
    for (const address of [`/api/videos/${id}`, videoUrl, thumbnailUrl ?? '']) {
      const statuses = []
      for (const client of [owner, server.admin, stranger, server.client()])
        statuses.push((await client.get(address)).status)
      expect(statuses, address).toEqual([200, 200, othersStatus, othersStatus])
    }
    expect((await owner.get((thumbnailUrl ?? '').replace(/files\/[^/]+/, 'files/another'))).status).toBe(404)
    expect((await stranger.get(`/files/videos/${id}-original.webm`)).status).toBe(404)
  },
)

test('a file supports range requests and is only cached by the browser', async () => {
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

test('a new file is served before the database has notified the cache of it', async () => {
  const id = await storeWithFiles()
  await server.catchUpWithDatabase()
  const { thumbnailUrl } = await get(id)
  const urlOf = (name: string) => (thumbnailUrl ?? '').replace('poster.webp', name)
  expect((await owner.get(urlOf('poster.webp'))).status).toBe(200)
  const { db } = server.database
  await db.execute(sql`alter table video_files disable trigger user`)
  await storeVideoFiles(server, id, [{ name: 'preview.webp', kind: 'preview', mimeType: 'image/webp' }])
  await db.execute(sql`alter table video_files enable trigger user`)
  expect((await owner.get(urlOf('preview.webp'))).status).toBe(200)
  expect((await stranger.get(urlOf('preview.webp'))).status).toBe(404)
  expect((await owner.get(urlOf('absent.webp'))).status).toBe(404)
})

test('a video of a deactivated creator is only visible to admins', async () => {
  const id = await store({ isPublished: true })
  const { db } = server.database
  await db.update(users).set({ isActive: false }).where(eq(users.id, owner.user.id))
  await server.catchUpWithDatabase()
  expect((await stranger.get(`/api/videos/${id}`)).status).toBe(404)
  expect((await server.admin.get(`/api/videos/${id}`)).status).toBe(200)
})

test('deleting a video deletes its files and notifies the creator’s pages', async () => {
  const id = await storeWithFiles({ isPublished: true })
  const inbox = await owner.openSocket()
  expect((await stranger.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(403)
  expect((await owner.send('DELETE', `/api/creator/videos/${id}`)).body).toEqual({ deleted: true })
  expect(await inbox.waitFor('video_changed')).toMatchObject({ videoId: id })
  for (const address of [`/api/videos/${id}`, `/api/videos/${id}/file`])
    expect((await owner.get(address)).status).toBe(404)
  expect((await owner.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(404)
  const folder = path.join(server.app.context.config.dataDir, 'files/videos')
  await vi.waitFor(() =>
    expect(
      ['original.webm', 'poster.webp'].filter((name) => existsSync(path.join(folder, `${id}-${name}`))),
    ).toEqual([]),
  )
  inbox.close()
})

test('the chat replay is ordered by time and leaves out deleted messages', async () => {
  const { id: streamId } = await owner.createStream()
  const recordedFrom = new Date(Date.now() - 100_000)
  const storeMessage = (message: string, second: number, deletedAt: Date | null = null) => {
    const createdAt = new Date(recordedFrom.getTime() + second * 1000)
    const id = v7({ msecs: createdAt.getTime() })
    return server.database.db
      .insert(chatMessages)
      .values({ id, streamId, userId: stranger.user.id, message, createdAt, deletedAt })
  }
  await storeMessage('too early', -5)
  await storeMessage('good morning', 1)
  await storeMessage('taken out', 2, new Date())
  await storeMessage('louder, please', 20.5)
  await storeMessage('bravo', 59)
  await storeMessage('after the end', 65)
  const id = await store({ isPublished: true, streamId, recordedFrom, duration: 60 })

  const replay = (from: string) => server.client().get(`/api/videos/${id}/chat${from}`)
  const replayedTexts = async (from: string) =>
    listVideoChat.response
      .parse((await replay(from)).body)
      .map(({ offset, message }) => [offset, message.message])
  expect(await replayedTexts('')).toEqual([
    [1, 'good morning'],
    [20.5, 'louder, please'],
    [59, 'bravo'],
  ])
  const forgedCursor = Buffer.from('["00000000-0000-7000-8000-000000000000"]').toString('base64url')
  expect((await replayedTexts(`?cursor=${forgedCursor}`))[0]).toEqual([1, 'good morning'])
  expect(await replayedTexts('?from=20')).toEqual([
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
  expect(await replayedTexts('')).toEqual([])
  await setActive(true)
  expect((await server.client().get(`/api/videos/${await store({ streamId })}/chat`)).status).toBe(404)
})
