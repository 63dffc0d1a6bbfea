import { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { media } from '#shared/media/uploads.ts'
import { openMediaStore } from '#server/features/media/media/media-store.ts'
import { claimMedia, releaseMedia } from '#server/features/media/media/queries.ts'
import { deleteReleased } from '#server/features/media/media/store-file.ts'
import { box, testVideo, withBoxes } from '#server/features/media/media/test-videos.ts'
import { openLocalStorage } from '#server/storage/local-storage.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { closeToolAfterTests } from '#server/transcoding/testing/test-media.ts'
import { finish, uploadMedia, upload } from './test-uploads.ts'
import { cleanupUploadsJob } from './cleanup-job.ts'

closeToolAfterTests()

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
  await deleteReleased(await openMediaParts())
})

const dataDir = () => server.app.context.config.dataDir
const openMediaParts = async () => ({
  db: server.database.db,
  disk: server.app.context.disk,
  images: server.app.context.images,
  log: server.app.context.log,
  nodeId: server.app.context.nodeId,
  storage: await openLocalStorage(path.join(dataDir(), 'files')),
  transcoder: server.app.context.transcoder,
  remainingStorage: () => Promise.resolve(Infinity),
})
const audio = () => testVideo('audio-only.mp4')
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
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF that is also HTML', Buffer.from('GIF89a<html><script>alert(1)</script>')],
  [
    'a JPEG that is also a ZIP',
    async () => Buffer.concat([await photo(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
  ],
  ['half an image', async () => (await photo()).subarray(0, -50)],
])('%s declared as an image is refused, and leaves nothing behind', async (_name, bytes) => {
  const type = Buffer.from('image/png').toString('base64')
  const name = Buffer.from('picture.png').toString('base64')
  const received = Buffer.isBuffer(bytes) ? bytes : await bytes()
  const location = await upload(member, received, `filename ${name},filetype ${type}`)
  const refusal = await finish(member, location)

  expect(refusal).toMatchObject({
    status: 415,
    body: { code: 'unsupported_type', message: expect.any(String) },
  })
  await expectNothingStored()
  expect((await finish(member, location)).status).toBe(404)
})

test('a video is served without its location, with range requests', async () => {
  const movieBoxes = [box('udta', box('\u00a9xyz', '+12.3456-098.7654/'))]
  const { url, mediaType, fileSize, duration } = await uploadMedia(
    member,
    withBoxes(await testVideo(), { movieBoxes }),
  )
  expect([mediaType, Math.round(duration ?? 0)]).toEqual(['video', 3])

  const response = await fetch(server.url + url)
  expect(response.headers.get('content-type')).toBe('video/mp4')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([bytes.length, bytes.includes('12.3456')]).toEqual([fileSize, false])
  const part = await server.client().get(url, { range: 'bytes=4-7' })
  expect([part.status, part.body]).toEqual([206, 'ftyp'])
})

test('a PDF is served as a download', async () => {
  const { url, mediaType } = await uploadMedia(member, Buffer.from('%PDF-1.7\n'))
  const { headers } = await server.client().get(url)
  expect(mediaType).toBe('file')
  expect([headers.get('content-disposition'), headers.get('content-type')]).toEqual([
    'attachment',
    'application/pdf',
  ])
})

test('an avatar is stored in exactly two sizes', async () => {
  const { url } = await uploadMedia(member, await photo(), 'avatar')
  expect(url).toMatch(/^\/files\/avatars\//)
  expect((await storedFiles()).toSorted()).toEqual(
    [url.replace('/files/', ''), url.replace('/files/', '').replace('.webp', '-small.webp')].toSorted(),
  )
})

test('an upload can be claimed once, by its owner, for its purpose', async () => {
  const { db } = server.database
  const { url } = await uploadMedia(member, await testVideo())
  const claim = (client: TestClient, purpose: 'post' | 'avatar') =>
    claimMedia(db, { url, ownerId: client.user.id, purpose })

  expect(await claim(stranger, 'post')).toBeUndefined()
  expect(await claim(member, 'avatar')).toBeUndefined()
  expect(
    await claimMedia(db, { url: '/files/media/none.webp', ownerId: member.user.id, purpose: 'post' }),
  ).toBeUndefined()
  const claims = await Promise.all([claim(member, 'post'), claim(member, 'post')])
  expect(claims.filter(Boolean)).toEqual([expect.objectContaining({ url, type: 'video', width: 320 })])
})

test('an upload claimed in a transaction that is rolled back can be claimed again', async () => {
  const { db } = server.database
  const { url } = await uploadMedia(member, await audio())
  const claimRequest = { url, ownerId: member.user.id, purpose: 'post' } as const
  const failed = db.transaction(async (tx) => {
    await claimMedia(tx, claimRequest)
    throw new Error('no post after all')
  })
  await expect(failed).rejects.toThrow('no post after all')
  expect(await claimMedia(db, claimRequest)).toBeDefined()
})

test('released media is deleted with all its files, and unused media stays', async () => {
  const { db } = server.database
  const [used, unused] = [await uploadMedia(member, await photo()), await uploadMedia(member, await audio())]
  await claimMedia(db, { url: used.url, ownerId: member.user.id, purpose: 'post' })
  await db.transaction((tx) => releaseMedia(tx, [used.url, unused.url, '/files/media/none.webp']))
  await deleteReleased(await openMediaParts())

  expect(await storedFiles()).toEqual([unused.url.replace('/files/', '')])
  expect(await rowsOf()).toEqual([{ status: 'ready', files: [unused.url.replace('/files/', '')] }])
  expect((await server.client().get(used.url)).status).toBe(404)
})

test('a storage failure leaves nothing behind, and the same upload can be finished later', async () => {
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

test('a row stays until its files could be deleted', async () => {
  const { url } = await uploadMedia(member, await photo())
  await server.database.pool.query(`update media_uploads set status = 'released'`)
  const workingParts = await openMediaParts()
  const failingStorage = {
    ...workingParts.storage,
    delete: () => Promise.reject(new Error('the disk is read-only')),
  }
  await deleteReleased({ ...workingParts, storage: failingStorage })

  expect(await rowsOf()).toEqual([{ status: 'released', files: [url.replace('/files/', '')] }])
  await deleteReleased(workingParts)
  expect([await rowsOf(), await storedFiles()]).toEqual([[], []])
})

test('a data URL becomes stored media that can be claimed like an upload', async () => {
  const mediaStore = await openMediaStore(await openMediaParts(), path.join(dataDir(), 'uploads'))
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
  ['with invalid base64', 400, 'data:image/png;base64,<svg>'],
  ['with a space', 400, 'data:image/png;base64,aGVs bG8='],
  ['in the base64url alphabet', 400, 'data:image/png;base64,aGVs-G8='],
  ['with missing padding', 400, 'data:image/png;base64,aGVsbG8'],
  ['without content', 400, 'data:image/png;base64,'],
  ['that is an https URL', 400, 'https://example.org/picture.png'],
  ['that is a javascript URL', 400, 'javascript:alert(1)'],
  ['of an SVG', 415, `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`],
  ['of 30 MB', 413, `data:image/png;base64,${'A'.repeat(30 * 1024 ** 2)}`],
])('a data URL %s is refused, and leaves nothing behind', async (_name, status, dataUrl) => {
  const mediaStore = await openMediaStore(await openMediaParts(), path.join(dataDir(), 'uploads'))
  await expect(mediaStore.storeDataUrl(member.user.id, dataUrl)).rejects.toMatchObject({ status })
  await expectNothingStored()
})

/** Leftovers of a process that is killed at a step of storing an upload. */
const KILLED_STATES: Record<string, { status?: string; hasFile?: boolean }> = {
  'after the row': { status: 'storing' },
  'after the file': { status: 'storing', hasFile: true },
  'after the row is ready, before the upload is deleted': { status: 'ready', hasFile: true },
  'during the deletion': { status: 'released' },
}

test.each(Object.entries(KILLED_STATES))(
  'after a kill %s the next finish request succeeds',
  async (_name, { status, hasFile }) => {
    const location = await upload(member, await testVideo())
    const leftover = await insertLeftover(server, {
      id: path.basename(location),
      ownerId: member.user.id,
      status,
      hasFile,
    })
    const { status: finishStatus, body } = await finish(member, location)

    expect(finishStatus).toBe(200)
    const { url } = media.parse(body)
    expect(url === leftover).toBe(status === 'ready')
    const [row, ...others] = await rowsOf()
    expect([row?.status, row?.files[0], others]).toEqual(['ready', url.replace('/files/', ''), []])
    // A video is stored with its poster.
    expect((await storedFiles()).toSorted()).toEqual(row?.files.toSorted())
    expect(await readdir(path.join(dataDir(), 'uploads'))).toEqual([])
  },
)

test('what killed processes left behind is deleted, and used media stays', async () => {
  const cleaningServer = await startTestApp({ uploadRules: { retentionMs: 150 } })
  onTestFinished(() => cleaningServer.close())
  const uploader = await cleaningServer.member()
  for (const state of Object.values(KILLED_STATES)) {
    await insertLeftover(cleaningServer, { ...state, id: crypto.randomUUID(), ownerId: uploader.user.id })
  }
  const orphan = path.join(cleaningServer.app.context.config.dataDir, 'uploads', crypto.randomUUID())
  await writeFile(orphan, 'a data URL that was never stored')
  await utimes(orphan, 1, 1)
  const used = await insertLeftover(cleaningServer, {
    id: crypto.randomUUID(),
    ownerId: uploader.user.id,
    status: 'used',
    hasFile: true,
  })

  await vi.waitFor(async () => {
    await cleaningServer.runJob(cleanupUploadsJob)
    expect(await storedFiles(cleaningServer)).toEqual([used.replace('/files/', '')])
    expect(await rowsOf(cleaningServer)).toMatchObject([{ status: 'used' }])
    expect(await readdir(path.dirname(orphan))).toEqual([])
  })
})

test('the files of a deleted user are deleted', async () => {
  const cleaningServer = await startTestApp()
  onTestFinished(() => cleaningServer.close())
  const uploader = await cleaningServer.member()
  const { url } = await uploadMedia(uploader, await testVideo())
  await claimMedia(cleaningServer.database.db, { url, ownerId: uploader.user.id, purpose: 'post' })
  await cleaningServer.database.pool.query('delete from users where id = $1', [uploader.user.id])

  await cleaningServer.runJob(cleanupUploadsJob)
  await expectNothingStored(cleaningServer)
})

/** Inserts the row and file that a killed process left behind; returns the media URL. */
async function insertLeftover(
  app: TestApp,
  leftover: { id: string; ownerId: string; status?: string | undefined; hasFile?: boolean | undefined },
): Promise<string> {
  const key = `media/${crypto.randomUUID()}.mp4`
  const root = path.join(app.app.context.config.dataDir, 'files')
  await app.database.pool.query(
    `insert into media_uploads (id, file_name, original_name, mime_type, file_size, url, type, uploaded_by, purpose, status, files)
     values ($1, 'x.mp4', '', 'video/mp4', 1, $2, 'video', $3, 'post', $4, $5)`,
    [leftover.id, `/files/${key}`, leftover.ownerId, leftover.status, [key]],
  )
  const workFolder = path.join(app.app.context.config.dataDir, 'uploads', `${leftover.id}.work`)
  await mkdir(path.join(workFolder, '.media.partial'), { recursive: true })
  await writeFile(path.join(workFolder, '.media.partial/media.mp4'), 'half a video')
  await utimes(workFolder, 1, 1)
  if (leftover.hasFile) {
    await mkdir(path.join(root, 'media'), { recursive: true })
    await writeFile(path.join(root, key), await readFile(import.meta.filename))
  }
  return `/files/${key}`
}

test('the colours at a sharp edge do not blur', async () => {
  const [width, height, edge] = [65, 32, 33]
  const colours = Array.from({ length: width * height }, (_, at) =>
    at % width < edge ? [220, 0, 0] : [0, 0, 0],
  )
  const drawing = sharp(Buffer.from(colours.flat()), { raw: { width, height, channels: 3 } })
  const { url } = await uploadMedia(member, await drawing.png().toBuffer())
  const file = path.join(dataDir(), url)
  const pixels = await sharp(await readFile(file))
    .removeAlpha()
    .raw()
    .toBuffer()
  // The last red column of the middle row.
  expect(pixels[(16 * width + edge - 1) * 3]).toBeGreaterThan(190)
})
