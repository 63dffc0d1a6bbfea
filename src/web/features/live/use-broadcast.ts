import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Stream, getStream, updateStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import { useStreamTopic } from '#web/realtime/use-socket.ts'
import { BroadcastSession } from './broadcast-session.ts'

/** What the broadcaster's page follows while it is open. */
export type Figures = Pick<Stream, 'isLive' | 'startedAt' | 'viewerCount' | 'likesCount' | 'messagesCount'>
type Broadcast = Figures & Pick<Stream, 'id'>

/**
 * Camera, microphone and the way to viewers, for the stream's owner. A stream that is live already (a reload,
 * a restart) is taken up again as soon as camera and microphone are open.
 */
export function useBroadcast(stream: Broadcast) {
  const [session] = useState(() => new BroadcastSession({ streamId: stream.id, socket }))
  const { isLive: wasLive } = useState(stream)[0]
  useEffect(() => {
    session.openMedia().catch((error: unknown) => console.warn('no camera or microphone yet', error))
    if (wasLive) session.start()
    return () => session.close()
  }, [session, wasLive])
  const { figures, setLive } = useFigures(stream, session)

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
  return { session, figures, start, end, ...useSyncExternalStore(session.state.subscribe, session.state.get) }
}

/** The stream's figures as they change, also those that changed while the socket was away. */
function useFigures(stream: Broadcast, session: BroadcastSession) {
  const [figures, setFigures] = useState<Figures>(stream)
  /** Counts starts and ends, so that an answer from before one of them is known for old. */
  const changes = useRef(0)
  const setLive = (live: Partial<Pick<Figures, 'isLive' | 'startedAt'>>) => {
    changes.current += 1
    setFigures((now) => ({ ...now, ...live }))
  }
  /** The chat subscribes to the same stream: one catch-up for each connection is enough. */
  const caughtUp = useRef(0)
  const catchUp = async () => {
    const { connection } = socket.state.get()
    if (caughtUp.current === connection) return
    caughtUp.current = connection
    const known = changes.current
    const now = await call(getStream, { params: { id: stream.id } })
    if (changes.current !== known) return
    setFigures(now)
    if (!now.isLive) session.stop()
  }
  useStreamTopic(stream.id, (message) => {
    switch (message.type) {
      case 'subscribed':
        return void catchUp().catch((error: unknown) =>
          console.error('the figures are not up to date', error),
        )
      case 'viewer_count':
        return setFigures((now) => ({ ...now, ...message.data }))
      case 'stream_started':
        return setLive({ isLive: true, startedAt: message.data.startedAt })
      case 'stream_ended':
        return setLive({ isLive: false })
      case 'chat_message':
        return setFigures((now) => ({ ...now, messagesCount: now.messagesCount + 1 }))
      default:
    }
  })
  return { figures, setLive }
}
