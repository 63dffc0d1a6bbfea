import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CreatorEmoji, creatorEmoji, listOwnEmoji } from '#shared/live/creator-emoji.ts'
import { sumStoredBytes } from '#server/features/media/media/queries.ts'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { cleanupUploadsJob } from '#server/features/media/uploads/cleanup-job.ts'
import { finish, upload, uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PATH = '/api/creator/emoji'
const png = (width = 64, height = 64) => plainImage(width, height, '#c81e1e').png().toBuffer()
const setPro = (member: TestClient, isPremium: boolean) =>
  server.database.db.update(users).set({ isPremium }).where(eq(users.id, member.user.id))
const creatorWithPro = async () => {
  const creator = await server.member()
  await setPro(creator, true)
  return creator
}
const uploadEmoji = async (member: TestClient) => (await uploadMedia(member, await png(), 'emoji')).url
const addEmoji = async (member: TestClient, name: string): Promise<CreatorEmoji> => {
  const response = await member.post(PATH, { name, url: await uploadEmoji(member) })
  expect(response.status).toBe(201)
  return creatorEmoji.parse(response.body)
}
const ownEmoji = async (member: TestClient) => listOwnEmoji.response.parse((await member.get(PATH)).body)
const offeredEmoji = async (member: TestClient) =>
  listOwnEmoji.response.parse((await server.client().get(`/api/users/${member.user.id}/emoji`)).body)
const fetchFile = async (url: string) => fetch(new URL(url, server.client().url))

test('a creator with Creator Pro adds emoji for everyone, and deletes them with their files', async () => {
  const creator = await creatorWithPro()
  const [wave, drum] = [await addEmoji(creator, 'wave'), await addEmoji(creator, 'drum_2')]
  expect(wave).toMatchObject({ name: 'wave', url: expect.stringMatching(/^\/files\/emoji\/.+\.webp$/) })
  expect(await ownEmoji(creator)).toEqual([wave, drum])
  expect(await offeredEmoji(creator)).toEqual([wave, drum])
  expect(await sumStoredBytes(server.database.db, creator.user.id)).toBeGreaterThan(0)

  expect(await creator.send('DELETE', `${PATH}/${wave.id}`)).toMatchObject({
    status: 200,
    body: { id: wave.id },
  })
  expect(await offeredEmoji(creator)).toEqual([drum])
  expect([(await fetchFile(wave.url)).status, (await fetchFile(drum.url)).status]).toEqual([404, 200])
  expect((await creator.send('DELETE', `${PATH}/${wave.id}`)).status).toBe(404)
  await addEmoji(creator, 'wave')
})

test('an emoji is stored as a WebP of 96 pixels that shows the whole picture on a transparent ground', async () => {
  const creator = await creatorWithPro()
  const { url } = await uploadMedia(creator, await png(40, 20), 'emoji')
  const bytes = Buffer.from(await (await fetchFile(url)).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({
    format: 'webp',
    width: 96,
    height: 96,
    hasAlpha: true,
  })
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number, y: number) => data[(y * 96 + x) * 4 + 3]
  expect([alphaAt(48, 4), alphaAt(48, 48), alphaAt(2, 48)]).toEqual([0, 255, 255])
})

test('of a GIF or WebP that moves, only the first picture is stored', async () => {
  const creator = await creatorWithPro()
  const frames = await sharp([await png(), await plainImage(64, 64, '#1e1ec8').png().toBuffer()], {
    join: { animated: true },
  })
    .gif()
    .toBuffer()
  const { url } = await uploadMedia(creator, frames, 'emoji')
  const stored = Buffer.from(await (await fetchFile(url)).arrayBuffer())
  expect((await sharp(stored).metadata()).pages).toBeUndefined()
})

test('a file over 256 kB, of another format or without a picture is refused', async () => {
  const creator = await creatorWithPro()
  const noise = sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
  const large = await noise.png().toBuffer()
  expect(large.length).toBeGreaterThan(256 * 1024)
  for (const [bytes, status] of [
    [large, 413],
    [await plainImage(64, 64, '#c81e1e').jpeg().toBuffer(), 415],
    [Buffer.from('%PDF-1.7\n%%EOF'), 415],
  ] as const)
    expect((await finish(creator, await upload(creator, bytes), 'emoji')).status).toBe(status)
})

test('without Creator Pro no emoji is added; when it ends they are kept but not shown, until it comes back', async () => {
  const creator = await server.member()
  const url = await uploadEmoji(creator)
  expect(await creator.post(PATH, { name: 'wave', url })).toMatchObject({
    status: 403,
    body: { code: 'pro_required' },
  })
  await setPro(creator, true)
  const wave = await addEmoji(creator, 'wave')
  await setPro(creator, false)
  expect(await offeredEmoji(creator)).toEqual([])
  expect(await ownEmoji(creator)).toEqual([wave])
  expect((await creator.post(PATH, { name: 'drum', url })).status).toBe(403)
  await setPro(creator, true)
  expect(await offeredEmoji(creator)).toEqual([wave])
  await setPro(creator, false)
  expect((await creator.send('DELETE', `${PATH}/${wave.id}`)).status).toBe(200)
})

test.each(['', 'a', 'Wave', 'wave!', 'two words', ':wave:', 'é_é', 'x'.repeat(21)])(
  'the name %j is refused',
  async (name) => {
    const creator = await creatorWithPro()
    expect(await creator.post(PATH, { name, url: await uploadEmoji(creator) })).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: [{ path: 'name' }] },
    })
    expect(await ownEmoji(creator)).toEqual([])
  },
)

test('a name is used once by each creator', async () => {
  const [creator, other] = [await creatorWithPro(), await creatorWithPro()]
  await addEmoji(creator, 'wave')
  const url = await uploadEmoji(creator)
  expect(await creator.post(PATH, { name: 'wave', url })).toMatchObject({
    status: 409,
    body: { code: 'conflict', fields: [{ path: 'name' }] },
  })
  // The upload can still be used.
  expect((await creator.post(PATH, { name: 'wave_2', url })).status).toBe(201)
  await addEmoji(other, 'wave')
})

test('a URL other than one’s own unused emoji upload is refused', async () => {
  const [creator, other] = [await creatorWithPro(), await creatorWithPro()]
  const used = (await addEmoji(creator, 'wave')).url
  const avatar = (await uploadMedia(creator, await png(), 'avatar')).url
  for (const url of [used, avatar, await uploadEmoji(other), 'https://elsewhere.example/a.png', ''])
    expect(await creator.post(PATH, { name: 'drum', url }), url).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path: 'url' }] },
    })
})

test('a creator has at most ten emoji, also when they are added at the same time', async () => {
  const creator = await creatorWithPro()
  const urls: string[] = []
  for (let count = 0; count < 12; count++) urls.push(await uploadEmoji(creator))
  const responses = await Promise.all(
    urls.map((url, index) => creator.post(PATH, { name: `e_${index}`, url })),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.filter((status) => status === 422)).toHaveLength(2)
  expect(await offeredEmoji(creator)).toHaveLength(10)
})

test('another creator’s emoji cannot be deleted, and one that is not shown is not found', async () => {
  const [creator, other] = [await creatorWithPro(), await creatorWithPro()]
  const wave = await addEmoji(creator, 'wave')
  expect((await other.send('DELETE', `${PATH}/${wave.id}`)).status).toBe(403)
  await setPro(creator, false)
  for (const id of [wave.id, randomUUID(), '42'])
    expect((await other.send('DELETE', `${PATH}/${id}`)).status).toBe(404)
  expect(await ownEmoji(creator)).toEqual([wave])
})

test('pages that watch a creator hear of a new and of a deleted emoji', async () => {
  const [creator, viewer] = [await creatorWithPro(), await server.member()]
  const socket = await viewer.openSocket()
  socket.send({ type: 'watch', postIds: [], userIds: [creator.user.id] })
  await socket.roundTrip()
  const wave = await addEmoji(creator, 'wave')
  expect(await socket.waitFor('emoji_changed')).toEqual({ type: 'emoji_changed', userId: creator.user.id })
  await creator.send('DELETE', `${PATH}/${wave.id}`)
  await socket.waitFor('emoji_changed')
  socket.close()
})

test('with the account of a creator, its emoji and their files are deleted', async () => {
  const creator = await creatorWithPro()
  const { url } = await addEmoji(creator, 'wave')
  await server.database.db.delete(users).where(eq(users.id, creator.user.id))
  await server.runJob(cleanupUploadsJob)
  expect((await fetchFile(url)).status).toBe(404)
  expect((await server.client().get(`/api/users/${creator.user.id}/emoji`)).status).toBe(404)
})

test('an inactive or unknown user has no list', async () => {
  const creator = await creatorWithPro()
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, creator.user.id))
  for (const id of [creator.user.id, randomUUID(), '42'])
    expect((await server.client().get(`/api/users/${id}/emoji`)).status).toBe(404)
})
