import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Video, video } from '#shared/videos/videos.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { countJobs } from '#server/jobs/queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { videos } from '../schema.ts'

closeToolAfterTests()

let server: TestApp
let creator: TestClient
let stranger: TestClient
let bytes: Buffer
beforeAll(async () => {
  // The videos stay unprocessed.
  server = await startTestApp({ env: { JOBS: 'off' } })
  stranger = await server.member()
  bytes = await readFile(await source('mp4'))
})
beforeEach(async () => {
  creator = await server.member()
})
afterAll(() => server.close())

const uploadVideo = async (client = creator) => (await uploadMedia(client, bytes, 'video')).url
const uploadThumbnail = async (client = creator) => {
  const image = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#c81e1e' } })
  return (await uploadMedia(client, await image.png().toBuffer(), 'thumbnail')).url
}
const post = (body: object, client = creator) =>
  client.post('/api/creator/videos', { title: 'Market', category: 'Food', ...body })
const create = async (body: object, client = creator): Promise<Video> => {
  const response = await post(body, client)
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return video.parse(response.body)
}
const rowsOf = async (table: 'videos' | 'video_files', id: string) =>
  (
    await server.database.pool.query(
      `select * from ${table} where ${table === 'videos' ? 'id' : 'video_id'} = $1`,
      [id],
    )
  ).rows
const eventsOf = async (id: string) => {
  const { rows } = await server.database.pool.query(
    `select event_type, user_id from analytics_events where metadata->>'videoId' = $1 order by id`,
    [id],
  )
  return rows
}

test('a video is made of the whole payload of SPEC.txt, and what the file says wins', async () => {
  const inbox = await creator.openSocket()
  const videoUrl = await uploadVideo()
  const thumbnailUrl = await uploadThumbnail()
  const made = await create({
    title: '  Morning\u202e at the market ',
    description: 'With my aunt',
    videoUrl,
    thumbnailUrl,
    duration: 9999,
    fileSize: 'huge',
    mimeType: 'text/html',
    category: 'Food',
    tags: [' jollof ', '', 'jollof', 'Lagos'],
    isPublished: true,
    isPublic: false,
    creatorId: stranger.user.id,
    viewsCount: 1_000_000,
    state: 'ready',
  })
  expect(made).toMatchObject({
    title: 'Morning at the market',
    description: 'With my aunt',
    creatorId: creator.user.id,
    videoUrl,
    thumbnailUrl: expect.stringMatching(/\/files\/\w+\/poster-\w+\.webp$/),
    category: 'Food',
    tags: ['jollof', 'Lagos'],
    fileSize: bytes.length,
    mimeType: 'video/mp4',
    viewsCount: 0,
    isPublished: true,
    isPublic: false,
    state: 'processing',
    progress: 0,
    failure: null,
    publishedAt: null,
    viewer: { isOwner: true },
  })
  expect(await inbox.waitFor('video_changed')).toMatchObject({ videoId: made.id })
  expect(await eventsOf(made.id)).toEqual([{ event_type: 'video_created', user_id: creator.user.id }])
  expect(await countJobs(server.database.db)).toContainEqual(
    expect.objectContaining({ task: expect.stringContaining('videos.prepare'), waiting: 1 }),
  )
  const [row] = await rowsOf('videos', made.id)
  for (const word of ['market', 'aunt', 'jollof', 'food']) expect(row.search).toContain(`'${word}'`)
  const thumbnail = await creator.get(made.thumbnailUrl ?? '')
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await creator.get((made.thumbnailUrl ?? '').replace('.webp', '-small.webp'))).status).toBe(200)
  expect((await stranger.get(made.thumbnailUrl ?? '')).status).toBe(404)
  inbox.close()
})

test('a video with only what is required is a public draft', async () => {
  const made = await create({ videoUrl: await uploadVideo() })
  expect(made).toMatchObject({
    description: null,
    thumbnailUrl: null,
    tags: [],
    isPublished: false,
    isPublic: true,
  })
  expect((await creator.get('/api/creator/videos?filter=draft')).body).toMatchObject([{ id: made.id }])
  for (const client of [stranger, server.client()])
    expect((await client.get(`/api/videos/${made.id}`)).status).toBe(404)
})

test.each<[string, object, string]>([
  ['an empty title', { title: ' ' }, 'title'],
  ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
  ['an unknown category', { category: 'Jazz' }, 'category'],
  ['31 tags', { tags: Array.from({ length: 31 }, (_, index) => `tag${index}`) }, 'tags'],
  ['no videoUrl', { videoUrl: undefined }, 'videoUrl'],
  ['a thumbnail before the start', { thumbnailAt: -1 }, 'thumbnailAt'],
])('a video with %s is refused at its field', async (_name, input, field) => {
  const refusal = await post({ videoUrl: '/api/uploads/none/file', ...input })
  expect(refusal).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(refusal.body).toMatchObject({ fields: [{ path: field }] })
})

test('a video is only made of the creator’s own, finished and unused upload of a video', async () => {
  const thumbnail = await uploadThumbnail()
  const foreign = await uploadVideo(stranger)
  const used = await uploadVideo()
  await create({ videoUrl: used })
  for (const videoUrl of [
    foreign,
    used,
    thumbnail,
    (await uploadMedia(creator, bytes.subarray(0), 'post')).url,
    `/api/uploads/${v7()}/file`,
    'https://elsewhere.example/video.mp4',
    '/files/originals/../../secrets',
  ]) {
    const refusal = await post({ videoUrl })
    expect(refusal, videoUrl).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path: 'videoUrl' }] },
    })
  }
  // Its owner can still use the refused upload.
  expect((await post({ videoUrl: foreign }, stranger)).status).toBe(201)
})

test('a thumbnail that is not the creator’s own unused upload is refused, and the video stays usable', async () => {
  const videoUrl = await uploadVideo()
  const foreign = await uploadThumbnail(stranger)
  for (const thumbnailUrl of [foreign, videoUrl, 'https://elsewhere.example/picture.png'])
    expect(await post({ videoUrl, thumbnailUrl })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'thumbnailUrl' }] },
    })
  expect((await creator.get('/api/creator/videos')).body).toEqual([])
  expect((await post({ videoUrl })).status).toBe(201)
})

test('of concurrent claims of one upload exactly one becomes a video', async () => {
  const videoUrl = await uploadVideo()
  const responses = await Promise.all(Array.from({ length: 8 }, () => post({ videoUrl })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(422)])
  expect((await creator.get('/api/creator/videos')).body).toHaveLength(1)
})

test('repeated and concurrent calls with one clientId make one video', async () => {
  const body = { videoUrl: await uploadVideo(), thumbnailUrl: await uploadThumbnail(), clientId: v7() }
  const responses = await Promise.all(Array.from({ length: 6 }, () => post(body)))
  responses.push(await post(body))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
  const ids = new Set(responses.map(({ body: made }) => video.parse(made).id))
  expect(ids.size).toBe(1)
  const [id = ''] = ids
  expect(await eventsOf(id)).toHaveLength(1)
  // Another member may use the same id.
  const other = await post({ videoUrl: await uploadVideo(stranger), clientId: body.clientId }, stranger)
  expect(ids.has(video.parse(other.body).id)).toBe(false)
})

test('the original is returned to its owner and admins alone, not by the addresses of the video', async () => {
  const made = await create({ videoUrl: await uploadVideo(), isPublished: true })
  await server.database.pool.query(`update videos set state = 'ready' where id = $1`, [made.id])
  const statuses = async (address: string) => {
    const found = []
    for (const client of [creator, server.admin, stranger, server.client()])
      found.push((await client.get(address)).status)
    return found
  }
  expect(await statuses(made.videoUrl)).toEqual([200, 200, 404, 404])
  const [{ files_version: version }] = await rowsOf('videos', made.id)
  expect(await statuses(`/api/videos/${made.id}/files/${version}/original.mp4`)).toEqual([404, 404, 404, 404])
  expect(video.parse((await stranger.get(`/api/videos/${made.id}`)).body).videoUrl).toBe(
    `/api/videos/${made.id}/file`,
  )
})

test('deleting a video deletes its upload, thumbnail and captions from the disk', async () => {
  const working = await startTestApp()
  onTestFinished(() => working.close())
  const member = await working.member()
  const made = await create(
    { videoUrl: await uploadVideo(member), thumbnailUrl: await uploadThumbnail(member) },
    member,
  )
  const captions = await uploadMedia(
    member,
    Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nSelam'),
    'captions',
  )
  const { status } = await member.put(`/api/creator/videos/${made.id}/captions/am`, { url: captions.url })
  expect(status).toBe(200)
  const folder = path.join(working.app.context.config.dataDir, 'files')
  const stored = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect((await stored()).length).toBeGreaterThanOrEqual(4)

  expect((await member.send('DELETE', `/api/creator/videos/${made.id}`)).status).toBe(200)
  await vi.waitFor(async () => {
    expect(await stored()).toEqual([])
    expect(await working.database.pool.query('select from media_uploads')).toMatchObject({ rowCount: 0 })
  })
  for (const address of [made.videoUrl, made.thumbnailUrl ?? '', captions.url])
    expect((await member.get(address)).status).toBe(404)
})

test('the videos of a creator who sends many wait for the first ones of others', async () => {
  const [many, deleting, other] = [await server.member(), await server.member(), await server.member()]
  const made: string[] = []
  for (const client of [many, many, many, deleting, deleting, other, other]) {
    const { id } = await create({ videoUrl: await uploadVideo(client) }, client)
    made.push(id)
    if (client === deleting) await server.database.db.delete(videos).where(eq(videos.id, id))
  }
  // In the order in which jobs run.
  const { rows } = await server.database.pool.query<{ key: string }>(
    `select key from graphile_worker.jobs where key like 'videos.prepare%' order by priority, run_at, id`,
  )
  const order = rows.map(({ key }) => made.indexOf(key.split(' ')[1] ?? '')).filter((index) => index >= 0)
  // Also those of a creator who deletes each video before the next one.
  expect(order).toEqual([0, 3, 5, 1, 4, 6, 2])
})
