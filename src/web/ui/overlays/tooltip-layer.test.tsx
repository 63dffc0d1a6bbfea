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
const pass = (ms: number) => vi.advanceTimersByTime(ms)

test('an icon button has a tooltip of its name 700 ms after the pointer came', () => {
  show()
  pointTo(button('Mute'))
  pass(699)
  expect(tooltip()).toBeNull()
  pass(1)
  expect(tooltip()).toBe('Mute')
  pointTo(screen.getByText('Elsewhere'))
  expect(tooltip()).toBeNull()
})

test('the next one opens at once within 300 ms, and later after its own 700 ms', () => {
  show()
  pointTo(button('Mute'))
  pass(700)
  pointTo(screen.getByText('Elsewhere'))
  pass(299)
  pointTo(button('Settings'))
  expect(tooltip()).toBe('Settings')
  pointTo(screen.getByText('Elsewhere'))
  pass(300)
  pointTo(button('Mute'))
  expect(tooltip()).toBeNull()
  pass(700)
  expect(tooltip()).toBe('Mute')
})

test('the pointer may rest on the tooltip itself, until it leaves the page', () => {
  show()
  pointTo(button('Mute'))
  pass(700)
  button('Mute').dispatchEvent(new PointerEvent('pointerleave'))
  pointTo(screen.getByText('Mute'))
  pass(1000)
  expect(tooltip()).toBe('Mute')
  document.documentElement.dispatchEvent(new PointerEvent('pointerleave'))
  expect(tooltip()).toBeNull()
})

test('keyboard focus opens it, and it goes with the focus', () => {
  show()
  tabTo(button('Mute'))
  pass(700)
  expect(tooltip()).toBe('Mute')
  // A pointer that passes elsewhere does not take it away.
  pointTo(screen.getByText('Elsewhere'))
  expect(tooltip()).toBe('Mute')
  button('Mute').blur()
  expect(tooltip()).toBeNull()
})

test('focus that the page or the pointer moves opens nothing, and neither does a touch', () => {
  show()
  fireEvent.keyDown(document.body, { key: 'Enter' })
  button('Mute').focus()
  pass(1000)
  fireEvent.keyDown(document.body, { key: 'Tab' })
  fireEvent.pointerDown(button('Settings'))
  button('Settings').focus()
  pass(1000)
  pointTo(button('Mute'), 'touch')
  pass(1000)
  expect(tooltip()).toBeNull()
})

test.each([
  ['Escape', () => fireEvent.keyDown(button('Mute'), { key: 'Escape' })],
  ['a press', () => fireEvent.pointerDown(button('Mute'))],
  ['Enter', () => fireEvent.keyDown(button('Mute'), { key: 'Enter' })],
])('%s dismisses it until the pointer has left', (_, dismiss) => {
  show()
  pointTo(button('Mute'))
  pass(700)
  dismiss()
  expect(tooltip()).toBeNull()
  pointTo(button('Mute'))
  pass(1000)
  expect(tooltip()).toBeNull()
  pointTo(screen.getByText('Elsewhere'))
  pointTo(button('Mute'))
  pass(700)
  expect(tooltip()).toBe('Mute')
})

test('in a dialog the first Escape is for the tooltip, the second one for the dialog', () => {
  const onKeyDown = vi.fn<() => void>()
  document.addEventListener('keydown', onKeyDown)
  render(
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the dialogs of the site are
    <div role="dialog" aria-label="Share">
      <IconButton label="Close" />
    </div>,
  )
  pointTo(button('Close'))
  pass(700)
  fireEvent.keyDown(button('Close'), { key: 'Escape' })
  expect(tooltip()).toBeNull()
  expect(onKeyDown).not.toHaveBeenCalled()
  fireEvent.keyDown(button('Close'), { key: 'Escape' })
  expect(onKeyDown).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', onKeyDown)
})

test('a new name of the control shows at once, and a control that goes takes its tooltip along', async () => {
  const { rename, unmount } = show('Wait 2 s')
  pointTo(button('Wait 2 s'))
  pass(700)
  rename('Wait 1 s')
  await vi.waitFor(() => expect(tooltip()).toBe('Wait 1 s'))
  unmount()
  await vi.waitFor(() => expect(tooltip()).toBeNull())
})

test('scrolling what the control is in closes it, scrolling a list elsewhere does not', () => {
  show()
  pointTo(button('Mute'))
  pass(700)
  fireEvent.scroll(screen.getByText('Elsewhere'))
  expect(tooltip()).toBe('Mute')
  fireEvent.scroll(document)
  expect(tooltip()).toBeNull()
})
