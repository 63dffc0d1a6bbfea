import { expect, test } from 'vitest'
import { setPageKeys } from '#web/features/media/shared/playback/page-keys.ts'
import { shortcutOf } from './shortcuts.ts'

function press(key: string, target = '<p></p>', isInPlayer = false) {
  const frame = document.createElement('section')
  const outside = document.createElement('div')
  const place = isInPlayer ? frame : outside
  place.innerHTML = target
  document.body.append(frame, outside)
  let shortcut
  document.addEventListener('keydown', (event) => (shortcut = shortcutOf(event, frame)), { once: true })
  place.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  frame.remove()
  outside.remove()
  return shortcut
}

test.each([
  ['k', { kind: 'play' }],
  ['K', { kind: 'play' }],
  ['j', { kind: 'seekBy', seconds: -10 }],
  ['ArrowRight', { kind: 'seekBy', seconds: 5 }],
  ['7', { kind: 'seekTo', fraction: 0.7 }],
  ['>', { kind: 'speed', direction: 1 }],
  [',', { kind: 'frame', direction: -1 }],
  ['?', { kind: 'help' }],
])('%s works on the whole page', (key, shortcut) => {
  expect(press(key)).toEqual(shortcut)
})

test.each(['ArrowUp', 'ArrowDown', 'Home', 'End'])('%s scrolls the page outside of the player', (key) => {
  expect(press(key)).toBeNull()
  expect(press(key, '<p></p>', true)).not.toBeNull()
})

test.each([
  '<input>',
  '<textarea></textarea>',
  '<select></select>',
  '<div role="menu"></div>',
  '<div role="alertdialog"></div>',
])('keys do nothing in %s', (target) => {
  expect(press('k', target)).toBeNull()
})

test('the space bar presses a focused button, and otherwise plays', () => {
  expect(press(' ', '<button></button>', true)).toBeNull()
  expect(press(' ', '<input type="range">', true)).toEqual({ kind: 'play' })
})

test('keys that are switched off on the page work in the player alone', () => {
  setPageKeys(false)
  expect(press('k')).toBeNull()
  expect(press('i')).toBeNull()
  expect(press(' ')).toBeNull()
  expect(press('k', '<p></p>', true)).toEqual({ kind: 'play' })
  expect(press('?', '<button></button>', true)).toEqual({ kind: 'help' })
  setPageKeys(true)
  expect(press('k')).toEqual({ kind: 'play' })
})
