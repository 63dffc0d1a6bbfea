import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { pageUser } from '#web/api/page-user.ts'
import { queryClient } from '#web/api/query-client.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { fingerprintOf } from '#web/features/media/shared/uploads/fingerprint.ts'
import { openTestTusServer } from '#web/features/media/shared/uploads/test-uploads.ts'
import { toLocalTime } from '#web/lib/format/local-time.ts'
import { toastStore } from '#web/ui/overlays/toast.ts'
import { beginVideoUpload } from '#web/features/studio/creator-videos/uploads/begin-upload.ts'
import { UploadTray } from '#web/features/studio/creator-videos/uploads/upload-tray.tsx'
import { removeVideoUpload, videoUploads } from '#web/features/studio/creator-videos/uploads/video-uploads.ts'
import { UploadForm } from './upload-form.tsx'

const STORED = {
  ...{ url: '/api/uploads/one/file', mediaType: 'video', mimeType: 'video/mp4', fileSize: 10 },
  ...{ width: null, height: null, duration: null },
}

afterEach(() => {
  cleanup()
  pageUser.set({ user: undefined })
  for (const upload of videoUploads.get().uploads) removeVideoUpload(upload)
  sessionStorage.clear()
  queryClient.clear()
})

type Shown = { unfinished?: object[]; finish?: () => Response }

/** The upload page with the tray of every page; `unfinished` are the uploads that the server lists. */
function show({ unfinished = [], finish = () => Response.json(STORED) }: Shown = {}) {
  const { server } = openTestTusServer(() => Response.json(STORED))
  const created: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === '/api/uploads') return Response.json(unfinished)
    if (path.endsWith('/finish')) return finish()
    created.push(JSON.parse(typeof body === 'string' ? body : ''))
    return Response.json(testVideo(), { status: 201 })
  })
  const onSubmitted = vi.fn<() => void>()
  const page = render(
    <DataTestProvider>
      <UploadForm userId="ama" onSubmitted={onSubmitted} />
      <UploadTray />
    </DataTestProvider>,
  )
  return { server, created, onSubmitted, page }
}

const choose = (file: File, label = 'Video file') =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files: [file] } })
const videoFile = () => new File(['0123456789'], 'stew.mp4', { type: 'video/mp4' })
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const titleField = () => screen.getByLabelText<HTMLInputElement>('Title')
const expectToast = (content: object) => waitFor(() => expect(toastStore.current()).toMatchObject(content))

test('a file is uploaded at once, its name becomes the title, and publishing makes a video of it', async () => {
  const { server, created, onSubmitted } = show()
  choose(videoFile())
  await waitFor(() => expect(titleField().value).toBe('stew'))
  await waitFor(() => expect([...server.uploads.values()]).toEqual([{ size: 10, bytes: '0123456789' }]))
  fill('Category', 'Food')
  fill(/^Tags/, ' pot, stew ,, pot')
  fireEvent.click(screen.getByRole('switch', { name: 'Public video' }))
  press('Upload & Publish')
  await expectToast({ title: 'Video uploaded successfully!' })
  expect(onSubmitted).toHaveBeenCalledOnce()
  expect(created).toMatchObject([
    {
      ...{ title: 'stew', category: 'Food', tags: ['pot', 'stew'], isPublished: true, isPublic: false },
      videoUrl: STORED.url,
    },
  ])
  expect(created[0]).not.toHaveProperty('description')
})

test('a draft is saved even if its button is pressed while the bytes are sent', async () => {
  const { server, created } = show()
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined)
  choose(videoFile())
  await waitFor(() => expect(titleField().value).toBe('stew'))
  await waitFor(() => expect(server.requestLog).toContain('PATCH 0'))
  fill('Category', 'Food')
  press('Save as Draft')
  const uploads = await screen.findByRole('region', { name: 'Uploads' })
  expect(uploads.textContent).toContain('Uploading a video')
  expect(created).toEqual([])
  server.intercept = () => undefined
  const [upload] = videoUploads.get().uploads
  upload?.pause()
  upload?.resume()
  await waitFor(() => expect(created).toMatchObject([{ title: 'stew', isPublished: false }]))
})

test('a file, a title and a category are required', async () => {
  const { created } = show()
  press('Upload & Publish')
  await expectToast({ title: 'Missing required fields', variant: 'destructive' })
  fill('Title', 'Stew')
  fill('Category', 'Food')
  press('Save as Draft')
  await expectToast({ title: 'Missing required fields', variant: 'destructive' })
  expect(created).toEqual([])
})

test('a file that is no video is refused', async () => {
  show()
  choose(new File(['words'], 'notes.txt', { type: 'text/plain' }))
  await expectToast({ title: 'Invalid file type', description: 'Please select a valid video file.' })
  expect(videoUploads.get().uploads).toEqual([])
})

test('a video over 1 GB is refused', async () => {
  show()
  vi.spyOn(File.prototype, 'size', 'get').mockReturnValue(1024 ** 3 + 1)
  choose(videoFile())
  await expectToast({ title: 'File too large', description: 'Video file must be smaller than 1GB.' })
  expect(videoUploads.get().uploads).toEqual([])
})

test('a thumbnail over 10 MB is refused', async () => {
  show()
  vi.spyOn(File.prototype, 'size', 'get').mockReturnValue(10 * 1024 ** 2 + 1)
  choose(new File(['x'], 'cover.png', { type: 'image/png' }), 'Thumbnail image')
  await expectToast({ title: 'File too large', description: 'Thumbnail image must be smaller than 10MB.' })
  expect(videoUploads.get().uploads).toEqual([])
})

test('typed details survive a reload', async () => {
  const { page } = show()
  fill('Title', 'Sunday stew')
  fill(/^Description/, 'With yam')
  page.unmount()
  show()
  expect(titleField().value).toBe('Sunday stew')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('With yam')
})

test('an interrupted upload asks for the same file, and refuses another one', async () => {
  const upload = {
    ...{ id: '0190b4c0-0000-7000-8000-00000000000a', fileName: 'stew.mp4', fileSize: 10, received: 5 },
    ...{ purpose: 'video', fingerprint: 'of the stew', createdAt: new Date().toISOString() },
  }
  const { server } = show({ unfinished: [upload] })
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50')
  choose(videoFile(), 'The file of stew.mp4')
  await expectToast({
    title: 'This is another file',
    description: 'To continue this upload, choose the same “stew.mp4” again.',
  })
  expect(server.requestLog).toEqual([])
})

test('an upload that has arrived goes on without its file', async () => {
  const upload = {
    ...{ id: '0190b4c0-0000-7000-8000-00000000000a', fileName: 'stew.mp4', fileSize: 10, received: 10 },
    ...{ purpose: 'video', fingerprint: 'of the stew', createdAt: new Date().toISOString() },
  }
  const { server, created } = show({ unfinished: [upload] })
  const addDetails = await screen.findByRole('button', { name: 'Add details of stew.mp4' })
  expect(screen.queryByLabelText('The file of stew.mp4')).toBeNull()
  expect(screen.queryByText(/Choose the same file again/)).toBeNull()
  fireEvent.click(addDetails)
  await waitFor(() => expect(titleField().value).toBe('stew'))
  expect(
    (await screen.findByLabelText('Frame', { exact: false, selector: 'video' })).getAttribute('src'),
  ).toBe(STORED.url)
  fill('Category', 'Food')
  press('Upload & Publish')
  await waitFor(() => expect(created).toMatchObject([{ title: 'stew', videoUrl: STORED.url }]))
  expect(server.requestLog).toEqual([])
})

test('an upload that had arrived, but which the server has deleted, is sent again once its file is chosen', async () => {
  const file = videoFile()
  const upload = {
    ...{ id: '0190b4c0-0000-7000-8000-00000000000a', fileName: 'stew.mp4', fileSize: 10, received: 10 },
    ...{ purpose: 'video', createdAt: new Date().toISOString() },
    fingerprint: await fingerprintOf(file),
  }
  const finish = () => errorResponse(404, { code: 'not_found', message: 'No such upload.' })
  const { server } = show({ unfinished: [upload], finish })
  fireEvent.click(await screen.findByRole('button', { name: /^Add details of stew\.mp4$/ }))
  const phase = () => videoUploads.get().uploads.map(({ state }) => state.get().phase)
  await waitFor(() => expect(phase()).toEqual(['failed']))
  await beginVideoUpload(file, { userId: 'ama' })
  await waitFor(() => expect(server.requestLog).not.toEqual([]))
  expect(videoUploads.get().uploads).toHaveLength(1)
})

test('a title that is filled from the name of the file is not needed any more', async () => {
  show()
  press('Upload & Publish')
  await waitFor(() => expect(titleField().getAttribute('aria-invalid')).toBe('true'))
  choose(videoFile())
  await waitFor(() => expect(titleField().value).toBe('stew'))
  await waitFor(() => expect(titleField().getAttribute('aria-invalid')).not.toBe('true'))
})

test('an upload without a fingerprint can only be discarded, and a failure of that is shown', async () => {
  const upload = {
    ...{ id: '0190b4c0-0000-7000-8000-00000000000a', fileName: 'stew.mp4', fileSize: 10, received: 5 },
    ...{ purpose: 'video', fingerprint: null, createdAt: new Date().toISOString() },
  }
  let unfinished = [upload]
  let isFailing = true
  openTestTusServer(() => Response.json(STORED))
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    if (method !== 'DELETE') return Response.json(unfinished)
    if (isFailing) return errorResponse(500, { code: 'internal' })
    expect(path).toBe(`/api/uploads/${upload.id}`)
    unfinished = []
    return new Response(null, { status: 204 })
  })
  render(<UploadForm userId="ama" onSubmitted={() => {}} />, { wrapper: DataTestProvider })
  await screen.findByRole('button', { name: 'Discard stew.mp4' })
  // An earlier list may still be shown.
  await waitFor(() => expect(screen.queryByLabelText('The file of stew.mp4')).toBeNull())
  const discard = () => {
    press('Discard stew.mp4')
    press('Discard')
  }
  discard()
  await expectToast({ title: 'The upload could not be discarded', variant: 'destructive' })
  isFailing = false
  discard()
  await waitFor(() => expect(screen.queryByText('stew.mp4')).toBeNull())
})

test('a failed upload says so and can be tried again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { server } = show()
  server.intercept = ({ method }) => (method === 'POST' ? { status: 403, body: '{}' } : undefined)
  choose(videoFile())
  await expectToast({
    title: 'Upload failed',
    description: 'There was an error uploading your video. Please try again.',
  })
  const publish = screen.getByRole<HTMLButtonElement>('button', { name: 'Upload & Publish' })
  expect(publish.disabled).toBe(true)
  server.intercept = () => undefined
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(publish.disabled).toBe(false)
  const texts = await screen.findAllByText('Uploaded. Add its details to make it a video.')
  expect(texts.length).toBeGreaterThan(0)
})

test('a video is not submitted before its own thumbnail has arrived', async () => {
  const { server, onSubmitted } = show()
  choose(videoFile())
  await waitFor(() => expect(titleField().value).toBe('stew'))
  fill('Category', 'Food')
  await waitFor(() => expect(server.uploads.size).toBe(1))
  server.intercept = ({ method }) => (method === 'PATCH' ? 'silent' : undefined)
  choose(new File(['picture'], 'pot.png', { type: 'image/png' }), 'Thumbnail image')
  const publish = screen.getByRole('button', { name: 'Upload & Publish' })
  await waitFor(() => expect(publish.getAttribute('aria-busy')).toBe('true'))
  fireEvent.click(publish)
  press('Save as Draft')
  await waitFor(() => expect(server.requestLog.filter((entry) => entry.startsWith('PATCH'))).toHaveLength(2))
  expect(onSubmitted).not.toHaveBeenCalled()
})

const DAY_MS = 24 * 60 * 60 * 1000
const setPro = (isPremium: boolean) => pageUser.set({ user: testCurrentUser(1, { isPremium }) })
const publishAtField = () => screen.getByLabelText<HTMLInputElement>(/^Publish at/)

/** Chooses a file, fills in what is required, and a time this far ahead. */
async function fillScheduled(aheadMs: number): Promise<string> {
  choose(videoFile())
  await waitFor(() => expect(titleField().value).toBe('stew'))
  fill('Category', 'Food')
  const time = toLocalTime(new Date(Date.now() + aheadMs))
  fireEvent.change(publishAtField(), { target: { value: time } })
  return time
}

test('a video with a time becomes a draft that is published then', async () => {
  setPro(true)
  const { created, onSubmitted } = show()
  const time = await fillScheduled(DAY_MS)
  expect(publishAtField().getAttribute('aria-describedby')).toBeTruthy()
  press('Upload & Schedule')
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledOnce())
  await waitFor(() => expect(created).toHaveLength(1))
  expect(created).toMatchObject([{ isPublished: false, publishAt: new Date(time).toISOString() }])
})

test('a time can be removed again, and ‘Save as Draft’ leaves it out', async () => {
  setPro(true)
  const { created } = show()
  await fillScheduled(DAY_MS)
  press('Remove this time')
  expect(publishAtField().value).toBe('')
  expect(screen.getByRole('button', { name: 'Upload & Publish' })).toBeTruthy()
  fireEvent.change(publishAtField(), { target: { value: toLocalTime(new Date(Date.now() + DAY_MS)) } })
  press('Save as Draft')
  await waitFor(() => expect(created).toMatchObject([{ isPublished: false }]))
  expect(created[0]).not.toHaveProperty('publishAt')
})

test.each([
  ['in the past', -DAY_MS, /^This time is past/],
  ['more than a year ahead', 366 * DAY_MS, /^This is more than a year ahead/],
])('a time %s is refused before the video is submitted', async (_name, aheadMs, message) => {
  setPro(true)
  const { onSubmitted } = show()
  await fillScheduled(aheadMs)
  press('Upload & Schedule')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(publishAtField().getAttribute('aria-invalid')).toBe('true')
  expect(onSubmitted).not.toHaveBeenCalled()
})

test('a hidden video cannot be scheduled', async () => {
  setPro(true)
  const { created } = show()
  await fillScheduled(DAY_MS)
  fireEvent.click(screen.getByRole('switch', { name: 'Public video' }))
  expect(screen.getByText(/^Only a public video/)).toBeTruthy()
  press('Upload & Publish')
  await waitFor(() => expect(created).toMatchObject([{ isPublished: true, isPublic: false }]))
  expect(created[0]).not.toHaveProperty('publishAt')
})

test('without Creator Pro, the choice of a time leads to what Creator Pro gives', () => {
  setPro(false)
  show()
  expect(screen.queryByLabelText(/^Publish at/)).toBeNull()
  const link = screen.getByRole('link', { name: 'Publish at a set time Part of Creator Pro' })
  expect(link.getAttribute('href')).toBe('/creator-pro')
})
