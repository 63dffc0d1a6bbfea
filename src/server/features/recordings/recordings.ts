import { recordLog } from '#server/features/analytics/queries.ts'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { assembleRecording } from '#server/live-engine/assemble-recording.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import {
  type PublishParts,
  failDraft,
  openDraft,
  publishRecording,
  withdrawDraft,
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
  markEnded,
} from './queries.ts'
import type { RecordingFolders } from './recording-folders.ts'
import type { RecordingRow } from './schema.ts'

type Parts = PublishParts & { engine: MediaEngine; folders: RecordingFolders }

const STREAMS_AT_ONCE = 4

/** The draft video that a recording becomes. */
type OpenVideo = {
  videoId: string
  creatorId: string
  /** Of the stream, unless that was deleted. */
  thumbnailUrl: string | null
}

/**
 * Keeps recordings in step with the streams: whatever happened, `settle` looks at what is and makes it so. A broadcast
 * is one recording and becomes one video, however often the engine, the broadcaster or this server went away.
 */
export class Recordings {
  readonly #parts: Parts
  readonly #stop = new AbortController()
  /** Of one stream one step at a time. */
  readonly #inTurn = createFairQueue(STREAMS_AT_ONCE)
  readonly #assembling = createFairQueue()
  /** Which streams the engine was asked to record. */
  readonly #recording = new Set<string>()
  /** Which broadcasts there was no room for, by the stream's id: when they started, in ms since 1970. */
  readonly #outOfSpace = new Map<string, number>()
  /** Recordings that could not be made videos, by the video: their parts wait for the next start. */
  readonly #failed = new Map<string, string>()
  readonly #pending = new Set<Promise<void>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Takes up what a server that stopped, or was killed, left behind. */
  async resume(): Promise<void> {
    const { db, folders } = this.#parts
    await folders.keepOnly(await listRecordingIds(db))
    for (const streamId of await listStreamsToReconcile(db)) this.reconcile(streamId)
    for (const recording of await listToAssemble(db))
      this.#keep(
        this.#inTurn(recording.streamId ?? recording.id, () => this.#assembleLater(recording)),
        recording.id,
      )
  }

  /** Something about the stream may have changed: it started, ended, or its settings are others. */
  reconcile(streamId: string): void {
    this.#keep(
      this.#inTurn(streamId, () => this.#reconcile(streamId)),
      streamId,
    )
  }

  /** Resolves once every recording of a stream that is over has its video, whose file may still be being made. */
  settled(streamId: string): Promise<void> {
    return this.#inTurn(streamId, () => this.#reconcile(streamId))
  }

  /** The engine has begun anew and knows of no recording. */
  engineUp(concerns: (streamId: string) => boolean): void {
    const lost = [...this.#recording].filter(concerns)
    for (const streamId of lost) {
      this.#recording.delete(streamId)
      this.reconcile(streamId)
    }
  }

  /** The engine gave a recording up; what was written is kept for the end of the broadcast. */
  failed(streamId: string, message: string): void {
    this.#recording.delete(streamId)
    this.#report(streamId, `The recording of a stream stopped: ${message}`)
  }

  /** The video of a failed recording is not wanted any more: its parts go with it. */
  videoDeleted(videoId: string): void {
    const recordingId = this.#failed.get(videoId)
    if (recordingId && this.#failed.delete(videoId))
      this.#keep(this.#parts.folders.remove(recordingId), videoId)
  }

  /** Ends all recordings while there is still room for everything else on the disk. */
  async checkRoom(): Promise<void> {
    if (this.#recording.size === 0 || (await this.#parts.folders.missingBytes()) === 0) return
    for (const streamId of this.#recording) {
      this.#recording.delete(streamId)
      this.#report(streamId, 'The recording of a stream stopped: there is too little room on the disk.')
      await this.#stopEngine(streamId)
    }
  }

  /** What runs is written to its last packet; the next start takes it up. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#pending)
    await Promise.all([...this.#recording].map((streamId) => this.#stopEngine(streamId)))
  }

  async #reconcile(streamId: string): Promise<void> {
    if (this.#stop.signal.aborted) return
    const { db } = this.#parts
    const stream = await findRecordedStream(db, streamId)
    const running = await findRunning(db, streamId)
    const isOther = running && running.startedAt.getTime() !== stream?.startedAt?.getTime()
    if (running && (isOther || !stream?.isLive)) await this.#end(streamId, running, stream?.endedAt)
    if (!stream?.isLive || !stream.startedAt) {
      this.#outOfSpace.delete(streamId)
      return
    }
    if (stream.recordStream) await this.#begin(stream, stream.startedAt)
    else if (this.#recording.delete(streamId)) await this.#stopEngine(streamId)
  }

  async #begin(stream: RecordedStream, startedAt: Date): Promise<void> {
    const { db, engine, folders } = this.#parts
    if (this.#recording.has(stream.id)) return
    if ((await folders.missingBytes()) > 0) return this.#reportRoomless(stream.id, startedAt)
    const recording = await insertRecording(db, stream.id, startedAt)
    const folder = await folders.make(recording.id)
    // Before it is asked: it may fail at once. An engine that is down is asked again when it is up.
    this.#recording.add(stream.id)
    await engine.record(stream.id, folder).catch((error: unknown) => {
      this.#parts.log.warn({ err: error, streamId: stream.id }, 'the engine does not record yet')
    })
  }

  async #end(streamId: string, recording: RecordingRow, endedAt: Date | null | undefined): Promise<void> {
    await markEnded(this.#parts.db, recording.id, endedAt ?? new Date())
    this.#recording.delete(streamId)
    await this.#stopEngine(streamId)
    await this.#assembleLater(recording)
  }

  async #stopEngine(streamId: string): Promise<void> {
    await this.#parts.engine.stopRecording(streamId).catch((error: unknown) => {
      this.#parts.log.warn({ err: error, streamId }, 'the engine could not close a recording')
    })
  }

  /** Opens the video of a recording, and queues the making of its file. */
  async #assembleLater(recording: RecordingRow): Promise<void> {
    const made = await this.#openVideo(recording)
    if (made)
      this.#keep(
        this.#assembling(made.creatorId, () => this.#assemble(recording.id, made)),
        made.videoId,
      )
  }

  /** Null where there is nothing to make a video of; its folder is removed then. */
  async #openVideo(recording: RecordingRow): Promise<OpenVideo | null> {
    const { db, folders } = this.#parts
    const { id, streamId, videoId: opened } = recording
    const stream = streamId ? await findRecordedStream(db, streamId) : undefined
    const creatorId = stream?.streamerId ?? (opened ? await findVideoCreator(db, opened) : undefined)
    const isEmpty = await folders.isEmpty(id)
    if (creatorId !== undefined && isEmpty) await withdrawDraft(this.#parts, id, creatorId)
    if (creatorId === undefined || isEmpty) {
      await deleteRecording(db, id)
      await folders.remove(id)
      return null
    }
    const videoId = stream ? await openDraft(this.#parts, recording, stream) : opened
    return videoId ? { videoId, creatorId, thumbnailUrl: stream?.thumbnailUrl ?? null } : null
  }

  async #assemble(recordingId: string, { videoId, creatorId, thumbnailUrl }: OpenVideo): Promise<void> {
    const { log, folders } = this.#parts
    const { signal } = this.#stop
    if (signal.aborted) return
    const folder = folders.of(recordingId)
    try {
      const assembled = await assembleRecording(folder, {
        log,
        stop: signal,
        keepFreeBytes: folders.minFreeBytes,
      })
      if (assembled)
        await publishRecording(
          this.#parts,
          { recordingId, videoId, creatorId, folder, thumbnailUrl },
          assembled,
        )
      else await withdrawDraft(this.#parts, recordingId, creatorId)
      await folders.remove(recordingId)
    } catch (error) {
      // The next start begins again.
      if (signal.aborted) return
      this.#report(videoId, `A recording could not be made a video: ${oneLine(error)}`)
      this.#failed.set(videoId, recordingId)
      await failDraft(this.#parts, { recordingId, videoId, creatorId })
    }
  }

  /** Once a broadcast, however often its owner changes something. */
  #reportRoomless(streamId: string, startedAt: Date): void {
    if (this.#outOfSpace.get(streamId) === startedAt.getTime()) return
    this.#outOfSpace.set(streamId, startedAt.getTime())
    this.#report(streamId, 'A stream is not recorded: there is too little room on the disk.')
  }

  /** For the operator: in the process's log, and on the page of logs. */
  #report(id: string, message: string): void {
    const { db, log } = this.#parts
    log.error({ id }, message)
    this.#keep(recordLog(db, { level: 'error', category: 'recordings', message, metadata: { id } }), id)
  }

  #keep(work: Promise<void>, id: string): void {
    const kept = work
      .catch((error: unknown) =>
        this.#parts.log.error({ err: error, id }, 'a recording could not be settled'),
      )
      .finally(() => this.#pending.delete(kept))
    this.#pending.add(kept)
  }
}
