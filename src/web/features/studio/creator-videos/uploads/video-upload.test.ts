import { afterEach, expect, test, vi } from 'vitest'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { openTestTusServer } from '#web/features/media/shared/uploads/test-uploads.ts'
import { errorResponse } from '#web/api/test-network.tsx'
import { fingerprintOf } from '#web/features/media/shared/uploads/fingerprint.ts'
import { beginVideoUpload } from './begin-upload.ts'
import type { SubmittedDetails } from './submission.ts'
import type { VideoUpload } from './video-upload.ts'
import { releaseCurrentUpload, removeVideoUpload, videoUploads } from './video-uploads.ts'

const USER = { userId: 'ama' }
const DETAILS: SubmittedDetails = { title: 'Stew', category: 'Food', tags: ['pot'], isPublished: true }
const STORED = {
  url: '/api/uploads/one/file',
  mediaType: 'video',
  mimeType: 'video/mp4',
  fileSize: 10,
  width: null,
  height: null,
  duration: null,
}
const videoFile = (content = '0123456789', name = 'stew.mp4') =>
  new File([content], name, { type: 'video/mp4' })

afterEach(() => {
  for (const upload of videoUploads.get().uploads) removeVideoUpload(upload)
  sessionStorage.clear()
})

/** The server of uploads and videos; `unfinished` are the uploads that it lists. */
function openServer({
  unfinished = [],
  create = () => Response.json(testVideo(), { status: 201 }),
}: { unfinished?: object[]; create?: () => Response } = {}) {
  const { server } = openTestTusServer(() => Response.json(STORED))
  const calls: { created: Record<string, unknown>[]; deleted: string[] } = { created: [], deleted: [] }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path === '/api/uploads') return Response.json(unfinished)
    if (path.endsWith('/finish')) return Response.json(STORED)
    if (method === 'DELETE') {
      calls.deleted.push(path)
      return new Response(null, { status: 204 })
    }
    if (method === 'POST' && path === '/api/creator/videos') {
      calls.created.push(JSON.parse(typeof body === 'string' ? body : ''))
      return create()
    }
    throw new Error(`no handler for ${method} ${path}`)
  })
  return { server, ...calls }
}

async function begin(file = videoFile()): Promise<VideoUpload> {
  await beginVideoUpload(file, USER)
  const upload = videoUploads.get().uploads.at(-1)
  if (!upload) throw new Error('no upload began')
  return upload
}

const phaseOf = (upload: VideoUpload) => upload.state.get().phase

test('details that are submitted while bytes are sent make a video when the upload is finished', async () => {
  const { server, created } = openServer()
  let isHeld = true
  server.intercept = ({ method }) => (method === 'PATCH' && isHeld ? 'lost' : undefined)
  const upload = await begin()
  upload.submit(DETAILS)
  expect(created).toEqual([])
  isHeld = false
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('created'))
  expect(created).toMatchObject([{ ...DETAILS, videoUrl: STORED.url }])
  expect([...server.uploads.values()]).toEqual([{ size: 10, bytes: '0123456789' }])
})

test('an uploaded file waits for its details', async () => {
  const { created } = openServer()
  const upload = await begin()
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('stored'))
  expect(created).toEqual([])
  upload.submit({ ...DETAILS, isPublished: false })
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('created'))
  expect(created).toMatchObject([{ isPublished: false }])
})

test('several uploads run at once', async () => {
  const { server } = openServer()
  const one = await begin(videoFile('0123456789', 'one.mp4'))
  const two = await begin(videoFile('abcdefghij', 'two.mp4'))
  await vi.waitFor(() => expect([phaseOf(one), phaseOf(two)]).toEqual(['stored', 'stored']))
  expect([...server.uploads.values()].map(({ bytes }) => bytes).toSorted()).toEqual([
    '0123456789',
    'abcdefghij',
  ])
})

test('a paused upload sends nothing until it is continued, at the byte where it stopped', async () => {
  const { server } = openServer()
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined)
  const upload = await begin()
  await vi.waitFor(() => expect(server.requestLog).toContain('PATCH 0'))
  upload.pause()
  expect([phaseOf(upload), upload.isActive]).toEqual(['paused', true])
  for (const each of server.uploads.values()) each.bytes = '0123'
  server.intercept = () => undefined
  const requestsWhilePaused = server.requestLog.length

  upload.resume()
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('stored'))
  expect(server.requestLog.slice(requestsWhilePaused)).toEqual(['HEAD', 'PATCH 4'])
})

test('an upload of another session continues with the same file', async () => {
  const id = '0190b4c0-0000-7000-8000-00000000000a'
  const fingerprint = await fingerprintOf(videoFile())
  const { server } = openServer({
    unfinished: [
      {
        ...{ id, fileName: 'stew.mp4', fileSize: 10, received: 6, purpose: 'video', fingerprint },
        createdAt: new Date().toISOString(),
      },
    ],
  })
  server.uploads.set(`/api/uploads/${id}`, { size: 10, bytes: '012345' })
  const upload = await begin(videoFile('0123456789', 'renamed.mp4'))
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('stored'))
  expect(server.requestLog).toEqual(['HEAD', 'PATCH 6'])
})

test('a file that was stored before a reload is not sent again', async () => {
  const fingerprint = await fingerprintOf(videoFile())
  const { server, created } = openServer({
    unfinished: [
      {
        ...{ id: 'one', fileName: 'stew.mp4', fileSize: 10, received: 10, purpose: 'video', fingerprint },
        createdAt: new Date().toISOString(),
      },
    ],
  })
  const upload = await begin()
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('stored'))
  upload.submit(DETAILS)
  await vi.waitFor(() => expect(created).toMatchObject([{ ...DETAILS, videoUrl: STORED.url }]))
  expect(server.requestLog).toEqual([])
})

test('another file does not continue an unfinished upload', async () => {
  const { server } = openServer()
  const expected = {
    ...{ id: 'x', fileName: 'stew.mp4', fileSize: 10, received: 6, purpose: 'video' as const },
    ...{ fingerprint: 'of another file', createdAt: '' },
  }
  expect(await beginVideoUpload(videoFile(), { ...USER, expected })).toBe(false)
  expect([videoUploads.get().uploads, server.requestLog]).toEqual([[], []])
})

test('submitted details survive a reload: the same file becomes the video without asking again', async () => {
  const { server, created } = openServer()
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined)
  const interrupted = await begin()
  await vi.waitFor(() => expect(server.requestLog).toContain('PATCH 0'))
  interrupted.submit(DETAILS)
  // A reload forgets the uploads of the page, without cancelling them.
  videoUploads.set({ uploads: [], currentId: null })
  server.intercept = () => undefined

  const upload = await begin()
  expect(videoUploads.get().currentId).toBeNull()
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('created'))
  expect(created).toMatchObject([DETAILS])
  interrupted.cancel()
})

test('a video that could not be created can be tried again, with the same idempotency key', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let isFailing = true
  const { created } = openServer({
    create: () => (isFailing ? errorResponse(503, {}) : Response.json(testVideo(), { status: 201 })),
  })
  const upload = await begin()
  upload.submit(DETAILS)
  await vi.waitFor(() => expect(upload.state.get().failure?.step).toBe('create'))
  isFailing = false
  upload.retry()
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('created'))
  expect(created[1]?.['clientId']).toBe(created[0]?.['clientId'])
})

test.each([
  ['failed', () => ({ status: 403, body: '{}' })],
  ['paused', () => 'silent' as const],
])('choosing the file of a %s upload again continues it', async (phase, respond) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { server } = openServer()
  server.intercept = ({ method }) => (method === 'PATCH' ? respond() : undefined)
  const upload = await begin()
  await vi.waitFor(() => expect(server.requestLog).toContain('PATCH 0'))
  if (phase === 'paused') upload.pause()
  await vi.waitFor(() => expect(phaseOf(upload)).toBe(phase))
  server.intercept = () => undefined
  releaseCurrentUpload()

  expect(await begin()).toBe(upload)
  expect(videoUploads.get()).toMatchObject({ uploads: [upload], currentId: upload.id })
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('stored'))
})

test('canceling deletes what was uploaded', async () => {
  const { server } = openServer()
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined)
  const upload = await begin()
  await vi.waitFor(() => expect(server.requestLog).toContain('PATCH 0'))
  removeVideoUpload(upload)
  await vi.waitFor(() => expect(server.uploads.size).toBe(0))
  expect(videoUploads.get().uploads).toEqual([])
})

test('canceling deletes a stored file, and not one that became a video', async () => {
  const { deleted } = openServer()
  const upload = await begin()
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('stored'))
  removeVideoUpload(upload)
  await vi.waitFor(() => expect(deleted.length).toBe(1))
  expect(deleted[0]).toMatch(/^\/api\/uploads\/[\w-]+$/)

  const created = await begin()
  created.submit(DETAILS)
  await vi.waitFor(() => expect(phaseOf(created)).toBe('created'))
  removeVideoUpload(created)
  expect(deleted.length).toBe(1)
})

test('closing the page warns until a file has become a video', async () => {
  const { server } = openServer()
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined)
  const upload = await begin()
  const isWarned = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isWarned()).toBe(true)
  server.intercept = () => undefined
  upload.pause()
  upload.resume()
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('stored'))
  // Its details are missing.
  expect(isWarned()).toBe(true)
  upload.submit(DETAILS)
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('created'))
  expect(isWarned()).toBe(false)
})

const at = (aheadMs: number) => new Date(Date.now() + aheadMs).toISOString()

test('an upload that ends after its time is published at once', async () => {
  const { created } = openServer()
  const [late, early] = [await begin(), await begin(videoFile('abcdefghij', 'soup.mp4'))]
  late.submit({ ...DETAILS, isPublished: false, publishAt: at(-1000) })
  await vi.waitFor(() => expect(phaseOf(late)).toBe('created'))
  const publishAt = at(60_000)
  early.submit({ ...DETAILS, isPublished: false, publishAt })
  await vi.waitFor(() => expect(phaseOf(early)).toBe('created'))
  expect(created).toMatchObject([
    { isPublished: true, publishAt: null },
    { isPublished: false, publishAt },
  ])
})

test('where Creator Pro ends while the file is sent, it becomes a draft without a time', async () => {
  let isPro = false
  const { created } = openServer({
    create: () => {
      if (isPro) return Response.json(testVideo(), { status: 201 })
      isPro = true
      return errorResponse(403, { code: 'pro_required' })
    },
  })
  const upload = await begin()
  upload.submit({ ...DETAILS, isPublished: false, publishAt: at(60_000) })
  await vi.waitFor(() => expect(phaseOf(upload)).toBe('created'))
  expect(created.at(-1)).toMatchObject({ isPublished: false, publishAt: null })
})
