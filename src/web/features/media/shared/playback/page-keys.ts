import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const STORAGE_KEY = 'page-keys'

/** Whether the keys of players work on the whole page; otherwise only while the focus is in the player. */
export function hasPageKeys(): boolean {
  return readStorage(STORAGE_KEY) !== 'off'
}

export function setPageKeys(isOn: boolean): void {
  writeStorage(STORAGE_KEY, isOn ? null : 'off')
}

/**
 * Whether a key that is pressed on `target` is for the player: not while the visitor types, chooses in an overlay, or has the focus
 * in another player. The frames of players have the attribute `data-player`.
 */
export function isPlayerKey(target: Element | null, player: Element | null): boolean {
  if (target?.closest(USES_KEYS)) return false
  const focused = target?.closest('[data-player]') ?? null
  if (focused !== null && focused !== player) return false
  return hasPageKeys() || isWithin(target, player)
}

/** Whether the focus is in a player, or the player fills the screen: then there is no page to scroll. */
export function isWithin(target: Element | null, player: Element | null): boolean {
  if (player === null) return false
  return document.fullscreenElement === player || (target !== null && player.contains(target))
}

const USES_KEYS = [
  'textarea, select, [contenteditable]:not([contenteditable="false"])',
  '[role="menu"], [role="dialog"], [role="alertdialog"], [role="tablist"], [role="listbox"]',
  'input:not([type="range"], [type="checkbox"], [type="button"])',
].join()
