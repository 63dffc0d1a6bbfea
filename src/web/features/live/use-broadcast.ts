import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Stream, updateStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import { useStreamTopic } from '#web/realtime/use-socket.ts'
import { BroadcastSession } from './broadcast-session.ts'

/** What the broadcaster's page follows while it is open. */
type Figures = Pick<Stream, 'isLive' | 'startedAt' | 'viewerCount' | 'likesCount' | 'messagesCount'>

/**
 * Camera, microphone and the way to viewers, for the stream's owner. A stream that is live already (a reload,
 * a restart) is taken up again as soon as camera and microphone are open.
 */
export function useBroadcast(stream: Stream) {
  const [session] = useState(() => new BroadcastSession({ streamId: stream.id, socket }))
  const [figures, setFigures] = useState<Figures>(stream)
  useEffect(() => {
    session.openMedia().then(
      () => {
        if (stream.isLive) session.start()
      },
      (error: unknown) => console.warn('no camera or microphone yet', error),
    )
    return () => session.close()
    // Only the state that the page was opened with decides whether to take the stream up again.
  }, [session])
  useStreamTopic(stream.id, (message) => {
    switch (message.type) {
      case 'viewer_count':
        return setFigures((now) => ({ ...now, ...message.data }))
      case 'stream_started':
        return setFigures((now) => ({ ...now, isLive: true, startedAt: message.data.startedAt }))
      case 'stream_ended':
        return setFigures((now) => ({ ...now, isLive: false }))
      case 'chat_message':
        return setFigures((now) => ({ ...now, messagesCount: now.messagesCount + 1 }))
      default:
    }
  })

  /** Throws what the browser or the server refused. */
  const start = async () => {
    await session.openMedia()
    const { isLive, startedAt } = await call(updateStream, {
      params: { id: stream.id },
      body: { isLive: true },
    })
    setFigures((now) => ({ ...now, isLive, startedAt }))
    session.start()
  }
  const end = async () => {
    session.close()
    await call(updateStream, { params: { id: stream.id }, body: { isLive: false } })
  }
  return { session, figures, start, end, ...useSyncExternalStore(session.state.subscribe, session.state.get) }
}
