import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { QUALITIES, type Quality } from '#shared/live.ts'
import { type Stream, isUpcoming } from '#shared/streams.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { socket } from '#web/realtime/socket.ts'
import { loadIceServers } from '#web/features/live/connection/ice-servers.ts'
import { shownViewerCount } from '#web/features/live/stream/viewer-count.ts'
import { WatchSession } from './watch-session.ts'

const KEY = 'watch-quality'
const MINUTE_MS = 60_000

type Watched = Pick<
  Stream,
  'id' | 'isLive' | 'viewerCount' | 'startedAt' | 'endedAt' | 'scheduledFor' | 'streamer' | 'viewer'
>

/**
 * Joins the stream while the component is there and it is wanted, in the quality that this device chose last. Answers how
 * the stream stands, and what `Player` shows.
 */
export function useWatch(stream: Watched, { isWanted = true, isPreview = false } = {}) {
  const { id: streamId, isLive, viewerCount, startedAt, streamer } = stream
  const known = { isLive, viewerCount, startedAt }
  const [session] = useState(
    () =>
      new WatchSession({
        streamId,
        socket,
        initial: known,
        quality: firstQuality(),
        isPreview,
        loadIceServers,
      }),
  )
  const open = useEffectEvent(() => session.open(known))
  useEffect(() => {
    if (!isWanted) return
    open()
    return () => session.close()
  }, [session, isWanted])
  const state = useSyncExternalStore(session.state.subscribe, session.state.get)
  const time = useNow(MINUTE_MS).getTime()
  const told = isWanted ? state : { ...state, ...known, ownerCount: undefined }
  const now = {
    ...told,
    viewerCount: shownViewerCount(told, stream.viewer.isOwner),
    /** It was broadcast, and nobody waits for it any more. */
    isOver: !told.isLive && told.startedAt !== null && !isUpcoming({ ...stream, isLive: false }, time),
  }
  const onQuality = (quality: Quality) => {
    writeStorage(KEY, quality)
    session.setQuality(quality)
  }
  const player = {
    ...now,
    streamer,
    traffic: session.traffic.state,
    onQuality,
    /** From sound alone; who saves data gets the smaller picture where there is one. */
    onPicture: () => onQuality(state.hasLow && prefersReducedData() ? 'low' : 'auto'),
    onRetry: () => session.retry(),
  }
  return { now, player }
}

/** Who saves data begins with sound alone, whatever was chosen before. */
function firstQuality(): Quality {
  const stored = readStorage(KEY)
  return prefersReducedData() ? 'audio' : (QUALITIES.find((quality) => quality === stored) ?? 'auto')
}
