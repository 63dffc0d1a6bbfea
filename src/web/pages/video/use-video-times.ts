import { useMemo } from 'react'
import type { VideoSession } from '#web/features/videos/player/session/video-session.ts'

/** The value of `VideoTimesContext` for the texts on a page of a video. */
export function useVideoTimes(session: VideoSession, duration: number) {
  return useMemo(
    () => ({
      duration,
      onSeek: (second: number) => {
        session.seek(second)
        session.play()
        // From a comment far below, the player is out of view, unless it stays at the top.
        if (session.element.getBoundingClientRect().bottom <= 0) scrollTo({ top: 0 })
      },
    }),
    [session, duration],
  )
}
