import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IconButton } from '#web/ui/icon-button.tsx'
import { listenForTooltips } from './tooltip-layer.ts'

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  stop = listenForTooltips()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const show = (label = 'Mute') => {
  const controls = (name: string) => (
    <>
      <IconButton label={name}>
        <svg aria-hidden />
      </IconButton>
      <IconButton label="Settings">
        <svg aria-hidden />
      </IconButton>
      <p>Elsewhere</p>
    </>
  )
  const { rerender, unmount } = render(controls(label))
  return { rename: (name: string) => rerender(controls(name)), unmount }
}
const button = (name: string) => screen.getByRole('button', { name })
const pointTo = (element: Element, pointerType = 'mouse') => fireEvent.pointerMove(element, { pointerType })
const tabTo = (element: HTMLElement) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab' })
  element.focus()
}
const tooltip = () => screen.queryByRole('tooltip')?.textContent ?? null
const advance = (ms: number) => vi.advanceTimersByTime(ms)

test('an icon button shows its name as a tooltip after a hover of 700 ms', () => {
  show()
  pointTo(button('Mute'))
  advance(699)
  expect(tooltip()).toBeNull()
  advance(1)
  expect(tooltip()).toBe('Mute')
  pointTo(screen.getByText('Elsewhere'))
  expect(tooltip()).toBeNull()
})

test('the next tooltip opens immediately within 300 ms, and later after 700 ms', () => {
  show()
  pointTo(button('Mute'))
  advance(700)
  pointTo(screen.getByText('Elsewhere'))
  advance(299)
  pointTo(button('Settings'))
  expect(tooltip()).toBe('Settings')
  pointTo(screen.getByText('Elsewhere'))
  advance(300)
  pointTo(button('Mute'))
  expect(tooltip()).toBeNull()
  advance(700)
  expect(tooltip()).toBe('Mute')
})

test('a tooltip stays open while the pointer is on it, until the pointer leaves the page', () => {
  show()
  pointTo(button('Mute'))
  advance(700)
  button('Mute').dispatchEvent(new PointerEvent('pointerleave'))
  pointTo(screen.getByText('Mute'))
  advance(1000)
  expect(tooltip()).toBe('Mute')
  document.documentElement.dispatchEvent(new PointerEvent('pointerleave'))
  expect(tooltip()).toBeNull()
})

test('keyboard focus opens a tooltip, and blur closes it', () => {
  show()
  tabTo(button('Mute'))
  advance(700)
  expect(tooltip()).toBe('Mute')
  // A pointer move elsewhere does not close it.
  pointTo(screen.getByText('Elsewhere'))
  expect(tooltip()).toBe('Mute')
  button('Mute').blur()
  expect(tooltip()).toBeNull()
})

test('focus moved by the page or the pointer opens no tooltip, and neither does a touch', () => {
  show()
  fireEvent.keyDown(document.body, { key: 'Enter' })
  button('Mute').focus()
  advance(1000)
  fireEvent.keyDown(document.body, { key: 'Tab' })
  fireEvent.pointerDown(button('Settings'))
  button('Settings').focus()
  advance(1000)
  pointTo(button('Mute'), 'touch')
  advance(1000)
  expect(tooltip()).toBeNull()
})

test.each([
  ['Escape', () => fireEvent.keyDown(button('Mute'), { key: 'Escape' })],
  ['a press', () => fireEvent.pointerDown(button('Mute'))],
  ['Enter', () => fireEvent.keyDown(button('Mute'), { key: 'Enter' })],
])('%s dismisses the tooltip until the pointer has left the control', (_, dismiss) => {
  show()
  pointTo(button('Mute'))
  advance(700)
  dismiss()
  expect(tooltip()).toBeNull()
  pointTo(button('Mute'))
  advance(1000)
  expect(tooltip()).toBeNull()
  pointTo(screen.getByText('Elsewhere'))
  pointTo(button('Mute'))
  advance(700)
  expect(tooltip()).toBe('Mute')
})

test('in a dialog the first Escape closes the tooltip, the second one the dialog', () => {
  const onKeyDown = vi.fn<() => void>()
  document.addEventListener('keydown', onKeyDown)
  render(
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- like the dialogs of the site
    <div role="dialog" aria-label="Share">
      <IconButton label="Close" />
    </div>,
  )
  pointTo(button('Close'))
  advance(700)
  fireEvent.keyDown(button('Close'), { key: 'Escape' })
  expect(tooltip()).toBeNull()
  expect(onKeyDown).not.toHaveBeenCalled()
  fireEvent.keyDown(button('Close'), { key: 'Escape' })
  expect(onKeyDown).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', onKeyDown)
})

test('the tooltip follows a changed name, and is removed with its control', async () => {
  const { rename, unmount } = show('Wait 2 s')
  pointTo(button('Wait 2 s'))
  advance(700)
  rename('Wait 1 s')
  await vi.waitFor(() => expect(tooltip()).toBe('Wait 1 s'))
  unmount()
  await vi.waitFor(() => expect(tooltip()).toBeNull())
})

test('scrolling an ancestor of the control closes the tooltip, scrolling another list does not', () => {
  show()
  pointTo(button('Mute'))
  advance(700)
  fireEvent.scroll(screen.getByText('Elsewhere'))
  expect(tooltip()).toBe('Mute')
  fireEvent.scroll(document)
  expect(tooltip()).toBeNull()
})

test('focus that no key has moved, as by an opened dialog, shows no tooltip', () => {
  show()
  button('Mute').focus()
  advance(1000)
  expect(tooltip()).toBeNull()
})
