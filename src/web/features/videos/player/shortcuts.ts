import { isPlayerKey, isWithin } from '#web/features/media/shared/playback/page-keys.ts'

/** The action of a key in the player; the keys are YouTube's. */
export type Shortcut =
  | { kind: 'seekBy'; seconds: number }
  | { kind: 'seekTo'; fraction: number }
  | { kind: 'volumeBy'; change: number }
  | { kind: 'frame' | 'speed'; direction: 1 | -1 }
  | { kind: 'play' | 'mute' | 'fullscreen' | 'theatre' | 'mini' | 'captions' | 'help' }

/** Returns the shortcut of a key press; null for other keys, while the viewer types, and for keys that a control uses. */
export function shortcutOf(event: KeyboardEvent, player: Element | null): Shortcut | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null
  const target = event.target instanceof Element ? event.target : null
  if (!isPlayerKey(target, player)) return null
  const isInPlayer = isWithin(target, player)
  const { key } = event
  if (key === ' ') return target?.closest(ACTIVATED_BY_SPACE) ? null : { kind: 'play' }
  if (PLAYER_KEYS.has(key)) return isInPlayer ? (SHORTCUT_BY_KEY.get(key) ?? null) : null
  if (/^\d$/.test(key)) return { kind: 'seekTo', fraction: Number(key) / 10 }
  return SHORTCUT_BY_KEY.get(key.length === 1 ? key.toLowerCase() : key) ?? null
}

/** Those scroll the page outside of the player. */
const PLAYER_KEYS = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End'])

const SHORTCUT_BY_KEY = new Map<string, Shortcut>([
  ['k', { kind: 'play' }],
  ['j', { kind: 'seekBy', seconds: -10 }],
  ['l', { kind: 'seekBy', seconds: 10 }],
  ['ArrowLeft', { kind: 'seekBy', seconds: -5 }],
  ['ArrowRight', { kind: 'seekBy', seconds: 5 }],
  ['ArrowUp', { kind: 'volumeBy', change: 0.05 }],
  ['ArrowDown', { kind: 'volumeBy', change: -0.05 }],
  ['Home', { kind: 'seekTo', fraction: 0 }],
  ['End', { kind: 'seekTo', fraction: 1 }],
  ['m', { kind: 'mute' }],
  ['f', { kind: 'fullscreen' }],
  ['t', { kind: 'theatre' }],
  ['i', { kind: 'mini' }],
  ['c', { kind: 'captions' }],
  ['<', { kind: 'speed', direction: -1 }],
  ['>', { kind: 'speed', direction: 1 }],
  [',', { kind: 'frame', direction: -1 }],
  ['.', { kind: 'frame', direction: 1 }],
  ['?', { kind: 'help' }],
])

const ACTIVATED_BY_SPACE = 'button, a[href], summary, [role="button"], input[type="checkbox"]'
