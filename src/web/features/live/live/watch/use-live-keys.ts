import type { RefObject } from 'react'
import { isPlayerKey, isWithin } from '#web/features/media/shared/playback/page-keys.ts'
import { usePageKeys } from '#web/features/media/shared/playback/use-page-keys.ts'

type Actions = {
  onToggleMuted: () => void
  onFullscreen: () => void
  /** Changes the volume by this part of the whole. */
  onVolume: (change: number) => void
  /** Absent where the page has no theatre mode, or no chat. */
  onTheatre: (() => void) | undefined
  onChat: (() => void) | undefined
  onHelp: () => void
}

const VOLUME_STEP = 0.05

/** Handles the keys of a live player: letters on the whole page, the arrows for the volume while the focus is in the player. */
export function useLiveKeys(frame: RefObject<HTMLElement | null>, actions: Actions): void {
  usePageKeys((event, target) => actionOf(event.key, target, frame.current, actions))
}

function actionOf(
  key: string,
  target: Element | null,
  player: Element | null,
  actions: Actions,
): (() => void) | null {
  if (!isPlayerKey(target, player)) return null
  switch (key.toLowerCase()) {
    case 'm':
      return actions.onToggleMuted
    case 'f':
      return actions.onFullscreen
    case 't':
      return actions.onTheatre ?? null
    case 'c':
      return actions.onChat ?? null
    case '?':
      return actions.onHelp
    case 'arrowup':
      return isWithin(target, player) ? () => actions.onVolume(VOLUME_STEP) : null
    case 'arrowdown':
      return isWithin(target, player) ? () => actions.onVolume(-VOLUME_STEP) : null
    default:
      return null
  }
}
