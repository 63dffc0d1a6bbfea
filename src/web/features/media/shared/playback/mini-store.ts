import { createStore } from '#web/lib/store.ts'

/** Playback that may go on while other pages are shown. */
export type Playback = {
  /** `video:ID` or `stream:ID`. */
  id: string
  title: string
  /** The page that it belongs to. */
  url: string
  isLive: boolean
  element: HTMLVideoElement
  /** Whether a live stream sends sound without a picture; changes with `subscribe`. */
  picture?: { isOff: () => boolean; subscribe: (listener: () => void) => () => void }
  /** Ends it and frees what it uses. */
  close: () => void
}

/** The playback in the mini player; at most one. In a file of its own, because the frame of every page loads it. */
export const miniPlayback = createStore<{ current: Playback | null }>({ current: null })
