import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type MediaItem,
  type StorageReport,
  getMedia,
  getStorageReport,
  listMedia,
} from '#shared/operations/admin-media.ts'
import { type UploadPurpose, storageUse } from '#shared/media/uploads.ts'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { finish, upload, uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { storeVideo, storeVideoFiles } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { COUNTS_SECONDS: '1' } })
})
afterAll(() => server.close())

const image = () => plainImage(640, 360, '#c81e1e').png().toBuffer()
const statusOf = async (url: string) => (await server.client().get(url)).status

async function list(query = ''): Promise<MediaItem[]> {
  return listMedia.response.parse((await server.admin.get(`/api/admin/media${query}`)).body)
}
const listOf = ({ user }: TestClient, query = '') => list(`?userId=${user.id}${query}`)
const remove = (id: string) => server.admin.send('DELETE', `/api/admin/media/${id}`)
const auditOf = async ({ user }: TestClient) =>
  (await server.admin.get(`/api/admin/audit?subjectId=${user.id}`)).body

/** Uploads an image under a name. */
async function uploadNamed(
  member: TestClient,
  name: string,
  purpose: UploadPurpose = 'post',
): Promise<string> {
  const location = await upload(member, await image(), `filename ${Buffer.from(name).toString('base64')}`)
  const { status } = await finish(member, location, purpose)
  expect(status).toBe(200)
  return location.split('/').at(-1) ?? ''
}

test('an admin deletes the picture of a post: the post stays, its pages lose the picture, the file is gone', async () => {
  const author = await server.member()
  const { url } = await uploadMedia(author, await image())
  const post = await author.createPost({ content: 'At the market', mediaUrl: url })
  const reader = await (await server.member()).openSocket()
  reader.send({ type: 'watch', postIds: [post.id], userIds: [] })
  await reader.roundTrip()

  const [item] = await listOf(author)
  expect(item).toMatchObject({
    kind: 'post',
    type: 'image',
    mimeType: 'image/webp',
    uploadedBy: { id: author.user.id, email: author.user.email },
    use: { path: `/post/${post.id}`, title: 'At the market' },
    url,
  })
  expect(await statusOf(item?.previewUrl ?? '')).toBe(200)
  expect((await remove(item?.id ?? '')).body).toEqual({ deleted: true })
  expect(await statusOf(url)).toBe(404)
  expect((await author.get(`/api/posts/${post.id}`)).body).toMatchObject({ mediaUrl: null, mediaType: null })
  expect(await reader.waitFor('post_changed')).toMatchObject({ postId: post.id, data: { mediaUrl: null } })
  expect(await listOf(author)).toEqual([])
  expect(await auditOf(author)).toMatchObject([
    { action: 'media.deleted', details: { name: 'At the market', kind: 'post', id: item?.id } },
  ])
  expect((await remove(item?.id ?? '')).status).toBe(404)
})

test('deleting an avatar leaves a profile without picture', async () => {
  const member = await server.member()
  const { url } = await uploadMedia(member, await image(), 'avatar')
  await member.put('/api/auth/avatar', { url })
  const [item] = await listOf(member)
  expect(item).toMatchObject({ kind: 'avatar', use: { path: `/profile/${member.user.id}` } })
  expect((await remove(item?.id ?? '')).status).toBe(200)
  expect((await member.get('/api/auth/user')).body).toMatchObject({ profileImageUrl: null })
  expect(await statusOf(url)).toBe(404)
})

test('deleting the logo brings back that of the product', async () => {
  const { url } = await uploadMedia(server.admin, await image(), 'logo')
  expect((await server.admin.put('/api/admin/logo', { url })).status).toBe(200)
  const [item] = await list('?kind=logo')
  expect(item).toMatchObject({ kind: 'logo', url })
  expect((await remove(item?.id ?? '')).status).toBe(200)
  expect(server.app.context.settings.get('general.logoUrl')).toBe('')
  expect(await statusOf(url)).toBe(404)
})

test('an unused upload is listed as such, and deleted', async () => {
  const member = await server.member()
  const { url } = await uploadMedia(member, await image())
  const [item] = await listOf(member, '&kind=unused')
  expect(item).toMatchObject({ kind: 'unused', use: null, url })
  expect((await remove(item?.id ?? '')).status).toBe(200)
  expect(await statusOf(url)).toBe(404)
})

test('the files of a deleted account are deleted, too', async () => {
  const member = await server.member()
  const avatar = await uploadMedia(member, await image(), 'avatar')
  await member.put('/api/auth/avatar', { url: avatar.url })
  const unused = await uploadMedia(member, await image())
  const items = await listOf(member)
  await server.database.pool.query('delete from users where id = $1', [member.user.id])
  for (const { id } of items) expect((await remove(id)).status).toBe(200)
  expect([await statusOf(avatar.url), await statusOf(unused.url)]).toEqual([404, 404])
})

test('a video is one item with all its files, also a draft, and is deleted with them', async () => {
  const creator = await server.member()
  const id = await storeVideo(server.database.db, creator.user.id, { title: 'Drum lesson' })
  await storeVideoFiles(server, id, [
    { name: 'original.mp4', kind: 'original', mimeType: 'video/mp4' },
    { name: '480p.mp4', kind: 'rendition', mimeType: 'video/mp4' },
    { name: 'poster-1-small.webp', kind: 'poster', mimeType: 'image/webp' },
  ])
  const [item, ...others] = await listOf(creator)
  expect(others).toEqual([])
  expect(item).toMatchObject({
    kind: 'video',
    originalName: 'Drum lesson',
    fileSize: 30,
    isPublic: false,
    use: { path: null, title: 'Drum lesson' },
  })
  const fetched = await fetch(server.url + (item?.url ?? ''), { headers: { cookie: server.admin.cookie } })
  expect(await fetched.text()).toBe('0123456789')
  expect(await statusOf(item?.url ?? '')).toBe(404)
  const { files } = getMedia.response.parse((await server.admin.get(`/api/admin/media/${id}`)).body)
  expect(files.map(({ kind, size, isStored }) => [kind, size, isStored]).toSorted()).toEqual([
    ['original', 10, true],
    ['poster', 10, true],
    ['rendition', 10, true],
  ])
  expect((await remove(id)).status).toBe(200)
  expect((await creator.get('/api/creator/videos')).body).toEqual([])
  expect(await listOf(creator)).toEqual([])
  expect(await auditOf(creator)).toMatchObject([{ action: 'media.deleted', details: { kind: 'video', id } }])
})

test('the picture of a stream is listed with its stream, cannot be described, and is deleted', async () => {
  const streamer = await server.member()
  const upload = await uploadMedia(streamer, await image(), 'thumbnail')
  const stream = await streamer.createStream({ title: 'Sunday kora', thumbnailUrl: upload.url })
  const items = await listOf(streamer, '&kind=stream')
  expect(items).toMatchObject([
    { id: stream.id, canDescribe: false, use: { path: `/stream/${stream.id}`, title: 'Sunday kora' } },
  ])
  const { files } = getMedia.response.parse((await server.admin.get(`/api/admin/media/${stream.id}`)).body)
  expect(files.map(({ isStored }) => isStored)).toEqual([true, true])
  const notes = { tags: ['kora'], description: null }
  expect((await server.admin.put(`/api/admin/media/${stream.id}`, notes)).status).toBe(422)
  expect((await remove(stream.id)).status).toBe(200)
  expect((await streamer.get(`/api/streams/${stream.id}`)).body).toMatchObject({ thumbnailUrl: null })
  expect(await statusOf(items[0]?.url ?? '')).toBe(404)
})

test('media is found by name, title, tag and description, in any case and with any accents', async () => {
  const member = await server.member()
  const photo = await uploadNamed(member, "Café_d'Abidjan (50%).png")
  const video = await storeVideo(server.database.db, member.user.id, { title: 'Récital de kora' })
  const notes = { tags: ['Côte-d’Ivoire', 'côte-d’ivoire'], description: 'Checked: no licence' }
  expect((await server.admin.put(`/api/admin/media/${photo}`, notes)).body).toMatchObject({
    tags: ['côte-d’ivoire'],
    description: 'Checked: no licence',
  })
  await server.admin.put(`/api/admin/media/${video}`, { tags: ['recital'], description: '' })
  const found = async (search: string) =>
    (await listOf(member, `&search=${encodeURIComponent(search)}`)).map(({ id }) => id)
  expect(await found('CAFE_D')).toEqual([photo])
  expect(await found('Abid%an')).toEqual([])
  expect(await found('idjan (50%)')).toEqual([photo])
  expect(await found('cote-d’ivoire')).toEqual([photo])
  expect(await found('no licence')).toEqual([photo])
  expect(await found('RECITAL')).toEqual([video])
  expect(await found('djan_')).toEqual([])
  expect((await server.admin.get('/api/admin/media?search=ab')).status).toBe(400)
  // Members see none of it.
  expect(JSON.stringify((await member.get('/api/creator/videos')).body)).not.toContain('recital')
  expect(await auditOf(member)).toMatchObject([{ action: 'media.described' }, { action: 'media.described' }])
})

test('pages of all kinds together follow each other, the newest first', async () => {
  const member = await server.member()
  const expected: string[] = []
  for (const name of ['one', 'two', 'three']) {
    expected.unshift(await uploadNamed(member, name))
    expected.unshift(await storeVideo(server.database.db, member.user.id, { title: name }))
  }
  const ids: string[] = []
  for await (const items of server.admin.pages(`/api/admin/media?userId=${member.user.id}&limit=4`))
    ids.push(...listMedia.response.parse(items).map(({ id }) => id))
  expect(ids).toEqual(expected.toSorted().toReversed())
})

test('the report sums what is stored by kind and by member, as the allowance does', async () => {
  const before = await report()
  const member = await server.member()
  const { url } = await uploadMedia(member, await image())
  await member.createPost({ mediaUrl: url })
  const id = await storeVideo(server.database.db, member.user.id)
  await storeVideoFiles(server, id, [
    { name: 'original.mp4', kind: 'original', mimeType: 'video/mp4' },
    { name: '480p.mp4', kind: 'rendition', mimeType: 'video/mp4' },
  ])
  const { usedBytes, maxBytes } = storageUse.parse((await member.get('/api/storage')).body)
  await expect
    .poll(async () => (await report()).users.find(({ user }) => user.id === member.user.id))
    .toMatchObject({
      bytes: usedBytes,
      maxBytes,
    })
  const after = await report()
  const bytesOf = ({ kinds }: StorageReport, kind: string) => {
    const { items, bytes } = kinds.find((each) => each.kind === kind) ?? { items: 0, bytes: 0 }
    return { items, bytes }
  }
  const video = bytesOf(before, 'video')
  expect(bytesOf(after, 'video')).toEqual({ items: video.items + 1, bytes: video.bytes + 20 })
  expect(bytesOf(after, 'post').bytes - bytesOf(before, 'post').bytes).toBe(usedBytes - 20)
  expect(after.freeBytes).toBeGreaterThan(0)
})

const report = async () =>
  getStorageReport.response.parse((await server.admin.get('/api/admin/media/storage')).body)
