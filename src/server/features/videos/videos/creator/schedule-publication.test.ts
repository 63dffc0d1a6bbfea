import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { listCreatorVideos } from '#shared/videos/creator-videos.ts'
import { type Video, video } from '#shared/videos/videos.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { timeOut } from '#server/features/operations/moderation/test-time-out.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { setPro } from '#server/features/accounts/users/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { closeToolAfterTests, source } from '#server/transcoding/testing/test-media.ts'
import { recordPublication } from '../publication.ts'
import { bringPublicationForward, storeVideo } from '../test-queries.ts'

closeToolAfterTests()

const HOUR_MS = 60 * 60 * 1000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

let server: TestApp
let creator: TestClient
beforeAll(async () => {
  server = await startTestApp()
})
beforeEach(async () => {
  creator = await server.member()
  await setPro(db(), creator.user.id, true)
})
afterAll(() => server.close())

const db = () => server.database.db
const store = (columns: Parameters<typeof storeVideo>[2] = {}) => storeVideo(db(), creator.user.id, columns)
const put = (id: string, body: object, client = creator) => client.put(`/api/creator/videos/${id}`, body)
const change = async (id: string, body: object): Promise<Video> => {
  const response = await put(id, body)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return video.parse(response.body)
}
const get = async (id: string, client = creator) => video.parse((await client.get(`/api/videos/${id}`)).body)
const list = async (filter: string) =>
  listCreatorVideos.response
    .parse((await creator.get(`/api/creator/videos?filter=${filter}`)).body)
    .map(({ id }) => id)
const publish = (id: string) => creator.post(`/api/creator/videos/${id}/publish`)

/** Runs the job that publishes the video now; returns the time that it was enqueued for. */
const runDue = (id: string) => bringPublicationForward(db(), id)

test('a scheduled draft is listed as such and as a draft, and its time is shown to its creator alone', async () => {
  const [id, draft] = [await store(), await store()]
  const publishAt = inHours(2)
  expect(await change(id, { publishAt })).toMatchObject({ isPublished: false, publishAt })
  expect(await list('scheduled')).toEqual([id])
  expect(await list('draft')).toEqual([draft, id])
  expect([await list('published'), await list('private')]).toEqual([[], []])
  expect((await server.client().get(`/api/videos/${id}`)).status).toBe(404)
  expect((await get(id, server.admin)).publishAt).toBeNull()
})

test('at its time a video is published as by hand: its creator’s pages and followers hear of it, and it is in the RSS feed', async () => {
  const follower = await server.member()
  await follower.post(`/api/users/${creator.user.id}/follow`, { following: true })
  const id = await store({ title: 'Highlife history' })
  const publishAt = inHours(2)
  await change(id, { publishAt })
  const [inbox, followerInbox] = [await creator.openSocket(), await follower.openSocket()]
  expect((await runDue(id))?.toISOString()).toBe(publishAt)

  expect(await inbox.waitFor('video_changed')).toMatchObject({ videoId: id })
  expect((await followerInbox.waitFor('notification')).data).toMatchObject({ type: 'video', video: { id } })
  expect(await get(id, server.client())).toMatchObject({
    isPublished: true,
    publishedAt: expect.any(String),
    publishAt: null,
  })
  expect((await server.client().get(`/profile/${creator.user.id}/rss.xml`)).body).toContain(
    'Highlife history',
  )
  expect([await list('scheduled'), await list('published')]).toEqual([[], [id]])
  inbox.close()
  followerInbox.close()
})

test('during a time-out of its creator a video is not published, and stays a draft', async () => {
  const id = await store()
  await change(id, { publishAt: inHours(2) })
  await timeOut(server, creator)
  await runDue(id)
  await expect.poll(() => list('scheduled')).toEqual([])
  expect([await list('draft'), await list('published')]).toEqual([[id], []])
})

test('a changed time replaces the first one, and a cancelled one publishes nothing', async () => {
  const id = await store()
  await change(id, { publishAt: inHours(2) })
  const later = inHours(4)
  await change(id, { publishAt: later })
  await change(id, { title: 'Other title' })
  expect((await runDue(id))?.toISOString()).toBe(later)
  await expect.poll(async () => (await get(id)).isPublished).toBe(true)

  const cancelled = await store()
  await change(cancelled, { publishAt: inHours(2) })
  expect((await change(cancelled, { publishAt: null })).publishAt).toBeNull()
  await expectNothingPublished(cancelled)
})

test.each([
  ['publishing by hand', { isPublished: true }, { isPublished: false }],
  ['hiding', { isPublic: false }, { isPublic: true }],
])('%s cancels the time', async (_name, cancelling, restoring) => {
  const id = await store()
  await change(id, { publishAt: inHours(2) })
  expect((await change(id, cancelling)).publishAt).toBeNull()
  expect((await change(id, restoring)).publishAt).toBeNull()
  await expectNothingPublished(id)
})

test('the call that publishes cancels the time, and deleting a scheduled video leaves nothing to publish', async () => {
  const [published, deleted] = [await store(), await store()]
  for (const id of [published, deleted]) await change(id, { publishAt: inHours(2) })
  expect(video.parse((await publish(published)).body)).toMatchObject({ isPublished: true, publishAt: null })
  await change(published, { isPublished: false })
  expect((await creator.send('DELETE', `/api/creator/videos/${deleted}`)).status).toBe(200)
  await runDue(deleted)
  await expectNothingPublished(published)
  expect(await list('published')).toEqual([])
})

/** Lets the job of the video, and after it one of another video, run. */
async function expectNothingPublished(id: string): Promise<void> {
  await runDue(id)
  await expect.poll(() => runDue(id)).toBeNull()
  expect((await get(id)).isPublished).toBe(false)
}

test('a video that is still being prepared at its time is published as soon as it is ready', async () => {
  const id = await store({ state: 'processing', progress: 10 })
  await change(id, { publishAt: inHours(2) })
  await runDue(id)
  await expect.poll(async () => (await get(id)).isPublished).toBe(true)
  expect(await get(id)).toMatchObject({ publishedAt: null, publishAt: null })
  await server.database.pool.query(`update videos set state = 'ready' where id = $1`, [id])
  await db().transaction((tx) => recordPublication(server.app.context, tx, id))
  expect((await get(id, server.client())).publishedAt).not.toBeNull()
})

test('without Creator Pro no time can be chosen; what was scheduled is still published, and can be cancelled', async () => {
  const [first, second] = [await store(), await store()]
  const publishAt = inHours(2)
  for (const id of [first, second]) await change(id, { publishAt })
  await setPro(db(), creator.user.id, false)
  for (const id of [first, await store()])
    expect(await put(id, { publishAt: inHours(3) })).toMatchObject({
      status: 403,
      body: { code: 'pro_required' },
    })
  // A client that sends the whole video again changes nothing.
  expect((await change(first, { publishAt, title: 'Still scheduled' })).publishAt).toBe(publishAt)
  expect((await change(second, { publishAt: null })).publishAt).toBeNull()
  await runDue(first)
  await expect.poll(async () => (await get(first)).isPublished).toBe(true)
})

test('a time in the past, too far ahead or without a date is refused at its field', async () => {
  const id = await store()
  const past = new Date(Date.now() - 1000).toISOString()
  for (const [publishAt, status] of [
    [past, 422],
    [inHours(366 * 24), 422],
    ['tomorrow', 400],
    [5, 400],
  ] as const)
    expect(await put(id, { publishAt })).toMatchObject({ status, body: { fields: [{ path: 'publishAt' }] } })
  expect((await change(id, { publishAt: inHours(364 * 24) })).publishAt).not.toBeNull()
})

test.each([
  ['published', { isPublished: true }],
  ['private', { isPublic: false }],
])('a %s video cannot be scheduled', async (_name, columns) => {
  const publishAt = inHours(2)
  const refusal = { status: 422, body: { fields: [{ path: 'publishAt' }] } }
  expect(await put(await store(columns), { publishAt })).toMatchObject(refusal)
  expect(await put(await store(), { ...columns, publishAt })).toMatchObject(refusal)
})

test('another member cannot schedule a video, nor see that it is', async () => {
  const stranger = await server.member()
  await setPro(db(), stranger.user.id, true)
  expect((await put(await store(), { publishAt: inHours(2) }, stranger)).status).toBe(404)
  expect((await put(await store({ isPublished: true }), { publishAt: inHours(2) }, stranger)).status).toBe(
    403,
  )
})

test('a new video is scheduled when it is made, once, and only with Creator Pro', async () => {
  const { url: videoUrl } = await uploadMedia(creator, await readFile(await source('mp4')), 'video')
  const clientId = crypto.randomUUID()
  const publishAt = inHours(2)
  const post = (body: object = {}) =>
    creator.post('/api/creator/videos', {
      title: 'M',
      category: 'Food',
      videoUrl,
      clientId,
      publishAt,
      ...body,
    })
  await setPro(db(), creator.user.id, false)
  expect(await post()).toMatchObject({ status: 403, body: { code: 'pro_required' } })
  await setPro(db(), creator.user.id, true)
  expect((await post({ isPublished: true })).status).toBe(422)
  const made = video.parse((await post()).body)
  expect(made).toMatchObject({ isPublished: false, publishAt })
  // The repeated call of a lost response, after the time.
  expect(await post({ publishAt: new Date(0).toISOString() })).toMatchObject({
    status: 201,
    body: { id: made.id, publishAt },
  })
  expect((await runDue(made.id))?.toISOString()).toBe(publishAt)
  await expect.poll(async () => (await get(made.id)).isPublished).toBe(true)
})

test('a time that passed while the app was stopped publishes the video after the next start', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const before = await startTestApp({ database, env: { JOBS: 'off' } })
  const member = before.client()
  await member.signUp()
  await setPro(database.db, member.user.id, true)
  const id = await storeVideo(database.db, member.user.id)
  expect((await put(id, { publishAt: inHours(2) }, member)).status).toBe(200)
  await bringPublicationForward(database.db, id)
  await before.stop()
  const after = await startTestApp({ database })
  onTestFinished(() => after.stop())
  await expect.poll(async () => (await after.client().get(`/api/videos/${id}`)).status).toBe(200)
})
