import { v4 } from 'uuid'
import { createVideo } from '#shared/videos/creator-videos.ts'
import type { Media } from '#shared/media/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { createStore } from '#web/lib/store.ts'
import { PATIENT_RETRY_DELAYS_MS, retryUnreachable } from '#web/features/media/shared/uploads/retry.ts'
import {
  type Resumable,
  type RunningUpload,
  finishReceivedUpload,
  startUpload,
} from '#web/features/media/shared/uploads/upload.ts'
import { CREATOR_VIDEOS_KEY } from '#web/features/studio/shared/creator-videos/creator-videos-key.ts'
import {
  type Submission,
  type SubmittedDetails,
  publishIfDue,
  readSubmission,
  writeSubmission,
} from './submission.ts'
import { TransferRate } from './transfer-rate.ts'
import { UNFINISHED_KEY } from './unfinished-key.ts'

export type VideoUploadState = {
  /** `stored`: the server has the file, and waits for its details; `created`: it became a video. */
  phase: 'uploading' | 'paused' | 'stored' | 'creating' | 'created' | 'failed'
  /** False while it waits for the network or the server. */
  isConnected: boolean
  /** Bytes of the file that the server has received. */
  sent: number
  bytesPerSecond: number | null
  submission: Submission | null
  /** The stored file. */
  media: Media | null
  /** Of the phase `failed`: the upload, or the creation of the video. */
  failure: { step: 'upload' | 'create'; error: unknown } | null
}

type Options = {
  userId: string
  /** Of `fingerprintOf`. */
  fingerprint: string | null
  /** The unfinished upload of the same file on the server. */
  resume: Resumable | null
}

/** A file that is not in this page: the server has all its bytes. */
export type ReceivedFile = { name: string; size: number; uploadId: string }

/** The upload of one video file. Becomes a video once its bytes have arrived and its details are submitted. */
export class VideoUpload {
  /** Of this object; stable while the page is open. */
  readonly id = v4()
  readonly file: File | ReceivedFile
  readonly fingerprint: string | null
  readonly state
  readonly #objectUrl: string | null
  readonly #userId: string
  readonly #rate = new TransferRate()
  readonly #stop = new AbortController()
  #upload: RunningUpload | null = null

  constructor(file: File | ReceivedFile, { userId, fingerprint, resume }: Options) {
    this.file = file
    this.#objectUrl = file instanceof File ? URL.createObjectURL(file) : null
    this.fingerprint = fingerprint
    this.#userId = userId
    this.state = createStore<VideoUploadState>({
      phase: 'uploading',
      isConnected: true,
      sent: file instanceof File ? 0 : file.size,
      bytesPerSecond: null,
      submission: readSubmission(userId, fingerprint),
      media: null,
      failure: null,
    })
    this.#send(resume)
  }

  /** URL of the file, until `release`: of this page, else of the server, where it is stored; null until then. */
  get previewUrl(): string | null {
    return this.#objectUrl ?? this.state.get().media?.url ?? null
  }

  /** True while the file is not a video yet, unless its upload has failed: closing the page would interrupt that. */
  get isActive(): boolean {
    const { phase, failure } = this.state.get()
    return phase !== 'created' && failure?.step !== 'upload'
  }

  pause(): void {
    if (this.state.get().phase !== 'uploading') return
    this.state.set({ phase: 'paused', bytesPerSecond: null })
    this.#upload?.pause()
  }

  resume(): void {
    if (this.state.get().phase !== 'paused') return
    this.#rate.reset()
    this.state.set({ phase: 'uploading' })
    this.#upload?.resume()
  }

  /** Continues a failed upload where it stopped, or creates the video again. */
  retry(): void {
    const { phase, failure } = this.state.get()
    if (phase !== 'failed') return
    if (failure?.step === 'create') void this.#create()
    else this.#send(null)
  }

  /** Sets what becomes of the file: the video is created at once, or when the upload is finished. */
  submit(details: SubmittedDetails): void {
    const submission = { details, clientId: this.state.get().submission?.clientId ?? v4() }
    writeSubmission(submission, { userId: this.#userId, fingerprint: this.fingerprint })
    this.state.set({ submission })
    void this.#create()
  }

  /** Stops it, and deletes its bytes on the server. */
  cancel(): void {
    this.#stop.abort()
    const upload = this.#upload
    this.#upload = null
    this.#forget()
    const isStored = this.state.get().media !== null
    // If it fails, the server deletes the bytes after a day.
    void (isStored ? upload?.discard() : upload?.cancel())
      ?.catch(console.warn)
      .then(() => queryClient.invalidateQueries({ queryKey: UNFINISHED_KEY }))
  }

  /** Called when nothing shows the upload any more. */
  release(): void {
    if (this.#objectUrl !== null) URL.revokeObjectURL(this.#objectUrl)
  }

  #send(resume: Resumable | null): void {
    this.#rate.reset()
    this.state.set({ phase: 'uploading', failure: null, isConnected: true, bytesPerSecond: null })
    const upload = this.#start(resume)
    this.#upload = upload
    const isCurrent = () => this.#upload === upload
    upload.done.then(
      (media) => isCurrent() && this.#store(media),
      (error: unknown) => isCurrent() && this.#fail('upload', error),
    )
  }

  #start(resume: Resumable | null): RunningUpload {
    const options = {
      purpose: 'video',
      retryDelaysMs: PATIENT_RETRY_DELAYS_MS,
      onConnection: (isConnected: boolean) => this.#connect(isConnected),
    } as const
    if (!(this.file instanceof File)) return finishReceivedUpload(this.file.uploadId, options)
    const { fingerprint } = this
    const onProgress = (sent: number) => this.#progress(sent)
    return startUpload(this.file, { ...options, fingerprint, resume, onProgress })
  }

  #progress(sent: number): void {
    if (this.state.get().phase !== 'uploading') return
    this.state.set({ sent, bytesPerSecond: this.#rate.add(sent, performance.now()) })
  }

  #connect(isConnected: boolean): void {
    if (this.state.get().isConnected === isConnected) return
    this.#rate.reset()
    this.state.set({ isConnected, bytesPerSecond: null })
  }

  #store(media: Media): void {
    this.state.set({ phase: 'stored', media, sent: this.file.size, isConnected: true })
    void this.#create()
  }

  async #create(): Promise<void> {
    const { phase, media, submission } = this.state.get()
    if (!media || !submission || phase === 'creating' || phase === 'created') return
    this.state.set({ phase: 'creating', failure: null })
    const { details, clientId } = submission
    const create = () => {
      const body = { ...publishIfDue(details), videoUrl: media.url, clientId }
      return call(createVideo, { body }, { signal: this.#stop.signal })
    }
    try {
      await retryUnreachable(create, {
        signal: this.#stop.signal,
        onUnreachable: () => this.#connect(false),
        delaysMs: PATIENT_RETRY_DELAYS_MS,
      })
    } catch (error) {
      if (this.#stop.signal.aborted) return
      // Creator Pro ended while the file was sent: it becomes a draft without a time.
      const isTimeRefused = error instanceof ApiError && error.code === 'pro_required'
      if (!isTimeRefused || !details.publishAt) return this.#fail('create', error)
      this.state.set({ phase: 'stored' })
      return this.submit({ ...details, publishAt: null })
    }
    this.#forget()
    this.state.set({ phase: 'created', isConnected: true })
    void queryClient.invalidateQueries({ queryKey: CREATOR_VIDEOS_KEY })
    void queryClient.invalidateQueries({ queryKey: UNFINISHED_KEY })
  }

  #fail(step: 'upload' | 'create', error: unknown): void {
    console.error(error)
    this.state.set({ phase: 'failed', failure: { step, error }, isConnected: true, bytesPerSecond: null })
  }

  #forget(): void {
    writeSubmission(null, { userId: this.#userId, fingerprint: this.fingerprint })
  }
}
