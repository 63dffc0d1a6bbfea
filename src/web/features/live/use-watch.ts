import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Stream } from '#shared/streams.ts'
import { socket } from '#web/realtime/socket.ts'
import { WatchSession } from './watch-session.ts'

/** Joins the stream while the component is there. */
export function useWatch(stream: Pick<Stream, 'id' | 'isLive' | 'viewerCount' | 'startedAt'>) {
  const [session] = useState(() => {
    const { id: streamId, isLive, viewerCount, startedAt } = stream
    return new WatchSession({ streamId, socket, initial: { isLive, viewerCount, startedAt } })
  })
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  return { session, ...useSyncExternalStore(session.state.subscribe, session.state.get) }
}
