import { act, fireEvent, render, screen } from '@testing-library/react'
import { type RefObject, useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useFullscreen } from './use-fullscreen.ts'

let element: Element | null = null
let isEnabled = true
const request = vi.fn<() => Promise<void>>()
const exit = vi.fn<() => Promise<void>>()

beforeEach(() => {
  element = null
  isEnabled = true
  request.mockReset().mockResolvedValue()
  exit.mockReset().mockResolvedValue()
  for (const [name, value] of Object.entries({
    fullscreenElement: { get: () => element },
    fullscreenEnabled: { get: () => isEnabled },
    exitFullscreen: { value: exit },
  }))
    Object.defineProperty(document, name, { configurable: true, ...value })
  Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', { configurable: true, value: request })
})
afterEach(() => {
  for (const name of ['fullscreenElement', 'fullscreenEnabled', 'exitFullscreen'])
    Reflect.deleteProperty(document, name)
  Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen')
})

function Frame({ hasControl = true }) {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame} data-testid="frame">
      <video />
      {hasControl && <Control frame={frame} />}
    </div>
  )
}

function Control({ frame }: { frame: RefObject<HTMLElement | null> }) {
  const { isFullscreen, toggleFullscreen } = useFullscreen(frame)
  return (
    <button type="button" onClick={toggleFullscreen}>
      {isFullscreen ? 'full' : 'small'}
    </button>
  )
}

const become = (next: Element | null) =>
  act(() => {
    element = next
    document.dispatchEvent(new Event('fullscreenchange'))
  })
const toggle = () => fireEvent.click(screen.getByRole('button'))
const label = () => screen.getByRole('button').textContent

test('the frame enters and exits fullscreen', () => {
  render(<Frame />)
  toggle()
  expect(request.mock.contexts).toEqual([screen.getByTestId('frame')])
  expect(label()).toBe('small')
  become(screen.getByTestId('frame'))
  expect(label()).toBe('full')
  toggle()
  expect(exit).toHaveBeenCalledOnce()
  become(null)
  expect(label()).toBe('small')
})

test('another element in fullscreen does not count', () => {
  render(<Frame />)
  become(document.body)
  expect(label()).toBe('small')
})

test('a refused request is only logged', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  request.mockRejectedValueOnce(new TypeError('no'))
  render(<Frame />)
  toggle()
  await vi.waitFor(() => expect(log).toHaveBeenCalledOnce())
})

test('on phones without fullscreen support, the video inside the frame enters it', () => {
  isEnabled = false
  const enter = vi.fn()
  const { container } = render(<Frame />)
  Object.assign(container.querySelector('video') ?? {}, { webkitEnterFullscreen: enter })
  toggle()
  expect(enter).toHaveBeenCalledOnce()
  expect(request).not.toHaveBeenCalled()
})

test('unmounting the control exits fullscreen', () => {
  const { rerender } = render(<Frame />)
  become(screen.getByTestId('frame'))
  rerender(<Frame hasControl={false} />)
  expect(exit).toHaveBeenCalledOnce()
})
