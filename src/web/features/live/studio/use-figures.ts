import { useRef, useState } from 'react'
import { type Stream, getStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { socket } from '#web/realtime/socket.ts'
import { useStreamTopic } from '#web/realtime/use-socket.ts'
import { shownViewerCount } from '#web/features/live/stream/viewer-count.ts'

/** Longest time between messages that were taken out and the look at how many are left, in ms. */
const SPREAD_MS = 500

/** What the broadcaster's page follows while it is open. */
export type Figures = Pick<
  Stream,
  | 'title'
  | 'category'
  | 'isLive'
  | 'startedAt'
  | 'viewerCount'
  | 'maxViewers'
  | 'likesCount'
  | 'messagesCount'
>

/** The stream's figures as they change, also those that changed while the socket was away: then it may have ended. */
export function useFigures(stream: Figures & Pick<Stream, 'id'>, onEndedMeanwhile: () => void) {
  const [figures, setFigures] = useState<Figures>(stream)
  /** Counts starts and ends, so that an answer from before one of them is known for old. */
  const changes = useRef(0)
  const setLive = (live: Partial<Pick<Figures, 'isLive' | 'startedAt'>>) => {
    changes.current += 1
    setFigures((now) => ({
      ...now,
      ...live,
      maxViewers: live.isLive ? Math.max(now.maxViewers, now.viewerCount) : now.maxViewers,
    }))
  }
  const setViewers = (count: number, ownerCount: number | undefined) => {
    const viewerCount = shownViewerCount({ viewerCount: count, ownerCount }, true)
    setFigures((now) => ({
      ...now,
      viewerCount,
      // Who waits for the start is not of the broadcast.
      maxViewers: now.isLive ? Math.max(now.maxViewers, viewerCount) : now.maxViewers,
    }))
  }
  const askAgain = async () => {
    const known = changes.current
    // How many watch is told over the socket, and stored a while later.
    const { viewerCount: _stored, ...record } = await call(getStream, { params: { id: stream.id } })
    if (changes.current !== known) return
    setFigures((now) => ({ ...now, ...record, maxViewers: Math.max(now.maxViewers, record.maxViewers) }))
    if (!record.isLive) onEndedMeanwhile()
  }
  const warn = (error: unknown) => console.error('the figures are not up to date', error)
  const countMessagesSoon = useJitteredCallback(() => void askAgain().catch(warn), SPREAD_MS)
  /** The chat subscribes to the same stream: one catch-up for each connection is enough. */
  const caughtUp = useRef(0)
  const catchUp = async () => {
    const { connection } = socket.state.get()
    if (caughtUp.current === connection) return
    caughtUp.current = connection
    await askAgain()
  }
  useStreamTopic(stream.id, (message) => {
    switch (message.type) {
      case 'subscribed':
        if (message.viewerCount !== undefined) setViewers(message.viewerCount, message.ownerCount)
        return void catchUp().catch(warn)
      case 'viewer_count':
        return setViewers(message.data.viewerCount, message.data.ownerCount)
      case 'stream_likes':
      case 'stream_updated':
        return setFigures((now) => ({ ...now, ...message.data }))
      case 'stream_started':
        return setLive({ isLive: true, startedAt: message.data.startedAt })
      case 'stream_ended':
        return setLive({ isLive: false })
      case 'chat_message':
        return setFigures((now) => ({ ...now, messagesCount: now.messagesCount + 1 }))
      case 'chat_deleted':
        // It does not say how many there were.
        return countMessagesSoon()
      default:
    }
  })
  return { figures, setLive }
}
