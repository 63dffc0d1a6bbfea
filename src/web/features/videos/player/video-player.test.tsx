import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { VideoSession } from './session/video-session.ts'
import { VideoPlayer } from './video-player.tsx'

const WIDTH = 900
const requestFullscreen = vi.fn<() => Promise<void>>()

beforeEach(() => {
  requestFullscreen.mockReset().mockResolvedValue()
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
  Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', {
    configurable: true,
    value: requestFullscreen,
  })
})
afterEach(() => {
  Reflect.deleteProperty(document, 'fullscreenEnabled')
  Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen')
})

function show() {
  const session = new VideoSession({ video: testVideo({ duration: 100 }), autoplays: false })
  session.open()
  onTestFinished(() => {
    cleanup()
    session.close()
  })
  render(<VideoPlayer session={session} />, { wrapper: I18nTestProvider })
  const picture = session.element
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, WIDTH, 500))
  const press = (pointerType: string, clientX: number) =>
    fireEvent.pointerUp(picture, { pointerType, clientX, button: 0 })
  return { session, picture, press }
}

test('a double tap on a side seeks, and does not enter fullscreen', () => {
  const { session, picture, press } = show()
  press('touch', WIDTH - 10)
  press('touch', WIDTH - 10)
  fireEvent.doubleClick(picture)
  expect(session.state.get().time).toBe(10)
  expect(screen.getByText('10 seconds')).toBeDefined()
  expect(requestFullscreen).not.toHaveBeenCalled()
})

test('a double click enters fullscreen', () => {
  const { session, picture, press } = show()
  const togglePlay = vi.spyOn(session, 'togglePlay').mockReturnValue()
  press('mouse', WIDTH - 10)
  press('mouse', WIDTH - 10)
  fireEvent.doubleClick(picture)
  expect(requestFullscreen).toHaveBeenCalledOnce()
  expect(togglePlay).toHaveBeenCalledTimes(2)
})

test('after a click on the picture Home, End and the arrows are the player’s, and scroll no page', () => {
  const { session, picture, press } = show()
  vi.spyOn(session, 'togglePlay').mockReturnValue()
  const pressKey = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  // `fireEvent` returns whether the browser would go on to scroll.
  expect(pressKey('End')).toBe(true)
  press('mouse', WIDTH / 2)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Video player' }))
  expect(pressKey('End')).toBe(false)
  expect(session.state.get().time).toBe(100)
  expect(pressKey('Home')).toBe(false)
  expect(session.state.get().time).toBe(0)
  expect(pressKey('ArrowDown')).toBe(false)
  expect(session.state.get().volume).toBeCloseTo(0.95)
  expect(picture.isConnected).toBe(true)
})

test('in fullscreen these keys are the player’s wherever the focus is', () => {
  const { session } = show()
  const player = screen.getByRole('region', { name: 'Video player' })
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: player })
  onTestFinished(() => void Reflect.deleteProperty(document, 'fullscreenElement'))
  expect(fireEvent.keyDown(document.body, { key: 'End' })).toBe(false)
  expect(session.state.get().time).toBe(100)
})
