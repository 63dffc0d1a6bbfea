import { existsSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Video, video } from '#shared/videos/videos.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { countJobs } from '#server/jobs/queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { deleteFilesJob } from '#server/features/media/media/delete-files-job.ts'
import { storeVideo, storeVideoFiles } from '../test-queries.ts'

let server: TestApp
let creator: TestClient
let stranger: TestClient
let videoId: string
beforeAll(async () => {
  server = await startTestApp({ rates: { uploads: { points: 1000, seconds: 60 } } })
  stranger = await server.member()
})
beforeEach(async () => {
  creator = await server.member()
  videoId = await storeVideo(server.database.db, creator.user.id)
  await storeVideoFiles(server, videoId, [{ name: 'poster-1.webp', kind: 'poster', mimeType: 'image/webp' }])
})
afterAll(() => server.close())

const address = (suffix = '') => `/api/creator/videos/${videoId}${suffix}`
const put = async (suffix: string, body: object): Promise<Video> => {
  const response = await creator.put(address(suffix), body)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return video.parse(response.body)
}
const uploadThumbnail = async (client = creator) => {
  const image = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#c81e1e' } })
  return (await uploadMedia(client, await image.png().toBuffer(), 'thumbnail')).url
}
const uploadCaptions = async (text: string, client = creator) => {
  const file = Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`)
  return (await uploadMedia(client, file, 'captions')).url
}
/** The stored files of the video: paths by name. */
async function filesByName(): Promise<Record<string, string>> {
  const { rows } = await server.database.pool.query('select name, key from video_files where video_id = $1', [
    videoId,
  ])
  const folder = path.join(server.app.context.config.dataDir, 'files')
  return Object.fromEntries(rows.map(({ name, key }) => [String(name), path.join(folder, String(key))]))
}
const expectDeleted = (files: string[]) =>
  vi.waitFor(() => expect(files.filter((file) => existsSync(file))).toEqual([]))

test('an uploaded thumbnail replaces the rendered one, and is replaced by the next', async () => {
  const rendered = await filesByName()
  const first = await put('', { thumbnailUrl: await uploadThumbnail() })
  await expectDeleted(Object.values(rendered))
  const uploaded = await filesByName()
  expect(Object.keys(uploaded)).toHaveLength(2)
  expect((await creator.get(first.thumbnailUrl ?? '')).headers.get('content-type')).toBe('image/webp')

  const second = await put('', { thumbnailUrl: await uploadThumbnail() })
  expect(second.thumbnailUrl).not.toBe(first.thumbnailUrl)
  expect((await creator.get(first.thumbnailUrl ?? '')).status).toBe(404)
  expect((await creator.get(second.thumbnailUrl ?? '')).status).toBe(200)
  await expectDeleted(Object.values(uploaded))
})

test('a form that sends the present thumbnail back changes nothing', async () => {
  const { thumbnailUrl } = await put('', { thumbnailUrl: await uploadThumbnail() })
  const same = await put('', { title: 'Again', thumbnailUrl, thumbnailAt: null })
  expect(same).toMatchObject({ title: 'Again', thumbnailUrl })
  expect((await creator.get(thumbnailUrl ?? '')).status).toBe(200)
})

test('a thumbnail is only replaced by the creator’s own unused upload of a thumbnail', async () => {
  const before = await filesByName()
  const used = await uploadThumbnail()
  await put('', { thumbnailUrl: used })
  const { thumbnailUrl } = await put('', { title: 'The same' })
  for (const url of [
    used,
    await uploadThumbnail(stranger),
    await uploadCaptions('Selam'),
    'data:image/png;base64,AAAA',
  ])
    expect(await creator.put(address(), { title: 'Changed', thumbnailUrl: url })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'thumbnailUrl' }] },
    })
  expect(video.parse((await creator.get(`/api/videos/${videoId}`)).body)).toMatchObject({
    title: 'The same',
    thumbnailUrl,
  })
  await expectDeleted(Object.values(before))
})

/** The second that is stored for the poster. */
async function posterAt(): Promise<number | null> {
  const { rows } = await server.database.pool.query('select poster_at from videos where id = $1', [videoId])
  return rows[0].poster_at
}

test('a frame of the video replaces an uploaded thumbnail', async () => {
  await put('', { thumbnailUrl: await uploadThumbnail() })
  const uploaded = await filesByName()
  const changed = await put('', { thumbnailAt: 12.5 })
  expect([changed.thumbnailUrl, await posterAt()]).toEqual([null, 12.5])
  await expectDeleted(Object.values(uploaded))

  await put('', { thumbnailUrl: await uploadThumbnail() })
  expect(await posterAt()).toBeNull()
  expect((await put('', { thumbnailUrl: null })).thumbnailUrl).toBeNull()
})

test('a rendered thumbnail stays until the job has rendered the chosen frame', async () => {
  const idle = await startTestApp({ env: { JOBS: 'off' }, database: server.database })
  try {
    const posterJobs = async () => {
      const counts = await countJobs(server.database.db)
      return counts.filter(({ task }) => task.startsWith('videos.poster')).map(({ waiting }) => waiting)
    }
    const onIdle = async (body: object) => {
      const response = await fetch(idle.url + address(), {
        method: 'PUT',
        headers: { cookie: creator.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return video.parse(await response.json())
    }
    const before = await onIdle({ title: 'Nothing about the thumbnail' })
    expect(await onIdle({ thumbnailAt: null, thumbnailUrl: null })).toMatchObject({
      thumbnailUrl: before.thumbnailUrl,
    })
    const jobsBefore = await posterJobs()
    expect(await onIdle({ thumbnailAt: 3 })).toMatchObject({ thumbnailUrl: before.thumbnailUrl })
    expect(await posterJobs()).not.toEqual(jobsBefore)
    expect(await posterAt()).toBe(3)
  } finally {
    await idle.stop()
  }
})

test('captions are added for each language, replaced and removed', async () => {
  const inbox = await creator.openSocket()
  await put('/captions/yo', { url: await uploadCaptions('Ẹ káàbọ̀') })
  expect(await inbox.waitFor('video_changed')).toMatchObject({ videoId })
  const two = await put('/captions/PT-br', { url: await uploadCaptions('Bem-vindo') })
  expect(two.captions).toEqual([
    { language: 'pt-BR', url: expect.stringMatching(/\/captions-pt-BR-\w+\.vtt$/) },
    { language: 'yo', url: expect.stringMatching(/\/captions-yo-\w+\.vtt$/) },
  ])
  const [portuguese] = two.captions
  expect(await creator.get(portuguese?.url ?? '')).toMatchObject({
    status: 200,
    body: 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nBem-vindo\n',
  })
  for (const client of [stranger, server.client()])
    expect((await client.get(portuguese?.url ?? '')).status).toBe(404)

  const before = Object.entries(await filesByName()).filter(([name]) => name.includes('-pt-BR-'))
  const replaced = await put('/captions/pt-BR', { url: await uploadCaptions('Olá') })
  expect(replaced.captions.map(({ language }) => language)).toEqual(['pt-BR', 'yo'])
  expect((await creator.get(portuguese?.url ?? '')).status).toBe(404)
  await expectDeleted(before.map(([, file]) => file))

  const files = Object.entries(await filesByName()).filter(([name]) => name.startsWith('captions-'))
  for (const language of ['yo', 'pt-BR', 'pt-BR'])
    expect((await creator.send('DELETE', address(`/captions/${language}`))).status).toBe(200)
  expect(video.parse((await creator.get(`/api/videos/${videoId}`)).body).captions).toEqual([])
  await expectDeleted(files.map(([, file]) => file))
  inbox.close()
})

test('captions of somebody else, of another purpose or used already are refused', async () => {
  const used = await uploadCaptions('Selam')
  await put('/captions/am', { url: used })
  for (const url of [used, await uploadCaptions('Selam', stranger), await uploadThumbnail()])
    expect(await creator.put(address('/captions/am'), { url })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'url' }] },
    })
  expect(video.parse((await creator.get(`/api/videos/${videoId}`)).body).captions).toHaveLength(1)
})

test('captions for what is no language do not exist', async () => {
  const url = await uploadCaptions('Selam')
  for (const language of ['x', '42', 'en_US', 'de-a', '..%2f..', 'a'.repeat(40)])
    expect((await creator.put(address(`/captions/${language}`), { url })).status, language).toBe(404)
  expect((await put('/captions/am', { url })).captions).toHaveLength(1)
})

test('concurrent captions for one language leave one', async () => {
  const urls = await Promise.all(Array.from({ length: 5 }, (_, index) => uploadCaptions(`${index}`)))
  const responses = await Promise.all(urls.map((url) => creator.put(address('/captions/sw'), { url })))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(video.parse((await creator.get(`/api/videos/${videoId}`)).body).captions).toHaveLength(1)
  await server.runJob(deleteFilesJob, { keys: [] })
  const { rows } = await server.database.pool.query(
    `select status from media_uploads where uploaded_by = $1 and status <> 'released'`,
    [creator.user.id],
  )
  expect(rows).toEqual([{ status: 'used' }])
})

test('a video has captions in at most 50 languages', async () => {
  const full = Array.from({ length: 50 }, (_, index) => `en-x-a${index}`)
  await storeVideoFiles(
    server,
    videoId,
    full.map((language) => ({ name: `${language}.vtt`, kind: 'captions', mimeType: 'text/vtt', language })),
  )
  expect(await creator.put(address('/captions/fr'), { url: await uploadCaptions('Salut') })).toMatchObject({
    status: 422,
    body: { code: 'unprocessable', message: expect.stringContaining('50') },
  })
  await put('/captions/en-x-a0', { url: await uploadCaptions('Hello') })
})
