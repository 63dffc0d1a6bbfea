import { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { media } from '#shared/uploads.ts'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { claimMedia, releaseMedia } from '#server/features/media/queries.ts'
import { deleteReleased } from '#server/features/media/store-file.ts'
import { box, mp4 } from '#server/features/media/test-videos.ts'
import { openLocalStorage } from '#server/storage/local-storage.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { finish, store, upload } from './test-uploads.ts'

let server: TestApp
let member: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestApp()
  member = await server.member()
  stranger = await server.member()
})
afterAll(() => server.close())
beforeEach(() => expectNothingStored())
afterEach(async () => {
  await server.database.pool.query(`update media_uploads set status = 'released'`)
  await deleteReleased(await parts())
})

const dataDir = () => server.app.context.config.dataDir
const parts = async () => ({
  db: server.database.db,
  images: server.app.context.images,
  log: server.app.context.log,
  storage: await openLocalStorage(path.join(dataDir(), 'files')),
})
const photo = () =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: '#c81e1e' } })
    .jpeg()
    .toBuffer()

async function storedFiles(app = server): Promise<string[]> {
  const root = path.join(app.app.context.config.dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

async function rowsOf(app = server): Promise<{ status: string; files: string[] }[]> {
  const { rows } = await app.database.pool.query('select status, files from media_uploads order by id')
  return rows
}

async function expectNothingStored(app = server): Promise<void> {
  expect(await storedFiles(app)).toEqual([])
  expect(await readdir(path.join(app.app.context.config.dataDir, 'uploads'))).toEqual([])
  expect(await rowsOf(app)).toEqual([])
  expect(await app.database.pool.query('select from uploads')).toMatchObject({ rowCount: 0 })
}

test.each<[string, Buffer | (() => Promise<Buffer>)]>([
  ['an SVG drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF that is a page', Buffer.from('GIF89a<html><script>alert(1)</script>')],
  [
    'a JPEG that is an archive',
    async () => Buffer.concat([await photo(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
  ],
  ['half a picture', async () => (await photo()).subarray(0, -50)],
])('%s that calls itself a picture is refused, and nothing of it is kept', async (_what, bytes) => {
  const type = Buffer.from('image/png').toString('base64')
  const name = Buffer.from('picture.png').toString('base64')
  const sent = Buffer.isBuffer(bytes) ? bytes : await bytes()
  const location = await upload(member, sent, `filename ${name},filetype ${type}`)
  const refusal = await finish(member, location)

  expect(refusal).toMatchObject({
    status: 415,
    body: { code: 'unsupported_type', message: expect.any(String) },
  })
  await expectNothingStored()
  expect((await finish(member, location)).status).toBe(404)
})

test('a video is served as it is, in parts, without the place where it was made', async () => {
  const video = mp4({ movieBoxes: [box('udta', box('\u00a9xyz', '+12.3456-098.7654/'))] })
  const { url, mediaType, fileSize, duration } = await store(member, video)
  expect([mediaType, fileSize, duration]).toEqual(['video', video.length, 2.5])

  const whole = await fetch(server.url + url)
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect([bytes.length, bytes.includes('12.3456')]).toEqual([video.length, false])
  const part = await server.client().get(url, { range: 'bytes=4-7' })
  expect([part.status, part.body]).toEqual([206, 'ftyp'])
})

test('a document is a download', async () => {
  const { url, mediaType } = await store(member, Buffer.from('%PDF-1.7\n'))
  const { headers } = await server.client().get(url)
  expect(mediaType).toBe('file')
  expect([headers.get('content-disposition'), headers.get('content-type')]).toEqual([
    'attachment',
    'application/pdf',
  ])
})

test('an avatar is stored in both sizes, beside nothing else', async () => {
  const { url } = await store(member, await photo(), 'avatar')
  expect(url).toMatch(/^\/files\/avatars\//)
  expect((await storedFiles()).toSorted()).toEqual(
    [url.replace('/files/', ''), url.replace('/files/', '').replace('.webp', '-small.webp')].toSorted(),
  )
})

test('what a member uploaded is used once, by that member, for its purpose', async () => {
  const { db } = server.database
  const { url } = await store(member, mp4())
  const claim = (client: TestClient, purpose: 'post' | 'avatar') =>
    claimMedia(db, { url, ownerId: client.user.id, purpose })

  expect(await claim(stranger, 'post')).toBeUndefined()
  expect(await claim(member, 'avatar')).toBeUndefined()
  expect(
    await claimMedia(db, { url: '/files/media/none.webp', ownerId: member.user.id, purpose: 'post' }),
  ).toBeUndefined()
  const claims = await Promise.all([claim(member, 'post'), claim(member, 'post')])
  expect(claims.filter(Boolean)).toEqual([expect.objectContaining({ url, type: 'video', width: 640 })])
})

test('what a transaction did not use after all can be used again', async () => {
  const { db } = server.database
  const { url } = await store(member, mp4())
  const wanted = { url, ownerId: member.user.id, purpose: 'post' } as const
  const failed = db.transaction(async (tx) => {
    await claimMedia(tx, wanted)
    throw new Error('no post after all')
  })
  await expect(failed).rejects.toThrow('no post after all')
  expect(await claimMedia(db, wanted)).toBeDefined()
})

test('released media is deleted with all its files, and what is only waiting stays', async () => {
  const { db } = server.database
  const [used, waiting] = [await store(member, await photo()), await store(member, mp4())]
  await claimMedia(db, { url: used.url, ownerId: member.user.id, purpose: 'post' })
  await db.transaction((tx) => releaseMedia(tx, [used.url, waiting.url, '/files/media/none.webp']))
  await deleteReleased(await parts())

  expect(await storedFiles()).toEqual([waiting.url.replace('/files/', '')])
  expect(await rowsOf()).toEqual([{ status: 'ready', files: [waiting.url.replace('/files/', '')] }])
  expect((await server.client().get(used.url)).status).toBe(404)
})

test('where the storage fails nothing is left, and the same upload can be finished later', async () => {
  const location = await upload(member, await photo())
  const folder = path.join(dataDir(), 'files/media')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'no folder')
  const failed = await finish(member, location)
  await rm(folder)

  expect(failed).toMatchObject({ status: 500, body: { code: 'internal' } })
  expect([await storedFiles(), await rowsOf()]).toEqual([[], []])
  expect((await finish(member, location)).status).toBe(200)
})

test('a file that cannot be deleted keeps its row until it can', async () => {
  const { url } = await store(member, await photo())
  await server.database.pool.query(`update media_uploads set status = 'released'`)
  const healthy = await parts()
  const broken = { ...healthy.storage, delete: () => Promise.reject(new Error('the disk is read-only')) }
  await deleteReleased({ ...healthy, storage: broken })

  expect(await rowsOf()).toEqual([{ status: 'released', files: [url.replace('/files/', '')] }])
  await deleteReleased(healthy)
  expect([await rowsOf(), await storedFiles()]).toEqual([[], []])
})

test('a data-URL becomes stored media that can be used like an upload', async () => {
  const mediaStore = await openMediaStore(await parts(), path.join(dataDir(), 'uploads'))
  const dataUrl = `data:text/html;charset=utf-8;base64,${(await photo()).toString('base64')}`
  const { url, mediaType } = await mediaStore.storeDataUrl(member.user.id, dataUrl)

  expect(mediaType).toBe('image')
  expect((await server.client().get(url)).headers.get('content-type')).toBe('image/webp')
  expect(
    await claimMedia(server.database.db, { url, ownerId: member.user.id, purpose: 'post' }),
  ).toBeDefined()
  expect(await readdir(mediaStore.folder)).toEqual([])
})

test.each([
  ['without base64', 400, 'data:image/png,abcd'],
  ['of something else', 400, 'data:image/png;base64,<svg>'],
  ['with a space', 400, 'data:image/png;base64,aGVs bG8='],
  ['in another alphabet', 400, 'data:image/png;base64,aGVs-G8='],
  ['that breaks off', 400, 'data:image/png;base64,aGVsbG8'],
  ['of nothing', 400, 'data:image/png;base64,'],
  ['that is an address', 400, 'https://example.org/picture.png'],
  ['that is a script', 400, 'javascript:alert(1)'],
  [
    'of an SVG drawing',
    415,
    `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`,
  ],
  ['of 30 MB', 413, `data:image/png;base64,${'A'.repeat(30 * 1024 ** 2)}`],
])('a data-URL %s is refused, and nothing of it is kept', async (_what, status, dataUrl) => {
  const mediaStore = await openMediaStore(await parts(), path.join(dataDir(), 'uploads'))
  await expect(mediaStore.storeDataUrl(member.user.id, dataUrl)).rejects.toMatchObject({ status })
  await expectNothingStored()
})

/** What a process leaves that was killed after each step of storing an upload. */
const KILLED: Record<string, { status?: string; hasFile?: boolean }> = {
  'after the row': { status: 'storing' },
  'after the file': { status: 'storing', hasFile: true },
  'after all of it, before the upload was forgotten': { status: 'ready', hasFile: true },
  'while it was deleted': { status: 'released' },
}

test.each(Object.entries(KILLED))(
  'what was killed %s is finished by the next try',
  async (_when, { status, hasFile }) => {
    const location = await upload(member, mp4())
    const left = await leave(server, {
      id: path.basename(location),
      ownerId: member.user.id,
      status,
      hasFile,
    })
    const { status: answered, body } = await finish(member, location)

    expect(answered).toBe(200)
    const { url } = media.parse(body)
    expect(url === left).toBe(status === 'ready')
    expect(await storedFiles()).toEqual([url.replace('/files/', '')])
    expect(await rowsOf()).toMatchObject([{ status: 'ready' }])
    expect(await readdir(path.join(dataDir(), 'uploads'))).toEqual([])
  },
)

test('what was killed and never tried again is cleared away, and what is used stays', async () => {
  const forgetful = await startTestApp({ uploadRules: { keptMs: 150, sweepEveryMs: 50 } })
  onTestFinished(() => forgetful.close())
  const sender = await forgetful.member()
  for (const state of Object.values(KILLED)) {
    await leave(forgetful, { ...state, id: crypto.randomUUID(), ownerId: sender.user.id })
  }
  const orphan = path.join(forgetful.app.context.config.dataDir, 'uploads', crypto.randomUUID())
  await writeFile(orphan, 'a data-URL that was never stored')
  await utimes(orphan, 1, 1)
  const used = await leave(forgetful, {
    id: crypto.randomUUID(),
    ownerId: sender.user.id,
    status: 'used',
    hasFile: true,
  })

  await vi.waitFor(async () => {
    expect(await storedFiles(forgetful)).toEqual([used.replace('/files/', '')])
    expect(await rowsOf(forgetful)).toMatchObject([{ status: 'used' }])
    expect(await readdir(path.dirname(orphan))).toEqual([])
  })
})

test('the files of a member who is gone are deleted', async () => {
  const forgetful = await startTestApp({ uploadRules: { sweepEveryMs: 50 } })
  onTestFinished(() => forgetful.close())
  const sender = await forgetful.member()
  const { url } = await store(sender, mp4())
  await claimMedia(forgetful.database.db, { url, ownerId: sender.user.id, purpose: 'post' })
  await forgetful.database.pool.query('delete from users where id = $1', [sender.user.id])

  await vi.waitFor(() => expectNothingStored(forgetful))
})

/** Puts into database and storage what a killed process had done; returns the address. */
async function leave(
  app: TestApp,
  left: { id: string; ownerId: string; status?: string | undefined; hasFile?: boolean | undefined },
): Promise<string> {
  const key = `media/${crypto.randomUUID()}.mp4`
  const root = path.join(app.app.context.config.dataDir, 'files')
  await app.database.pool.query(
    `insert into media_uploads (id, file_name, original_name, mime_type, file_size, url, type, uploaded_by, purpose, status, files)
     values ($1, 'x.mp4', '', 'video/mp4', 1, $2, 'video', $3, 'post', $4, $5)`,
    [left.id, `/files/${key}`, left.ownerId, left.status, [key]],
  )
  if (left.hasFile) {
    await mkdir(path.join(root, 'media'), { recursive: true })
    await writeFile(path.join(root, key), await readFile(import.meta.filename))
  }
  return `/files/${key}`
}

test('the colours of a sharp edge stay where they are drawn', async () => {
  const [width, height, edge] = [65, 32, 33]
  const colours = Array.from({ length: width * height }, (_, at) =>
    at % width < edge ? [220, 0, 0] : [0, 0, 0],
  )
  const drawing = sharp(Buffer.from(colours.flat()), { raw: { width, height, channels: 3 } })
  const { url } = await store(member, await drawing.png().toBuffer())
  const file = path.join(dataDir(), url)
  const pixels = await sharp(await readFile(file))
    .removeAlpha()
    .raw()
    .toBuffer()
  // The last red column of the middle row.
  expect(pixels[(16 * width + edge - 1) * 3]).toBeGreaterThan(190)
})
