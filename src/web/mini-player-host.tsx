import { useEffect, useSyncExternalStore } from 'react'
import { MiniPlayer } from './features/videos/mini-player/mini-player.tsx'
import { closeMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'

/** Shows the mini player outside of the routes. The studio ends it: its sound would be broadcast. */
export function MiniPlayerHost() {
  const { current } = useSyncExternalStore(miniPlayback.subscribe, miniPlayback.get)
  const { path } = useCurrentLocation()
  const isStudio = /^\/(stream\/[^/]+\/broadcast|creator\/go-live)$/.test(path)
  useEffect(() => {
    if (isStudio) closeMini()
  }, [isStudio])
  return current && !isStudio ? <MiniPlayer key={current.id} playback={current} /> : null
}
