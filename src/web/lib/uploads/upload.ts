import type { DetailedError, Upload } from 'tus-js-client'
import { type Media, UPLOADS_PATH, type UploadPurpose, finishUpload } from '#shared/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { uploadUrlStorage } from './upload-url-storage.ts'

export type RunningUpload = {
  /** The stored file; rejects with `ApiError`, with an `AbortError` after `cancel`, or with a network error. */
  done: Promise<Media>
  /** Stops the upload, and deletes it on the server. */
  cancel(): Promise<void>
}

type Options = {
  purpose: UploadPurpose
  /** Poster of a video as a data URL, or null; it is awaited only after the upload. */
  poster?: Promise<string | null>
  onProgress?: (bytesSent: number, bytesTotal: number) => void
  /** Called with false while waiting for a connection, and with true when bytes are sent again. */
  onConnection?: (isConnected: boolean) => void
}

/**
 * Uploads a file, then finishes the upload. It waits while the connection is lost; the same file resumes when it is
 * selected again after a reload or a failure.
 */
export function startUpload(
  file: File,
  { purpose, poster, onProgress, onConnection }: Options,
): RunningUpload {
  const stop = new AbortController()
  let upload: Upload | undefined
  const run = async () => {
    // Loaded with the first upload.
    const tus = await import('tus-js-client')
    stop.signal.throwIfAborted()
    upload = new tus.Upload(file, {
      endpoint: UPLOADS_PATH,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      onShouldRetry: (error) => {
        const shouldRetry = isTransient(error)
        if (shouldRetry) onConnection?.(false)
        return shouldRetry
      },
      metadata: { filename: file.name, filetype: file.type },
      fingerprint: () => Promise.resolve(`${file.size} ${file.lastModified} ${file.name}`),
      urlStorage: uploadUrlStorage,
      onProgress: (sent, total) => {
        onConnection?.(true)
        onProgress?.(sent, total)
      },
    })
    try {
      const onOffline = () => onConnection?.(false)
      const id = await send(upload, stop.signal, onOffline)
      const args = { params: { id }, body: { purpose, poster: (await poster) ?? null } }
      const media = await finish(args, stop.signal, (isConnected) => onConnection?.(isConnected))
      await removeStoredUrl(upload)
      return media
    } catch (error) {
      // The server has deleted a refused file.
      if (isRefusedFile(error)) await removeStoredUrl(upload)
      throw error
    }
  }
  const done = run()
  return {
    done,
    async cancel() {
      stop.abort()
      // The caller need not handle the rejection after `cancel`.
      done.catch(() => {})
      if (!upload) return
      // If the request fails, the server deletes the upload after a day.
      await upload.abort(true).catch(() => {})
      await removeStoredUrl(upload)
    },
  }
}

/** True if the server refused the file's content or size: the same file will be refused again. */
export function isRefusedFile(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 413 || error.status === 415)
}

/** Proxies may buffer a whole chunk: at most this many bytes are lost with a connection. */
const CHUNK_BYTES = 32 * 1024 * 1024
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000]

/** Sends the missing bytes of a file; resolves with the upload's id once all have arrived. */
async function send(upload: Upload, signal: AbortSignal, onOffline: () => void): Promise<string> {
  const [previous] = await upload.findPreviousUploads()
  if (previous) upload.resumeFromPreviousUpload(previous)
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    upload.options.onSuccess = () => resolve()
    upload.options.onError = (error) => {
      if (navigator.onLine) return reject(asApiError(error))
      onOffline()
      void untilOnline(signal).then(() => upload.start(), reject)
    }
    upload.start()
  })
  return upload.url?.split('/').at(-1) ?? ''
}

function isTransient({ originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0
  // 409: a chunk arrived but its response was lost, so the next one conflicts; the library then fetches the offset.
  return navigator.onLine && (status === 0 || status === 409 || status >= 500)
}

type FinishArguments = { params: { id: string }; body: { purpose: UploadPurpose; poster: string | null } }

/**
 * Retries after a lost response, as the call is idempotent, and while the server processes the file or is overloaded. Only
 * waiting for the processing does not count as a try: it ends on the server.
 */
async function finish(
  args: FinishArguments,
  signal: AbortSignal,
  onConnection: (isConnected: boolean) => void,
): Promise<Media> {
  let { body } = args
  for (let tries = 0; ;) {
    try {
      return await call(finishUpload, { ...args, body }, { signal })
    } catch (error) {
      const delay = RETRY_DELAYS_MS[tries]
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

/** Removes the stored URL, so that the same file starts from the beginning next time. */
async function removeStoredUrl(upload: Upload): Promise<void> {
  for (const { urlStorageKey } of await upload.findPreviousUploads())
    await uploadUrlStorage.removeUpload(urlStorageKey)
}

function asApiError(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response ? new ApiError(response.getStatus(), '', response.getBody()) : error
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
