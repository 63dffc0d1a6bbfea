import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Video, video } from '#shared/videos/videos.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { recordPublication } from '../publication.ts'
import { storeVideo, storeVideoFiles } from '../test-queries.ts'

let server: TestApp
let creator: TestClient
let stranger: TestClient
beforeAll(async () => {
  server = await startTestApp()
  stranger = await server.member()
})
beforeEach(async () => {
  creator = await server.member()
})
afterAll(() => server.close())

type Columns = Parameters<typeof storeVideo>[2]
const store = (columns: Columns = {}) => storeVideo(server.database.db, creator.user.id, columns)

/** Stores a ready video with a file for playing and a poster, of ten bytes each. */
async function storeWithFiles(columns: Columns = {}): Promise<string> {
  const id = await store(columns)
  await storeVideoFiles(server, id, [
    { name: 'video.mp4', kind: 'remux', mimeType: 'video/mp4' },
    { name: '480p.mp4', kind: 'rendition', mimeType: 'video/mp4', width: 854, height: 480 },
    { name: '480p.m3u8', kind: 'playlist', mimeType: 'application/vnd.apple.mpegurl' },
    { name: 'poster-1.webp', kind: 'poster', mimeType: 'image/webp' },
    { name: 'captions-yo-1.vtt', kind: 'captions', mimeType: 'text/vtt', language: 'yo' },
  ])
  return id
}

const update = async (id: string, body: object): Promise<Video> => {
  const response = await creator.put(`/api/creator/videos/${id}`, body)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return video.parse(response.body)
}
const publish = async (id: string): Promise<Video> =>
  video.parse((await creator.post(`/api/creator/videos/${id}/publish`)).body)
const get = async (id: string) => video.parse((await creator.get(`/api/videos/${id}`)).body)
const wordsOf = async (id: string): Promise<string> =>
  (await server.database.pool.query('select search::text from videos where id = $1', [id])).rows[0].search
const publicationsOf = async (id: string) => {
  const { rowCount } = await server.database.pool.query(
    `select from analytics_events where event_type = 'video_published' and metadata->>'videoId' = $1`,
    [id],
  )
  return rowCount
}

test('a creator changes what they entered, and what is absent stays', async () => {
  const id = await store({ description: 'Before', tags: ['old'] })
  const before = await get(id)
  const inbox = await creator.openSocket()
  const changed = await update(id, { title: 'Evening', tags: ['highlife'] })
  expect(changed).toEqual({
    ...before,
    title: 'Evening',
    tags: ['highlife'],
    updatedAt: expect.any(String),
  })
  expect(await inbox.waitFor('video_changed')).toMatchObject({ videoId: id })
  expect(await update(id, { description: '', category: 'Dance' })).toMatchObject({
    title: 'Evening',
    description: null,
    category: 'Dance',
  })
  expect(await update(id, { creatorId: stranger.user.id, viewsCount: 9, state: 'failed' })).toMatchObject({
    creatorId: creator.user.id,
    viewsCount: 0,
    state: 'ready',
  })
  inbox.close()
})

test('a changed video is found by its new words and no longer by the old ones', async () => {
  const id = await store()
  await update(id, { title: 'Talking drums', tags: ['Yorùbá'] })
  const words = await wordsOf(id)
  for (const word of ['talking', 'drums', 'yoruba', 'music']) expect(words).toContain(`'${word}'`)
  expect(words).not.toContain('market')
  await publish(id)
  expect(await wordsOf(id)).toBe(words)
})

test.each<[string, object, string]>([
  ['an empty title', { title: '\u200b ' }, 'title'],
  ['an unknown category', { category: 'Jazz' }, 'category'],
  ['no description at all', { description: 5 }, 'description'],
])('a change to %s is refused', async (_name, body, field) => {
  const refusal = await creator.put(`/api/creator/videos/${await store()}`, body)
  expect(refusal).toMatchObject({ status: 400, body: { fields: [{ path: field }] } })
})

test('a published draft can be watched by everyone; its first time stays the time of publication', async () => {
  const id = await storeWithFiles()
  expect((await server.client().get(`/api/videos/${id}`)).status).toBe(404)
  const inbox = await creator.openSocket()
  const { publishedAt, isPublished } = await publish(id)
  expect([isPublished, publishedAt]).toEqual([true, expect.any(String)])
  expect(await inbox.waitFor('video_changed')).toMatchObject({ videoId: id })
  for (const address of [`/api/videos/${id}`, `/api/videos/${id}/file`])
    expect((await server.client().get(address)).status).toBe(200)

  expect((await publish(id)).publishedAt).toBe(publishedAt)
  await update(id, { isPublished: false })
  expect((await server.client().get(`/api/videos/${id}`)).status).toBe(404)
  expect((await publish(id)).publishedAt).toBe(publishedAt)
  expect(await publicationsOf(id)).toBe(1)
  inbox.close()
})

test('a private video has no time of publication until it is made public', async () => {
  const id = await store({ isPublic: false })
  expect((await publish(id)).publishedAt).toBeNull()
  expect(await publicationsOf(id)).toBe(0)
  expect((await update(id, { isPublic: true })).publishedAt).not.toBeNull()
  expect(await publicationsOf(id)).toBe(1)
})

test('a video that is published while it is processed is recorded as published when it is ready, once', async () => {
  const id = await store({ state: 'processing', progress: 10 })
  expect((await publish(id)).publishedAt).toBeNull()
  const record = () => server.database.db.transaction((tx) => recordPublication(server.app.context, tx, id))
  expect(await record()).toBe(false)
  await server.database.pool.query(`update videos set state = 'ready' where id = $1`, [id])
  expect([await record(), await record()]).toEqual([true, false])
  expect((await get(id)).publishedAt).not.toBeNull()
  expect(await publicationsOf(id)).toBe(1)
})

/** The URLs of all files of a video. */
function addressesOf({ sources, thumbnailUrl, captions }: Video): string[] {
  const files = [...sources.qualities, ...sources.files].map(({ url }) => url)
  return [sources.hls ?? '', ...files, thumbnailUrl ?? '', ...captions.map(({ url }) => url)]
}

test.each([
  ['private', { isPublic: false }],
  ['a draft again', { isPublished: false }],
])(
  'the old URLs of a video that becomes %s return 404, and its files have new ones',
  async (_name, change) => {
    const id = await storeWithFiles({ isPublished: true })
    const statuses = async (client: TestClient, addresses: string[]) => [
      ...new Set(await Promise.all(addresses.map(async (each) => (await client.get(each)).status))),
    ]
    const shared = addressesOf(await get(id))
    expect(shared.length).toBeGreaterThanOrEqual(6)
    expect(await statuses(server.client(), shared)).toEqual([200])

    const hidden = addressesOf(await update(id, change))
    for (const client of [creator, server.admin, stranger, server.client()])
      expect(await statuses(client, shared)).toEqual([404])
    expect(await statuses(creator, hidden)).toEqual([200])
    for (const client of [stranger, server.client()]) expect(await statuses(client, hidden)).toEqual([404])
    expect((await stranger.get(`/api/videos/${id}/file`)).status).toBe(404)

    // Neither a further change nor publishing again makes the first URLs valid.
    await update(id, { title: 'Still hidden' })
    expect(addressesOf(await get(id))).toEqual(hidden)
    await update(id, { isPublished: true, isPublic: true })
    expect(await statuses(server.client(), shared)).toEqual([404])
    expect(await statuses(server.client(), hidden)).toEqual([200])
  },
)

test('a failed video can be tried again', async () => {
  const id = await store({ state: 'failed', failure: 'tooCostly' })
  await storeVideoFiles(server, id, [{ name: 'original.mp4', kind: 'original', mimeType: 'video/mp4' }])
  expect(await get(id)).toMatchObject({ state: 'failed', failure: 'tooCostly' })
  const { status, body } = await creator.post(`/api/creator/videos/${id}/retry`)
  expect(status).toBe(200)
  expect(video.parse(body)).toMatchObject({ state: 'processing', failure: null, progress: 0 })
})

test('a video that has not failed, or whose file is lost, cannot be tried again', async () => {
  const ready = await store()
  await storeVideoFiles(server, ready, [{ name: 'original.mp4', kind: 'original', mimeType: 'video/mp4' }])
  const lost = await store({ state: 'failed', failure: 'notRecorded' })
  for (const id of [ready, lost])
    expect(await creator.post(`/api/creator/videos/${id}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  expect((await get(lost)).state).toBe('failed')
})

test('deleting a hidden video deletes every file of it', async () => {
  const id = await storeWithFiles({ isPublished: true, isPublic: false })
  const { rows } = await server.database.pool.query('select key from video_files where video_id = $1', [id])
  const files = rows.map(({ key }) => path.join(server.app.context.config.dataDir, 'files', String(key)))
  expect(files.filter((file) => existsSync(file))).toHaveLength(5)
  expect((await creator.send('DELETE', `/api/creator/videos/${id}`)).status).toBe(200)
  await vi.waitFor(() => expect(files.filter((file) => existsSync(file))).toEqual([]))
})
