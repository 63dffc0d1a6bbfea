import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { socket } from '#web/realtime/socket.ts'
import { loadIceServers } from '#web/features/live/live/connection/ice-servers.ts'
import { UNKNOWN_STREAM } from '#web/features/live/shared/streams/stream-state.ts'
import { miniSessionOf } from './live-mini-playback.ts'
import { WatchSession } from './watch-session.ts'

/**
 * The muted video of a live stream on its card, from the low layer. It joins as a preview, which is not counted, and shows nothing
 * until the first frame. Shows nothing for the stream of the mini player: one socket joins a stream once.
 */
export function CardPreview({ streamId }: { streamId: string }) {
  return miniSessionOf(streamId) ? null : <Preview key={streamId} streamId={streamId} />
}

function Preview({ streamId }: { streamId: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [session] = useState(
    () =>
      new WatchSession({
        streamId,
        socket,
        stream: { get: () => UNKNOWN_STREAM },
        quality: 'low',
        isPreview: true,
        loadIceServers,
      }),
  )
  const { media } = useSyncExternalStore(session.state.subscribe, session.state.get)
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  useEffect(() => {
    if (video.current) video.current.srcObject = media
  }, [media])
  return (
    <video
      ref={video}
      aria-hidden
      autoPlay
      muted
      playsInline
      onPlaying={() => setIsPlaying(true)}
      className={`absolute inset-0 size-full object-cover transition-opacity ${isPlaying && media ? '' : 'opacity-0'}`}
    />
  )
}
