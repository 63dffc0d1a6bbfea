import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { QUALITIES, type Quality } from '#shared/live/live.ts'
import { type Stream, isUpcoming } from '#shared/live/streams.ts'
import { prefersReducedData } from '#web/lib/storage/data-saver.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { socket } from '#web/realtime/socket.ts'
import { loadIceServers } from '#web/features/live/live/connection/ice-servers.ts'
import { isAwaitingMedia } from '#web/features/live/shared/streams/stream-state.ts'
import { useStreamState, useStreamStore } from '#web/features/live/shared/streams/use-stream-store.ts'
import { leaveToMini, miniSessionOf, miniSoundOf, takeFromMini } from './live-mini-playback.ts'
import { FULL_SOUND, type Sound } from './use-playback.ts'
import { WatchSession } from './watch-session.ts'

const STORAGE_KEY = 'watch-quality'
const MINUTE_MS = 60_000

/**
 * Joins the stream while the component is mounted and `isEnabled`, in the quality that was last chosen on this device.
 * A session that receives media when the page is left continues in the mini player, and the stream's page reuses it.
 * Returns the status of the stream, and the properties of `Player`.
 */
export function useWatch(stream: Stream, { isEnabled = true, isPreview = false } = {}) {
  const store = useStreamStore(stream.id)
  const [session] = useState(
    () =>
      (isPreview ? null : miniSessionOf(stream.id)) ??
      new WatchSession({
        streamId: stream.id,
        socket,
        stream: store,
        quality: initialQuality(),
        isPreview,
        loadIceServers,
      }),
  )
  const [initialSound] = useState(() => (isPreview ? undefined : miniSoundOf(stream.id)))
  const sound = useRef(initialSound)
  const leave = useEffectEvent(() => {
    if (isPreview) session.close()
    else leaveToMini(session, stream, store, sound.current ?? FULL_SOUND)
  })
  useEffect(() => {
    if (!isEnabled) return
    if (!isPreview && miniSessionOf(stream.id) === session) takeFromMini(stream.id)
    else session.open()
    return () => leave()
  }, [session, isEnabled, isPreview, stream.id])
  const state = useSyncExternalStore(session.state.subscribe, session.state.get)
  const streamState = useStreamState(store, (all) => all)
  const { startedAt, viewerCount, streamer, ...record } = streamState.record ?? stream
  const isLive = record.isLive && !state.isRefused
  const time = useNow(MINUTE_MS).getTime()
  const status = {
    isLive,
    isRecording: isLive && record.isRecording,
    startedAt,
    viewerCount,
    /** The stream was broadcast and is not announced again. */
    isOver: !isLive && startedAt !== null && !isUpcoming({ ...record, startedAt, isLive }, time),
  }
  const onQuality = (quality: Quality) => {
    writeStorage(STORAGE_KEY, quality)
    session.setQuality(quality)
  }
  const player = {
    ...state,
    ...status,
    isVideoOff: state.isVideoOff || streamState.broadcast.isCameraOff,
    isInterrupted: streamState.broadcast.isInterrupted,
    isAwaitingMedia: isAwaitingMedia(streamState),
    isBanned: streamState.isBanned,
    streamer,
    initialSound,
    dataUsage: session.dataUsage.state,
    onQuality,
    /** Switches from audio back to video: with reduced data to the low layer, if there is one. */
    onShowVideo: () => onQuality(state.hasLow && prefersReducedData() ? 'low' : 'auto'),
    onRetry: () => session.retry(),
    onSound: (value: Sound) => {
      sound.current = value
    },
  }
  return { status, player }
}

/** The initial quality: audio with reduced data, otherwise the last choice on this device. */
function initialQuality(): Quality {
  const lastChoice = readStorage(STORAGE_KEY)
  return prefersReducedData() ? 'audio' : (QUALITIES.find((quality) => quality === lastChoice) ?? 'auto')
}
