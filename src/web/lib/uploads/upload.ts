import type { DetailedError, Upload } from 'tus-js-client'
import { type Media, UPLOADS_PATH, type UploadPurpose, finishUpload } from '#shared/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { uploadUrlStorage } from './upload-url-storage.ts'

export type RunningUpload = {
  /** The stored file; rejects with `ApiError`, with an `AbortError` after `cancel`, or else for want of a network. */
  done: Promise<Media>
  /** Stops sending, and has the server forget what it got. */
  cancel(): Promise<void>
}

type Options = {
  purpose: UploadPurpose
  /** A picture of a video as a data-URL, which may take as long as the upload; null where there is none. */
  poster?: Promise<string | null>
  /** Bytes that have really been sent, of all. */
  onProgress?: (bytesSent: number, bytesTotal: number) => void
  /** Told false when a lost connection is waited for, and true when bytes are sent again. */
  onConnection?: (isConnected: boolean) => void
}

/**
 * Sends a file, and has it judged and stored. Lost connections are waited out; the same file that is picked again after
 * a reload or a failure goes on where it was.
 */
export function startUpload(
  file: File,
  { purpose, poster, onProgress, onConnection }: Options,
): RunningUpload {
  const stop = new AbortController()
  let upload: Upload | undefined
  const run = async () => {
    // Loaded with the first file that is sent: no page pays for it before.
    const tus = await import('tus-js-client')
    stop.signal.throwIfAborted()
    upload = new tus.Upload(file, {
      endpoint: UPLOADS_PATH,
      chunkSize: PART_BYTES,
      retryDelays: RETRY_MS,
      onShouldRetry: (error) => {
        const isRetried = isWorthRetrying(error)
        if (isRetried) onConnection?.(false)
        return isRetried
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
      const wanted = { params: { id }, body: { purpose, poster: (await poster) ?? null } }
      const stored = await finish(wanted, stop.signal, onOffline)
      await forget(upload)
      return stored
    } catch (error) {
      // What was refused for what it is, the server has deleted.
      if (isRefusedFile(error)) await forget(upload)
      throw error
    }
  }
  const done = run()
  return {
    done,
    async cancel() {
      stop.abort()
      // Who cancels need not listen for it.
      done.catch(() => {})
      if (!upload) return
      // What can't be ended now, the server ends by itself after a day.
      await upload.abort(true).catch(() => {})
      await forget(upload)
    },
  }
}

/** The file was refused for what it is: the same one will be refused again. */
export function isRefusedFile(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 413 || error.status === 415)
}

/** Proxies may hold a part back until it is whole: what is lost with a connection is at most this. */
const PART_BYTES = 32 * 1024 * 1024
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000]

/** Sends what is missing of a file; resolves with the upload's id when all has arrived. */
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

function isWorthRetrying({ originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0
  // A part that arrived although its answer was lost makes the next one a conflict: the library asks how far it is.
  return navigator.onLine && (status === 0 || status === 409 || status >= 500)
}

type Finish = { params: { id: string }; body: { purpose: UploadPurpose; poster: string | null } }

/** Repeating it answers the same, so that a lost answer costs nothing. */
async function finish(wanted: Finish, signal: AbortSignal, onOffline: () => void): Promise<Media> {
  for (const delay of RETRY_MS) {
    try {
      return await call(finishUpload, wanted, { signal })
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error
      onOffline()
      await (navigator.onLine ? pause(delay, signal) : untilOnline(signal))
    }
  }
  return call(finishUpload, wanted, { signal })
}

/** Who picks the same file again starts from the beginning. */
async function forget(upload: Upload): Promise<void> {
  for (const { urlStorageKey } of await upload.findPreviousUploads())
    await uploadUrlStorage.removeUpload(urlStorageKey)
}

function asApiError(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response ? new ApiError(response.getStatus(), '', response.getBody()) : error
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
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
