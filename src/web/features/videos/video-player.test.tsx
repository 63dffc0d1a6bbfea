import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { Video } from '#shared/videos.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { testVideo } from '#web/api/test-video.ts'
import { VideoPlayer } from './video-player.tsx'

function show(overrides: Partial<Video> = {}) {
  return render(
    <I18nTestProvider>
      <VideoPlayer video={testVideo(overrides)} videoRef={createRef()} />
    </I18nTestProvider>,
  )
}

test('a ready video is played from its URL, with its poster', () => {
  show({ thumbnailUrl: '/poster.webp' })
  const player = screen.getByLabelText<HTMLVideoElement>('Video: Sunday stew')
  expect(player.getAttribute('src')).toBe(testVideo().videoUrl)
  expect(player.getAttribute('poster')).toBe('/poster.webp')
  expect(player.controls).toBe(true)
})

test('a recording that is being prepared shows a message and no player', () => {
  show({ state: 'processing' })
  expect(screen.getByText('Being prepared')).toBeTruthy()
  expect(screen.queryByLabelText('Video: Sunday stew')).toBeNull()
})

test('a playback error can be retried', () => {
  show()
  fireEvent.error(screen.getByLabelText('Video: Sunday stew'))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByLabelText('Video: Sunday stew')).toBeTruthy()
})

test('with the data saver nothing is loaded before a click, and the size is shown', () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connectionWithSaveData() })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  show()
  expect(screen.queryByLabelText('Video: Sunday stew')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Play (12 MB)' }))
  expect(screen.getByLabelText('Video: Sunday stew')).toBeTruthy()
})

function connectionWithSaveData() {
  return Object.assign(new EventTarget(), { saveData: true })
}
