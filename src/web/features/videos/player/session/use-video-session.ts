import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Video } from '#shared/videos/videos.ts'
import { releaseMini, showMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import type { PlayerState } from './player-state.ts'
import { VideoSession } from './video-session.ts'

/** The session in the mini player, for the page that reuses it. */
let miniSession: VideoSession | null = null

/**
 * Plays the video while the component is mounted. A session that plays when the page is left continues in the mini player,
 * except with reduced data, and a page of the same video reuses it. A new `startAt` is sought. `pageUrl` is where the mini
 * player leads.
 */
export function useVideoSession(
  video: Video,
  startAt: number | null,
  pageUrl = `/video/${video.id}`,
): VideoSession {
  const [{ session, wasInMini }] = useState(() => sessionOf(video, startAt))
  const soughtTo = useRef(wasInMini ? null : startAt)
  useEffect(() => {
    session.open()
    releaseMini(idOf(video.id))
    return () => leave(session, pageUrl)
  }, [session, video.id, pageUrl])
  useEffect(() => {
    const isSought = startAt === soughtTo.current
    soughtTo.current = startAt
    if (!isSought && startAt !== null) session.seek(startAt)
  }, [session, startAt])
  useEffect(() => session.update(video), [session, video])
  return session
}

/** Plays the video in the frame of another site once the visitor asks for it, while the component is mounted. */
export function useFramedSession(video: Video): VideoSession {
  const [session] = useState(
    () => new VideoSession({ video, autoplays: false, savesData: prefersReducedData() }),
  )
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  useEffect(() => session.update(video), [session, video])
  return session
}

export function usePlayerState<T>(session: VideoSession, select: (state: PlayerState) => T): T {
  return useSyncExternalStore(session.state.subscribe, () => select(session.state.get()))
}

function sessionOf(video: Video, startAt: number | null) {
  const inMini = sessionInMini(video.id)
  if (inMini) return { session: inMini, wasInMini: true }
  return { session: new VideoSession({ video, startAt, savesData: prefersReducedData() }), wasInMini: false }
}

function sessionInMini(videoId: string): VideoSession | null {
  return miniPlayback.get().current?.id === idOf(videoId) ? miniSession : null
}

function leave(session: VideoSession, url: string): void {
  const { phase, isPaused } = session.state.get()
  const { id, title } = session.video
  const isPlaying = phase === 'ready' && !isPaused
  if (!isPlaying || prefersReducedData()) return session.close()
  showMini({
    id: idOf(id),
    title,
    url,
    isLive: false,
    element: session.element,
    close: () => session.close(),
  })
  miniSession = session
}

const idOf = (videoId: string) => `video:${videoId}`
