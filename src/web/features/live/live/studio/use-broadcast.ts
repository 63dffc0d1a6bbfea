import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { type Stream, updateStream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import { type StreamState, UNKNOWN_STREAM } from '#web/features/live/shared/streams/stream-state.ts'
import { useStreamState, useStreamStore } from '#web/features/live/shared/streams/use-stream-store.ts'
import { BroadcastSession } from './broadcast-session.ts'
import { loadIceServers } from '#web/features/live/live/connection/ice-servers.ts'

/**
 * Where a live stream is sent from: `elsewhere` is another window of its owner, `unknown` applies until the server
 * reports the source.
 */
export type BroadcastLocation = 'unknown' | 'here' | 'elsewhere' | 'encoder'

/**
 * Camera, microphone and connection of the stream's owner, and the current state of the stream. A stream that is
 * already live (after a reload or restart) resumes without a confirmation; a broadcast of another window or an encoder
 * is not taken over.
 */
export function useBroadcast(initial: Stream) {
  const { id } = initial
  const store = useStreamStore(id)
  const [session] = useState(() => new BroadcastSession({ streamId: id, socket, loadIceServers }))
  const [wasLive] = useState(initial.isLive)
  const [location, setLocation] = useState<BroadcastLocation>(wasLive ? 'unknown' : 'here')
  const stream = useStreamState(store, ({ record }) => record) ?? initial
  const state = useSyncExternalStore(session.state.subscribe, session.state.get)
  useEffect(() => {
    if (!wasLive) openMedia(session)
    return () => session.close()
  }, [session, wasLive])

  const openHere = () => {
    setLocation('here')
    openMedia(session)
  }
  const takeOver = () => {
    openHere()
    session.start()
  }
  const handleStreamChange = useEffectEvent((now: StreamState, before: StreamState) => {
    const { isBroadcasting } = session.state.get()
    const { source, isElsewhere } = now.broadcast
    if (before.record?.isLive && !now.record?.isLive) {
      session.stop()
      if (location !== 'here') openHere()
    } else if (source === 'encoder') {
      // After a reconnect, the pending offer of this page decides the source.
      const isCurrent = before.isSubscribed || !isBroadcasting
      if (!isCurrent || before.broadcast.source === source) return
      setLocation('encoder')
      session.close()
    } else if (location === 'encoder' && source === 'page') setLocation('elsewhere')
    else if (location === 'unknown' && now.isSubscribed && !isBroadcasting) {
      if (isElsewhere) setLocation('elsewhere')
      else takeOver()
    }
  })
  useEffect(() => {
    // The subscription may have been confirmed before this component was mounted.
    let before = UNKNOWN_STREAM
    const handleChange = () => {
      const now = store.get()
      if (now !== before) handleStreamChange(now, before)
      before = now
    }
    handleChange()
    return store.subscribe(handleChange)
  }, [store])

  /** Throws the error of the browser or of the server. */
  const start = async () => {
    await session.openMedia()
    const { startedAt } = await call(updateStream, { params: { id }, body: { isLive: true } })
    if (startedAt !== null) store.apply({ type: 'stream_started', streamId: id, data: { startedAt } })
    session.start()
  }
  const end = async () => {
    session.close()
    const { endedAt } = await call(updateStream, { params: { id }, body: { isLive: false } })
    if (endedAt !== null) store.apply({ type: 'stream_ended', streamId: id, data: { endedAt } })
  }
  const isTakenOver = state.error === 'takenOver' && stream.isLive
  return {
    ...state,
    session,
    stream,
    location: isTakenOver && location === 'here' ? 'elsewhere' : location,
    start,
    end,
    takeOver,
  } as const
}

function openMedia(session: BroadcastSession): void {
  session.openMedia().catch((error: unknown) => console.warn('no camera or microphone yet', error))
}
