import { useEffect } from 'react'
import { closeMini } from './mini-playback.ts'
import { miniPlayback } from './mini-store.ts'

/** Ends the recording of a page once the page is live: the mini player would take over its sound. */
export function useEndOfRecording(pageUrl: string, isLive: boolean): void {
  useEffect(() => {
    const { current } = miniPlayback.get()
    if (isLive && current?.url === pageUrl && !current.isLive) closeMini()
  }, [pageUrl, isLive])
}
