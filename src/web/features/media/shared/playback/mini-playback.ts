import { miniPlayback, type Playback } from './mini-store.ts'

/** Called when its page is left: continues the playback in the mini player, in place of any other. */
export function showMini(playback: Playback): void {
  closeMini()
  miniPlayback.set({ current: playback })
  document.addEventListener('play', closeForOther, { capture: true })
}

/** Called by the page of the playback: the mini player releases it without a pause. */
export function releaseMini(id: string): void {
  if (miniPlayback.get().current?.id === id) clear()
}

/** Closes the mini player and ends its playback. */
export function closeMini(): void {
  const { current } = miniPlayback.get()
  clear()
  current?.close()
}

function clear(): void {
  document.removeEventListener('play', closeForOther, { capture: true })
  if (miniPlayback.get().current) miniPlayback.set({ current: null })
}

/** Ends the mini player when another element starts with sound. */
function closeForOther({ target }: Event): void {
  const isOther = target instanceof HTMLMediaElement && target !== miniPlayback.get().current?.element
  if (isOther && !target.muted) closeMini()
}
