import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { AttachmentPreview } from './attachment-preview.tsx'
import type { Attachment } from './post-draft.ts'

const show = (change: Partial<Attachment>) =>
  render(
    <I18nTestProvider>
      <AttachmentPreview
        attachment={{
          file: new File(['%PDF'], 'notes.pdf'),
          kind: 'file',
          previewUrl: 'blob:notes',
          state: 'uploading',
          progress: 0.4,
          isConnected: true,
          error: null,
          hasLostMotion: false,
          hasLostSound: false,
          ...change,
        }}
        onRemove={() => {}}
        onRetry={() => {}}
      />
    </I18nTestProvider>,
  )

test('the progress bar of an upload shows that it waits for the network', () => {
  show({})
  screen.getByRole('progressbar', { name: 'Uploading' })
  expect(screen.getByRole('status').textContent).toBe('')
  show({ isConnected: false })
  screen.getByRole('progressbar', { name: 'No connection. It will continue automatically.' })
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe(
    'No connection. It will continue automatically.',
  )
})

test('the progress bar shows that an uploaded video is being prepared', () => {
  show({ progress: 1 })
  expect(screen.getByRole('progressbar', { name: 'Uploaded, being prepared' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Uploaded, being prepared')
})

test('a note says that only the first frame of an animation was kept', () => {
  show({ kind: 'image', state: 'stored', progress: 1 })
  expect(screen.queryByText(/first frame/)).toBeNull()
  show({ kind: 'image', state: 'stored', progress: 1, hasLostMotion: true })
  expect(screen.getByText(/Your post will show its first frame/)).toBeDefined()
})

test('a note says that the sound of a video cannot be decoded', () => {
  show({ kind: 'video', state: 'stored', progress: 1 })
  expect(screen.queryByText(/sound/)).toBeNull()
  show({ kind: 'video', state: 'stored', progress: 1, hasLostSound: true })
  expect(screen.getByText(/The video will be posted without sound/)).toBeDefined()
})

test.each([
  ['a file that is refused for what it is', new ApiError(415, '', ''), false],
  ['a file that is too large', new ApiError(413, '', ''), false],
  ['a server that is down', new ApiError(503, '', ''), true],
])('a retry button is shown only when a retry can succeed: %s', (_case, error, isOffered) => {
  show({ state: 'failed', error })
  expect(screen.queryByRole('button', { name: 'Try Again' }) !== null).toBe(isOffered)
})
