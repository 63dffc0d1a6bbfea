import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Stream, updateStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import { useStreamTopic } from '#web/realtime/use-socket.ts'
import { BroadcastSession } from './broadcast-session.ts'
import { loadIceServers } from '#web/features/live/connection/ice-servers.ts'
import { type Figures, useFigures } from './use-figures.ts'

/**
 * Where a live stream comes from: from this page, from another window of its owner's, from an encoder; not known yet
 * while the server has not said so.
 */
export type BroadcastLocation = 'unknown' | 'here' | 'elsewhere' | 'encoder'

/**
 * Camera, microphone and the way to viewers, for the stream's owner. A stream that is live already (a reload,
 * a restart) is taken up again by itself; from another window or an encoder it is not taken without being asked for.
 */
export function useBroadcast(stream: Figures & Pick<Stream, 'id'>) {
  const [session] = useState(() => new BroadcastSession({ streamId: stream.id, socket, loadIceServers }))
  const [place, setPlace] = useState<BroadcastLocation>(stream.isLive ? 'unknown' : 'here')
  const { isLive: wasLive } = useState(stream)[0]
  const state = useSyncExternalStore(session.state.subscribe, session.state.get)
  useEffect(() => {
    if (!wasLive) openMedia(session)
    return () => session.close()
  }, [session, wasLive])
  const { figures, setLive } = useFigures(stream, () => session.stop())

  const comeHere = () => {
    setPlace('here')
    openMedia(session)
  }
  const takeOver = () => {
    comeHere()
    session.start()
  }
  const leaveTo = (next: BroadcastLocation) => {
    setPlace(next)
    session.close()
  }
  useStreamTopic(stream.id, (message) => {
    const { isBroadcasting } = session.state.get()
    switch (message.type) {
      case 'subscribed':
        if (isBroadcasting) return
        if (message.source === 'encoder') return leaveTo('encoder')
        if (place !== 'unknown') return
        return message.isElsewhere ? setPlace('elsewhere') : takeOver()
      case 'broadcast_source':
        if (message.data.source === 'encoder') return leaveTo('encoder')
        if (place === 'encoder') return setPlace('elsewhere')
        return
      case 'stream_ended':
        if (place !== 'here') comeHere()
        return
      default:
    }
  })

  /** Throws what the browser or the server refused. */
  const start = async () => {
    await session.openMedia()
    const { startedAt } = await call(updateStream, { params: { id: stream.id }, body: { isLive: true } })
    setLive({ isLive: true, startedAt })
    session.start()
  }
  const end = async () => {
    session.close()
    await call(updateStream, { params: { id: stream.id }, body: { isLive: false } })
  }
  const isTaken = state.error === 'takenOver' && figures.isLive
  return {
    session,
    figures,
    place: isTaken && place === 'here' ? 'elsewhere' : place,
    start,
    end,
    takeOver,
    ...state,
  } as const
}

function openMedia(session: BroadcastSession): void {
  session.openMedia().catch((error: unknown) => console.warn('no camera or microphone yet', error))
}
