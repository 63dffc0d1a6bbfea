import type { Stream } from '#shared/live/streams.ts'
import { closeMini, releaseMini, showMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { removeVideo } from '#web/features/media/shared/playback/video-surface.tsx'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import type { StreamStore } from '#web/features/live/shared/streams/stream-store.ts'
import type { Sound } from './use-playback.ts'
import type { WatchSession } from './watch-session.ts'

/** The session in the mini player, and the function that releases its video element there. */
let mini: { session: WatchSession; stop: () => void } | null = null

/** Returns the session of the stream that the mini player shows, for its page to reuse. */
export function miniSessionOf(streamId: string): WatchSession | null {
  return miniPlayback.get().current?.id === idOf(streamId) ? (mini?.session ?? null) : null
}

/** Returns the volume of the stream in the mini player, for its page to continue with. */
export function miniSoundOf(streamId: string): Sound | undefined {
  const element = miniSessionOf(streamId) && miniPlayback.get().current?.element
  return element ? { volume: element.volume, isMuted: element.muted } : undefined
}

/** Called by the page that takes the session back: it shows the video itself. */
export function takeFromMini(streamId: string): void {
  if (!miniSessionOf(streamId)) return
  mini?.stop()
  releaseMini(idOf(streamId))
}

/** Called when the stream's page is left: a session that receives media continues in the mini player, any other is closed. */
export function leaveToMini(session: WatchSession, stream: Stream, store: StreamStore, sound: Sound): void {
  if (!session.state.get().media || prefersReducedData()) return session.close()
  const element = createElement(session, sound)
  const closeWhenOver = () => {
    const isOver =
      session.state.get().isRefused || store.get().isBanned || store.get().record?.isLive === false
    if (isOver && mini?.session === session) closeMini()
  }
  const cleanups = [
    store.open(),
    store.subscribe(closeWhenOver),
    session.state.subscribe(() => {
      const { media } = session.state.get()
      if (element.srcObject !== media) element.srcObject = media
      closeWhenOver()
    }),
  ]
  const stop = () => {
    mini = null
    for (const cleanup of cleanups) cleanup()
    element.srcObject = null
    removeVideo(element)
  }
  const close = () => {
    stop()
    session.close()
  }
  showMini({
    id: idOf(stream.id),
    title: stream.title,
    url: `/stream/${stream.id}`,
    isLive: true,
    element,
    picture: {
      isOff: () => session.state.get().isVideoOff || store.get().broadcast.isCameraOff,
      subscribe: (listener) => {
        const cleanups = [session.state.subscribe(listener), store.subscribe(listener)]
        return () => {
          for (const cleanup of cleanups) cleanup()
        }
      },
    },
    close,
  })
  mini = { session, stop }
}

function createElement(session: WatchSession, { volume, isMuted }: Sound): HTMLVideoElement {
  const element = document.createElement('video')
  Object.assign(element, { autoplay: true, playsInline: true, volume, muted: isMuted })
  element.srcObject = session.state.get().media
  return element
}

const idOf = (streamId: string) => `stream:${streamId}`
