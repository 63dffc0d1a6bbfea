import { HttpError, unavailable } from '#server/http/errors.ts'
import type { MessageKey } from '#server/http/translations.ts'
import { EngineError } from '#server/live-engine/media-engine.ts'

/** Calls the engine and maps its errors to HTTP errors. `badSdp` is the message for an unusable session description. */
export async function withEngineErrors<T>(
  work: () => Promise<T>,
  badSdp: MessageKey = 'errors.invalidOffer',
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    switch (error.code) {
      case 'bad_sdp':
        throw new HttpError(400, 'invalid', badSdp)
      case 'not_publishing':
      case 'unknown_peer':
        throw notLive()
      case 'timeout':
        throw engineBusy()
      case 'unavailable':
        throw unavailable('engine_unavailable', 'errors.engineDown', 1)
      default:
        throw error.code satisfies never
    }
  }
}

const BUSY_SECONDS = 3
/** A broadcaster usually reconnects within seconds. */
const RETRY_SECONDS = 3

/** For a request to watch while no media arrives. */
export const notLive = () => new HttpError(409, 'not_live', 'errors.notLive', { retryAfter: RETRY_SECONDS })

/** For a request that the engine could not handle in time, and for tests of the connection meanwhile. */
export const engineBusy = () => unavailable('engine_unavailable', 'errors.engineBusy', BUSY_SECONDS)
