import { type Media, type UploadPurpose, finishUpload } from '#shared/media/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { sleep, untilOnline } from './retry.ts'

type FinishArguments = { params: { id: string }; body: { purpose: UploadPurpose; poster: string | null } }

type Options = {
  signal: AbortSignal
  delaysMs: readonly number[]
  onConnection: (isConnected: boolean) => void
}

/**
 * Retries after a lost response, as the call is idempotent, and while the server processes the file or is overloaded. Only
 * waiting for the processing does not count as a try: it ends on the server.
 */
export async function finish(
  args: FinishArguments,
  { signal, delaysMs, onConnection }: Options,
): Promise<Media> {
  let { body } = args
  for (let tries = 0; ;) {
    try {
      return await call(finishUpload, { ...args, body }, { signal })
    } catch (error) {
      const delay = delaysMs[tries]
      if (signal.aborted || delay === undefined) throw error
      const isProcessing = error instanceof ApiError && error.code === 'processing'
      // The processing has the poster already, which can be large.
      if (isProcessing) body = { ...body, poster: null }
      else tries += 1
      onConnection(error instanceof ApiError)
      if (error instanceof ApiError) await sleep(retryDelayOf(error), signal)
      else await (navigator.onLine ? sleep(delay, signal) : untilOnline(signal))
    }
  }
}

const MAX_RETRY_SECONDS = 60

/** Returns how long the server asks to wait, in ms. Throws an error that a retry would not change. */
function retryDelayOf(error: ApiError): number {
  const isTemporary = error.code === 'processing' || error.code === 'unavailable'
  if (!isTemporary || error.retryAfter === null || error.retryAfter > MAX_RETRY_SECONDS) throw error
  return error.retryAfter * 1000
}
