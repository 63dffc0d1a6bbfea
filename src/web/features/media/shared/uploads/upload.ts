import type { DetailedError, Upload } from 'tus-js-client'
import { type Media, UPLOADS_PATH, type UnfinishedUpload, type UploadPurpose } from '#shared/media/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { ChunkSize } from './chunk-size.ts'
import { deleteUpload } from './delete-upload.ts'
import { finish } from './finish.ts'
import { RETRY_DELAYS_MS, untilOnline } from './retry.ts'
import { uploadUrlStorage } from './upload-url-storage.ts'

export type RunningUpload = {
  /** The stored file; rejects with `ApiError`, with an `AbortError` after `cancel`, or with a network error. */
  done: Promise<Media>
  /** Stops sending; the server keeps the bytes that have arrived. */
  pause(): void
  resume(): void
  /** Stops the upload, and deletes it on the server. Does nothing once it is done: the file may be about to be used. */
  cancel(): Promise<void>
  /** Deletes the stored file on the server, unless something uses it. */
  discard(): Promise<void>
}

export type Resumable = Pick<UnfinishedUpload, 'id' | 'fileSize' | 'received'>

type Options = {
  purpose: UploadPurpose
  /** Poster of a video as a data URL, or null; it is awaited only after the upload. */
  poster?: Promise<string | null>
  /** Hash of the file's content (`fingerprintOf`): it identifies the file in another session of the user. */
  fingerprint?: string | null
  /** An upload of the same file, from `listUploads`; without one the browser's own record is used. */
  resume?: Resumable | null
  /** Delays before attempts to reach the server, in ms. */
  retryDelaysMs?: readonly number[]
  /** Called with the bytes that the server has received. */
  onProgress?: (bytesReceived: number, bytesTotal: number) => void
  /** Called with false while waiting for a connection, and with true when bytes are sent again. */
  onConnection?: (isConnected: boolean) => void
}

/**
 * Uploads a file, then finishes the upload. It waits while the connection is lost; the same file resumes when it is
 * selected again after a reload or a failure.
 */
export function startUpload(
  file: File,
  { retryDelaysMs = RETRY_DELAYS_MS, ...options }: Options,
): RunningUpload {
  const { purpose, poster, onProgress, onConnection } = options
  const stop = new AbortController()
  const pausing = new Pausing()
  const chunkSize = new ChunkSize()
  let upload: Upload | undefined
  let finishedId: string | null = null
  let isDone = false
  const run = async () => {
    // Loaded with the first upload.
    const tus = await import('tus-js-client')
    stop.signal.throwIfAborted()
    const running = new tus.Upload(file, {
      endpoint: UPLOADS_PATH,
      chunkSize: chunkSize.bytes,
      retryDelays: [...retryDelaysMs],
      onShouldRetry: (error) => {
        const shouldRetry = isTransient(error)
        if (shouldRetry) onConnection?.(false)
        return shouldRetry
      },
      ...identify(file, options),
      urlStorage: uploadUrlStorage,
      onBeforeRequest: () => chunkSize.start(),
      // Also reports bytes that are still in transit.
      onProgress: () => onConnection?.(true),
      onChunkComplete: (bytes, received, total) => {
        onProgress?.(received, total)
        chunkSize.measure(bytes)
        // The library reads it before each chunk.
        running.options.chunkSize = chunkSize.bytes
      },
    })
    upload = running
    if (options.resume) onProgress?.(options.resume.received, file.size)
    try {
      const onOffline = () => onConnection?.(false)
      const finishReceived = async (id: string) => {
        finishedId = id
        const args = { params: { id }, body: { purpose, poster: (await poster) ?? null } }
        return finish(args, {
          signal: stop.signal,
          delaysMs: retryDelaysMs,
          onConnection: (isConnected) => onConnection?.(isConnected),
        })
      }
      const media =
        (await finishStored(options.resume, finishReceived)) ??
        (await finishReceived(await send(upload, pausing, stop.signal, onOffline)))
      isDone = true
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
    pause: () => pausing.pause(),
    resume: () => pausing.resume(),
    discard: async () => {
      if (finishedId !== null) await deleteUpload(finishedId)
    },
    async cancel() {
      if (isDone) return
      stop.abort()
      // The caller need not handle the rejection after `cancel`.
      done.catch(() => {})
      if (!upload) return
      // If the request fails, the server deletes the upload after a day.
      await (finishedId === null ? upload.abort(true) : deleteUpload(finishedId)).catch(() => {})
      await removeStoredUrl(upload)
    },
  }
}

type ReceivedOptions = Pick<Options, 'purpose' | 'retryDelaysMs' | 'onConnection'>

/** Finishes an upload whose bytes the server has all received: its file is not needed. Rejects with 404 if it was deleted. */
export function finishReceivedUpload(
  id: string,
  { purpose, retryDelaysMs = RETRY_DELAYS_MS, onConnection }: ReceivedOptions,
): RunningUpload {
  const stop = new AbortController()
  const done = finish(
    { params: { id }, body: { purpose, poster: null } },
    {
      signal: stop.signal,
      delaysMs: retryDelaysMs,
      onConnection: (isConnected) => onConnection?.(isConnected),
    },
  )
  return {
    done,
    pause: () => {},
    resume: () => {},
    discard: () => deleteUpload(id),
    async cancel() {
      stop.abort()
      done.catch(() => {})
      await deleteUpload(id)
    },
  }
}

/** True if the server refused the file's content or size: the same file will be refused again. */
export function isRefusedFile(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 413 || error.status === 415)
}

/** The description of an upload's file that the server and this browser store. */
function identify(file: File, { purpose, fingerprint = null, resume = null }: Options) {
  const nameAndSize = `${file.size} ${file.lastModified} ${file.name}`
  return {
    metadata: {
      filename: file.name,
      filetype: file.type,
      purpose,
      ...(fingerprint !== null && { fingerprint }),
    },
    fingerprint: () => Promise.resolve(fingerprint === null ? nameAndSize : `${purpose} ${fingerprint}`),
    ...(resume && !isReceived(resume) && { uploadUrl: `${UPLOADS_PATH}/${resume.id}` }),
  }
}

const isReceived = ({ received, fileSize }: Resumable) => received >= fileSize

/** Finishes an upload whose bytes have all arrived. Returns null when there is none: the file is to be sent. */
async function finishStored(
  resume: Resumable | null | undefined,
  finishReceived: (id: string) => Promise<Media>,
): Promise<Media | null> {
  if (!resume || !isReceived(resume)) return null
  try {
    return await finishReceived(resume.id)
  } catch (error) {
    // The server has deleted it meanwhile.
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Whether an upload may send; a paused one starts again only by `resume`. */
class Pausing {
  #upload: Upload | null = null
  #isPaused = false

  /** Starts the upload, or lets `resume` start it. */
  start(upload: Upload): void {
    this.#upload = upload
    if (!this.#isPaused) upload.start()
  }

  pause(): void {
    this.#isPaused = true
    void this.#upload?.abort()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#upload?.start()
  }
}

/** Sends the missing bytes of a file; resolves with the upload's id once all have arrived. */
async function send(
  upload: Upload,
  pausing: Pausing,
  signal: AbortSignal,
  onOffline: () => void,
): Promise<string> {
  const [previous] = await upload.findPreviousUploads()
  if (previous && !upload.options.uploadUrl) upload.resumeFromPreviousUpload(previous)
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    upload.options.onSuccess = () => resolve()
    upload.options.onError = (error) => {
      if (navigator.onLine) return reject(asApiError(error))
      onOffline()
      void untilOnline(signal).then(() => pausing.start(upload), reject)
    }
    pausing.start(upload)
  })
  return upload.url?.split('/').at(-1) ?? ''
}

function isTransient({ originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0
  // 409: a chunk arrived but its response was lost, so the next one conflicts; the library then fetches the offset.
  return navigator.onLine && (status === 0 || status === 409 || status >= 500)
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
