import { useEffect, useState, useSyncExternalStore } from 'react'
import { QUALITIES, type Quality } from '#shared/live.ts'
import type { Stream } from '#shared/streams.ts'
import { prefersLessData } from '#web/lib/less-data.ts'
import { readStored, writeStored } from '#web/lib/stored.ts'
import { socket } from '#web/realtime/socket.ts'
import { loadIceServers } from './ice-servers.ts'
import { WatchSession } from './watch-session.ts'

const KEY = 'watch-quality'

/** Joins the stream while the component is there, in the quality that this device chose last. */
export function useWatch(stream: Pick<Stream, 'id' | 'isLive' | 'viewerCount' | 'startedAt'>) {
  const [session] = useState(() => {
    const { id: streamId, isLive, viewerCount, startedAt } = stream
    const quality = firstQuality()
    const initial = { isLive, viewerCount, startedAt }
    return new WatchSession({ streamId, socket, initial, quality, loadIceServers })
  })
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  const setQuality = (quality: Quality) => {
    writeStored(KEY, quality)
    session.setQuality(quality)
  }
  const state = useSyncExternalStore(session.state.subscribe, session.state.get)
  /** From sound alone; who saves data gets the smaller picture where there is one. */
  const showPicture = () => setQuality(state.hasLow && prefersLessData() ? 'low' : 'auto')
  return { session, setQuality, showPicture, ...state }
}

/** Who saves data begins with sound alone, whatever was chosen before. */
function firstQuality(): Quality {
  const stored = readStored(KEY)
  return prefersLessData() ? 'audio' : (QUALITIES.find((quality) => quality === stored) ?? 'auto')
}
