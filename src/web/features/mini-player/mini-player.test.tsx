import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { setPageKeys } from '#web/lib/playback/page-keys.ts'
import { MiniPlayer } from './mini-player.tsx'

afterEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/')
})

test('I opens the page of the video, and when keys are off on the page only from within the mini player', () => {
  const playback = { id: 'video:1', title: 'Stew', url: '/video/1', isLive: false, close: () => {} }
  const element = document.createElement('video')
  render(
    <>
      <p>Elsewhere</p>
      <div role="alertdialog">Delete?</div>
      <MiniPlayer playback={{ ...playback, element }} />
    </>,
    { wrapper: I18nTestProvider },
  )
  setPageKeys(false)
  fireEvent.keyDown(screen.getByText('Elsewhere'), { key: 'i' })
  expect(location.pathname).toBe('/')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'i' })
  expect(location.pathname).toBe('/video/1')
  history.replaceState(null, '', '/')
  setPageKeys(true)
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'i' })
  expect(location.pathname).toBe('/')
  fireEvent.keyDown(screen.getByText('Elsewhere'), { key: 'i' })
  expect(location.pathname).toBe('/video/1')
})

test('the keys of the page work in the mini player, and not while somebody types', () => {
  const playback = { id: 'video:1', title: 'Stew', url: '/video/1', isLive: false, close: () => {} }
  const element = document.createElement('video')
  const play = vi.spyOn(element, 'play').mockResolvedValue()
  render(
    <>
      <textarea aria-label="Comment" />
      <MiniPlayer playback={{ ...playback, element }} />
    </>,
    { wrapper: I18nTestProvider },
  )
  const frame = screen.getByRole('complementary', { name: 'Mini player' })
  for (const key of ['k', 'l', 'm']) fireEvent.keyDown(screen.getByLabelText('Comment'), { key })
  expect([play.mock.calls.length, element.currentTime, element.muted]).toEqual([0, 0, false])
  for (const key of ['k', 'l', 'm']) fireEvent.keyDown(document.body, { key })
  expect([play.mock.calls.length, element.currentTime, element.muted]).toEqual([1, 10, true])
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
  expect(element.currentTime).toBe(10)
  fireEvent.keyDown(frame, { key: 'ArrowLeft' })
  expect(element.currentTime).toBe(5)
})
