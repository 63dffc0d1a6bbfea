import { HttpError } from '#server/http/errors.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { ViewerCounts } from './viewer-counts.ts'

/** A few joins at once keep the engine busy for a moment. */
const MAX_WAIT_MS = 1000
const RETRY_SECONDS = 3

/**
 * Waits up to `MAX_WAIT_MS` until the engine can take a new viewer. Returns true if it waited: then the caller must repeat
 * earlier checks. Throws 503 `stream_full`.
 */
export async function admitViewer(engine: MediaEngine, streamId: string): Promise<boolean> {
  if (engine.tryAdmit(streamId)) return false
  await new Promise<void>((resolve, reject) => {
    const stopListening = engine.on('capacity', ({ affects }) => {
      if (!affects(streamId) || !engine.tryAdmit(streamId)) return
      stopListening()
      clearTimeout(timer)
      resolve()
    })
    const timer = setTimeout(() => {
      stopListening()
      reject(streamFull())
    }, MAX_WAIT_MS)
  })
  return true
}

/** Throws 503 `stream_full` when the stream has as many viewers as the site allows. The owner always gets in. */
export function checkViewerLimit(
  { counts, settings }: { counts: ViewerCounts; settings: Settings },
  streamId: string,
): void {
  if (counts.countsOf(streamId).viewerCount >= settings.get('streaming.maxViewers')) throw streamFull()
}

/** For a new viewer whom the stream or the engine cannot take now. Existing viewers stay. */
export const streamFull = () =>
  new HttpError(503, 'stream_full', 'errors.streamFull', { retryAfter: RETRY_SECONDS })
