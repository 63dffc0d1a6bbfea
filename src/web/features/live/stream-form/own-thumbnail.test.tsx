import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { errorResponse } from '#web/api/test-network.tsx'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { openTestTusServer } from '#web/features/media/shared/uploads/test-uploads.ts'
import { OwnThumbnail } from './own-thumbnail.tsx'

const UPLOAD = '/api/uploads/0198a1b2-0000-7000-8000-000000000001/file'
const MEDIA = {
  url: UPLOAD,
  mediaType: 'image',
  mimeType: 'image/webp',
  fileSize: 3,
  width: 1280,
  height: 720,
  duration: null,
}

function show(finish: () => Response = () => Response.json(MEDIA), isUploaded = false) {
  const network = openTestTusServer(finish)
  const onUrl = vi.fn<(url: string) => void>()
  render(
    <I18nTestProvider>
      <OwnThumbnail isUploaded={isUploaded} onUrl={onUrl} />
    </I18nTestProvider>,
  )
  return { onUrl, ...network }
}

const pick = (file: File) =>
  fireEvent.change(screen.getByLabelText('Upload a picture', { selector: 'input' }), {
    target: { files: [file] },
  })
const picture = (size = 3) => {
  const file = new File(['abc'], 'market.jpg', { type: 'image/jpeg' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

test('a chosen picture is uploaded and becomes the thumbnail', async () => {
  const { onUrl, server } = show()
  pick(picture())
  expect(screen.getByRole('progressbar', { name: 'Uploading your picture' })).toBeDefined()
  await waitFor(() => expect(onUrl).toHaveBeenCalledWith(UPLOAD))
  expect([...server.uploads.values()]).toEqual([{ size: 3, bytes: 'abc' }])
  expect(await screen.findByRole('button', { name: 'Upload a picture' })).toBeDefined()
})

test.each([
  [
    'another kind of file',
    new File(['abc'], 'market.txt', { type: 'text/plain' }),
    'Please choose a picture.',
  ],
  [
    'a picture of more than 10 MB',
    picture(10 * 1024 * 1024 + 1),
    'Thumbnail image must be smaller than 10MB.',
  ],
])('%s is refused before it is sent', (_, file, text) => {
  const { server } = show()
  pick(file)
  expect(screen.getByRole('alert').textContent).toBe(text)
  expect(server.requestLog).toEqual([])
})

test('a picture that the server refuses says why, and another one can be chosen', async () => {
  const { onUrl } = show(() => errorResponse(415, { message: 'This is no picture.' }))
  pick(picture())
  expect((await screen.findByRole('alert')).textContent).toBe('This is no picture.')
  expect(screen.getByRole('button', { name: 'Upload a picture' })).toBeDefined()
  expect(onUrl).not.toHaveBeenCalled()
})

test('an uploaded picture can be removed', () => {
  const { onUrl } = show(undefined, true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove this picture' }))
  expect(onUrl).toHaveBeenCalledWith('')
})

test('a camera that cannot be opened is reported in the dialog', async () => {
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Take a picture' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Your camera could not be opened/)
  expect(screen.getByRole('button', { name: 'Take picture' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
