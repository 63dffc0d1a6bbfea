import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { isPlayerKey, setPageKeys } from '#web/features/media/shared/playback/page-keys.ts'
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

test('a live stream can be paused and muted, by button and key, but not sought', () => {
  const playback = { id: 'stream:1', title: 'Kora', url: '/stream/1', isLive: true, close: () => {} }
  const element = document.createElement('video')
  let isPaused = false
  vi.spyOn(element, 'paused', 'get').mockImplementation(() => isPaused)
  const change = (paused: boolean) => {
    isPaused = paused
    fireEvent(element, new Event(paused ? 'pause' : 'play'))
  }
  vi.spyOn(element, 'pause').mockImplementation(() => change(true))
  vi.spyOn(element, 'play').mockImplementation(async () => change(false))
  render(<MiniPlayer playback={{ ...playback, element }} />, { wrapper: I18nTestProvider })
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect([isPaused, element.autoplay]).toEqual([true, false])
  fireEvent.keyDown(document.body, { key: 'k' })
  expect([isPaused, element.autoplay]).toEqual([false, true])
  fireEvent.click(screen.getByRole('button', { name: 'Mute' }))
  fireEvent(element, new Event('volumechange'))
  expect(element.muted).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Unmute' }))
  expect(element.muted).toBe(false)
  fireEvent.keyDown(document.body, { key: 'l' })
  expect(element.currentTime).toBe(0)
})

test('the mini player of a live stream says at once that the camera is off', () => {
  const listeners = new Set<() => void>()
  let isOff = false
  const picture = {
    isOff: () => isOff,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const playback = { id: 'stream:1', title: 'Kora', url: '/stream/1', isLive: true, close: () => {}, picture }
  render(<MiniPlayer playback={{ ...playback, element: document.createElement('video') }} />, {
    wrapper: I18nTestProvider,
  })
  expect(screen.queryByText('The camera is off')).toBeNull()
  isOff = true
  act(() => {
    for (const listener of listeners) listener()
  })
  expect(screen.getByText('The camera is off')).toBeTruthy()
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

test('a player of the page comes first, unless the focus is in the mini player', () => {
  const playback = { id: 'video:1', title: 'Stew', url: '/video/1', isLive: false, close: () => {} }
  const element = document.createElement('video')
  const play = vi.spyOn(element, 'play').mockResolvedValue()
  render(<MiniPlayer playback={{ ...playback, element }} />, { wrapper: I18nTestProvider })
  const pagePlayer = document.body.appendChild(document.createElement('div'))
  const answer = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (isPlayerKey(target, pagePlayer)) event.preventDefault()
  }
  document.addEventListener('keydown', answer)
  fireEvent.keyDown(document.body, { key: 'k' })
  expect(play).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'k' })
  expect(play).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', answer)
  pagePlayer.remove()
})
