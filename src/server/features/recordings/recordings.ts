import { recordLog } from '#server/features/analytics/queries.ts'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { assembleRecording } from '#server/live-engine/assemble-recording.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import {
  type PublishDependencies,
  failDraft,
  createDraft,
  publishRecording,
  deleteDraft,
} from './publish-recording.ts'
import {
  type RecordedStream,
  deleteRecording,
  findRecordedStream,
  findRunning,
  findVideoCreator,
  insertRecording,
  listRecordingIds,
  listStreamsToReconcile,
  listToAssemble,
  markRecordingEnded,
} from './queries.ts'
import type { RecordingFolders } from './recording-folders.ts'
import type { RecordingRow } from './schema.ts'

type Dependencies = PublishDependencies & { engine: MediaEngine; folders: RecordingFolders }

const MAX_CONCURRENT_STREAMS = 4

/** The draft video that a recording becomes. */
type DraftVideo = {
  videoId: string
  creatorId: string
  /** The stream's thumbnail; null if the stream was deleted. */
  thumbnailUrl: string | null
}

/**
 * Reconciles recordings with the state of their streams. A broadcast is one recording and becomes one video, also if
 * the engine, the broadcaster or this server was interrupted.
 */
export class Recordings {
  readonly #dependencies: Dependencies
  readonly #stop = new AbortController()
  /** Serializes the work on one stream. */
  readonly #streamQueue = createFairQueue(MAX_CONCURRENT_STREAMS)
  readonly #assemblyQueue = createFairQueue()
  /** Streams that the engine records, or records once it is up. */
  readonly #recordingStreamIds = new Set<string>()
  /** Broadcasts that are not recorded for lack of disk space: start (ms since 1970) by stream id. */
  readonly #outOfSpaceStarts = new Map<string, number>()
  /** Recordings that could not be assembled, by video id. Their parts stay for the next start. */
  readonly #failedByVideoId = new Map<string, string>()
  readonly #pending = new Set<Promise<void>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Resumes the recordings of a server that stopped or was killed. */
  async resume(): Promise<void> {
    const { db, folders } = this.#dependencies
    await folders.removeExcept(await listRecordingIds(db))
    for (const streamId of await listStreamsToReconcile(db)) this.reconcile(streamId)
    for (const recording of await listToAssemble(db))
      this.#track(
        this.#streamQueue(recording.streamId ?? recording.id, () => this.#queueAssembly(recording)),
        recording.id,
      )
  }

  /** Called when a stream has started, ended or changed. Errors are logged. */
  reconcile(streamId: string): void {
    this.#track(
      this.#streamQueue(streamId, () => this.#reconcile(streamId)),
      streamId,
    )
  }

  /** Resolves once each ended recording of the stream has a draft video, whose file may not be assembled yet. */
  reconcileAndWait(streamId: string): Promise<void> {
    return this.#streamQueue(streamId, () => this.#reconcile(streamId))
  }

  /** Called when the engine has restarted and lost its recordings. */
  onEngineUp(affects: (streamId: string) => boolean): void {
    const lost = [...this.#recordingStreamIds].filter(affects)
    for (const streamId of lost) {
      this.#recordingStreamIds.delete(streamId)
      this.reconcile(streamId)
    }
  }

  /** Called when the engine has stopped a recording. The written parts are assembled at the end of the broadcast. */
  onRecordingFailed(streamId: string, message: string): void {
    this.#recordingStreamIds.delete(streamId)
    this.#report(streamId, `The recording of a stream stopped: ${message}`)
  }

  /** Deletes the parts of a failed recording with its video. */
  onVideoDeleted(videoId: string): void {
    const recordingId = this.#failedByVideoId.get(videoId)
    if (recordingId && this.#failedByVideoId.delete(videoId))
      this.#track(this.#dependencies.folders.remove(recordingId), videoId)
  }

  /** Stops all recordings if the free disk space is below the minimum. */
  async checkDiskSpace(): Promise<void> {
    if (this.#recordingStreamIds.size === 0 || (await this.#dependencies.folders.missingBytes()) === 0) return
    for (const streamId of this.#recordingStreamIds) {
      this.#recordingStreamIds.delete(streamId)
      this.#report(streamId, 'The recording of a stream stopped: there is too little room on the disk.')
      await this.#stopEngineRecording(streamId)
    }
  }

  /** Stops the engine's recordings, with all packets written; the next start resumes them. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#pending)
    await Promise.all([...this.#recordingStreamIds].map((streamId) => this.#stopEngineRecording(streamId)))
  }

  async #reconcile(streamId: string): Promise<void> {
    if (this.#stop.signal.aborted) return
    const { db } = this.#dependencies
    const stream = await findRecordedStream(db, streamId)
    const running = await findRunning(db, streamId)
    const isEarlierBroadcast = running && running.startedAt.getTime() !== stream?.startedAt?.getTime()
    if (running && (isEarlierBroadcast || !stream?.isLive))
      await this.#endRecording(streamId, running, stream?.endedAt)
    if (!stream?.isLive || !stream.startedAt) {
      this.#outOfSpaceStarts.delete(streamId)
      return
    }
    if (stream.recordStream) await this.#startRecording(stream, stream.startedAt)
    else if (this.#recordingStreamIds.delete(streamId)) await this.#stopEngineRecording(streamId)
  }

  async #startRecording(stream: RecordedStream, startedAt: Date): Promise<void> {
    const { db, engine, folders } = this.#dependencies
    if (this.#recordingStreamIds.has(stream.id)) return
    if ((await folders.missingBytes()) > 0) return this.#reportOutOfSpace(stream.id, startedAt)
    const recording = await insertRecording(db, stream.id, startedAt)
    const folder = await folders.create(recording.id)
    // Added before the call, as `recordingFailed` may fire during it. `onEngineUp` repeats a call that has failed.
    this.#recordingStreamIds.add(stream.id)
    await engine.record(stream.id, folder).catch((error: unknown) => {
      this.#dependencies.log.warn({ err: error, streamId: stream.id }, 'the engine does not record yet')
    })
  }

  async #endRecording(
    streamId: string,
    recording: RecordingRow,
    endedAt: Date | null | undefined,
  ): Promise<void> {
    await markRecordingEnded(this.#dependencies.db, recording.id, endedAt ?? new Date())
    this.#recordingStreamIds.delete(streamId)
    await this.#stopEngineRecording(streamId)
    await this.#queueAssembly(recording)
  }

  async #stopEngineRecording(streamId: string): Promise<void> {
    await this.#dependencies.engine.stopRecording(streamId).catch((error: unknown) => {
      this.#dependencies.log.warn({ err: error, streamId }, 'the engine could not close a recording')
    })
  }

  /** Creates the draft video of a recording and queues the assembly of its file. */
  async #queueAssembly(recording: RecordingRow): Promise<void> {
    const draft = await this.#createDraft(recording)
    if (draft)
      this.#track(
        this.#assemblyQueue(draft.creatorId, () => this.#assemble(recording.id, draft)),
        draft.videoId,
      )
  }

  /** Returns the draft, or null after removing a recording that is empty or has no creator any more. */
  async #createDraft(recording: RecordingRow): Promise<DraftVideo | null> {
    const { db, folders } = this.#dependencies
    const { id, streamId, videoId: existingId } = recording
    const stream = streamId ? await findRecordedStream(db, streamId) : undefined
    const creatorId = stream?.streamerId ?? (existingId ? await findVideoCreator(db, existingId) : undefined)
    const isEmpty = await folders.isEmpty(id)
    if (creatorId !== undefined && isEmpty) await deleteDraft(this.#dependencies, id, creatorId)
    if (creatorId === undefined || isEmpty) {
      await deleteRecording(db, id)
      await folders.remove(id)
      return null
    }
    const videoId = stream ? await createDraft(this.#dependencies, recording, stream) : existingId
    return videoId ? { videoId, creatorId, thumbnailUrl: stream?.thumbnailUrl ?? null } : null
  }

  async #assemble(recordingId: string, { videoId, creatorId, thumbnailUrl }: DraftVideo): Promise<void> {
    const { log, folders } = this.#dependencies
    const { signal } = this.#stop
    if (signal.aborted) return
    const folder = folders.pathOf(recordingId)
    try {
      const assembled = await assembleRecording(folder, {
        log,
        stop: signal,
        keepFreeBytes: folders.minFreeBytes,
      })
      if (assembled)
        await publishRecording(
          this.#dependencies,
          { recordingId, videoId, creatorId, folder, thumbnailUrl },
          assembled,
        )
      else await deleteDraft(this.#dependencies, recordingId, creatorId)
      await folders.remove(recordingId)
    } catch (error) {
      // The next start assembles it.
      if (signal.aborted) return
      this.#report(videoId, `A recording could not be made a video: ${oneLine(error)}`)
      this.#failedByVideoId.set(videoId, recordingId)
      await failDraft(this.#dependencies, { recordingId, videoId, creatorId })
    }
  }

  /** Reports at most once per broadcast, as each change of the stream causes a reconciliation. */
  #reportOutOfSpace(streamId: string, startedAt: Date): void {
    if (this.#outOfSpaceStarts.get(streamId) === startedAt.getTime()) return
    this.#outOfSpaceStarts.set(streamId, startedAt.getTime())
    this.#report(streamId, 'A stream is not recorded: there is too little room on the disk.')
  }

  /** Writes to the process log and the operator's log page. */
  #report(id: string, message: string): void {
    const { db, log } = this.#dependencies
    log.error({ id }, message)
    this.#track(recordLog(db, { level: 'error', category: 'recordings', message, metadata: { id } }), id)
  }

  /** Logs errors of background work, and lets `close` wait for it. */
  #track(work: Promise<void>, id: string): void {
    const tracked = work
      .catch((error: unknown) =>
        this.#dependencies.log.error({ err: error, id }, 'a recording could not be reconciled'),
      )
      .finally(() => this.#pending.delete(tracked))
    this.#pending.add(tracked)
  }
}
