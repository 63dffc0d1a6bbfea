import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { openTestTusServer } from '#web/features/media/shared/uploads/test-uploads.ts'
import { fingerprintOf } from '#web/features/media/shared/uploads/fingerprint.ts'
import { removeVideoUpload, videoUploads } from '#web/features/studio/creator-videos/uploads/video-uploads.ts'
import { UploadForm } from './upload-form.tsx'

const STORED = {
  ...{ url: '/api/uploads/one/file', mediaType: 'video', mimeType: 'video/mp4', fileSize: 10 },
  ...{ width: null, height: null, duration: null },
}

afterEach(() => {
  cleanup()
  for (const upload of videoUploads.get().uploads) removeVideoUpload(upload)
  sessionStorage.clear()
  queryClient.clear()
})

type Interrupted = { name: string; received: number; fingerprint?: string | null }

const SIZE = 10
let nextId = 0
const interrupted = ({ name, received, fingerprint = `of ${name}` }: Interrupted) => ({
  ...{ id: `0190b4c0-0000-7000-8000-${String(nextId++).padStart(12, '0')}`, fileName: name, received },
  ...{ fileSize: SIZE, purpose: 'video', fingerprint, createdAt: new Date().toISOString() },
})

/** The upload page with interrupted uploads on the server; `deleted` are the names of those that were deleted there. */
async function show(...uploads: Interrupted[]) {
  openTestTusServer(() => Response.json(STORED))
  let unfinished = uploads.map(interrupted)
  const server = { deleted: new Array<string>(), finish: () => Response.json(STORED) }
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    if (path.endsWith('/finish')) return server.finish()
    if (method !== 'DELETE') return Response.json(unfinished)
    const upload = unfinished.find(({ id }) => path === `/api/uploads/${id}`)
    unfinished = unfinished.filter((each) => each !== upload)
    server.deleted.push(upload?.fileName ?? path)
    return new Response(null, { status: 204 })
  })
  render(
    <DataTestProvider>
      <main>
        <h1>Upload video</h1>
        <UploadForm userId="ama" onSubmitted={() => {}} />
      </main>
    </DataTestProvider>,
  )
  await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(uploads.length))
  return server
}

/** Presses a button that has the focus, as with Enter. */
function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const expectFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))
const title = () => screen.getByLabelText('Title')
const heading = () => screen.getByRole('heading', { level: 1 })

test('the focus moves to the title when the details of a received upload are to be added', async () => {
  await show({ name: 'stew.mp4', received: SIZE })
  expect(document.activeElement).toBe(document.body)
  press('Add details of stew.mp4')
  await expectFocus(title)
})

test('the focus moves to the title when an upload begins or continues, and not from another field', async () => {
  const file = new File(['0123456789'], 'stew.mp4', { type: 'video/mp4' })
  await show({ name: 'stew.mp4', received: 5, fingerprint: await fingerprintOf(file) })
  const choose = (label: string, chosen: File) =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files: [chosen] } })
  screen.getByRole('button', { name: 'Choose the file again: stew.mp4' }).focus()
  choose('The file of stew.mp4', file)
  await expectFocus(title)

  const removeCurrent = () => {
    for (const upload of videoUploads.get().uploads) removeVideoUpload(upload)
  }
  removeCurrent()
  const chooseFile = await screen.findByRole('button', { name: 'Choose a video' })
  expect(document.activeElement).toBe(title())
  chooseFile.focus()
  choose('Video file', new File(['abcdefghij'], 'pot.mp4', { type: 'video/mp4' }))
  await expectFocus(title)
})

test('the focus moves to the heading when a failed upload is removed from the page', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const server = await show({ name: 'stew.mp4', received: SIZE })
  server.finish = () => errorResponse(415, { code: 'unsupported_media_type' })
  press('Add details of stew.mp4')
  await screen.findByRole('button', { name: 'Remove stew.mp4 from this list' })
  press('Remove stew.mp4 from this list')
  await expectFocus(heading)
})

test('bytes that were received are discarded only after a question', async () => {
  const { deleted } = await show({ name: 'stew.mp4', received: 5 }, { name: 'pot.mp4', received: 0 })
  press('Discard stew.mp4')
  const dialog = within(screen.getByRole('alertdialog', { name: 'Discard the upload of “stew.mp4”?' }))
  dialog.getByText(/^What has been uploaded so far \(.+\) is deleted\.$/)
  press('Keep it')
  await expectFocus(() => screen.getByRole('button', { name: 'Discard stew.mp4' }))
  expect(deleted).toEqual([])
  press('Discard pot.mp4')
  await waitFor(() => expect(deleted).toEqual(['pot.mp4']))
  press('Discard stew.mp4')
  press('Discard')
  await waitFor(() => expect(deleted).toEqual(['pot.mp4', 'stew.mp4']))
})

test('the focus moves to the row after a discarded one, else to the one before, else to the heading', async () => {
  await show(
    { name: 'stew.mp4', received: SIZE },
    { name: 'pot.mp4', received: 5 },
    { name: 'yam.mp4', received: 0 },
  )
  const discard = (name: string) => {
    press(`Discard ${name}`)
    press('Discard')
  }
  discard('stew.mp4')
  await expectFocus(() => screen.getByRole('button', { name: 'Choose the file again: pot.mp4' }))
  press('Discard yam.mp4')
  await waitFor(() => expect(screen.queryByText('yam.mp4')).toBeNull())
  await expectFocus(() => screen.getByRole('button', { name: 'Choose the file again: pot.mp4' }))
  discard('pot.mp4')
  await expectFocus(heading)
})

test('only an upload that its file continues asks for it', async () => {
  await show(
    { name: 'stew.mp4', received: SIZE },
    { name: 'pot.mp4', received: 5 },
    { name: 'yam.mp4', received: 5, fingerprint: null },
  )
  const asking = screen
    .getAllByRole('listitem')
    .filter((row) => within(row).queryByText(/^Choose the same file again/))
  expect(asking.map((row) => within(row).getByText(/mp4$/).textContent)).toEqual(['pot.mp4'])
  expect(screen.getAllByText(/^Choose the same file again/)).toHaveLength(1)
})
