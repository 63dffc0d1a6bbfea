import { recordLog } from '#server/logs/queries.ts'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import type { Context } from '#server/feature.ts'
import type { BroadcastRecording } from '#server/features/live/streams/schema.ts'
import { endRecording } from './end-recording.ts'
import { notifyOfRecording } from './notify-creator.ts'
import {
  adoptRecordings,
  deleteRecording,
  findBroadcast,
  findRunningRecording,
  insertRecording,
  listEndedRecordings,
  listRecordingIds,
  listStreamsToReconcile,
  lockRecordedStream,
  setBroadcastRecording,
} from './queries.ts'
import { recordingChanged } from './recording-changes.ts'
import type { RecordingFolders } from './recording-folders.ts'
import type { RecordingRow } from './schema.ts'

type Dependencies = Pick<Context, 'db' | 'disk' | 'engine' | 'log' | 'nodeId' | 'publish'> & {
  folders: RecordingFolders
  /** Returns how many bytes a creator may still store. */
  remainingStorage(creatorId: string): Promise<number>
}

const MAX_CONCURRENT_STREAMS = 4

/**
 * Reconciles this node's recordings with the state of their streams. A broadcast is one recording and becomes one video,
 * also if the engine, the broadcaster or this server was interrupted. When another node takes the broadcast over, the
 * recording ends, and the rest becomes a video of that node.
 */
export class Recordings {
  readonly #dependencies: Dependencies
  /** Serializes the work on one stream. */
  readonly #streamQueue = createFairQueue(MAX_CONCURRENT_STREAMS)
  /** Streams that the engine records, or records once it is up. */
  readonly #recordingStreamIds = new Set<string>()
  /** Broadcasts that are not recorded for lack of space: start (ms since 1970) by stream id. */
  readonly #startsOutOfSpace = new Map<string, number>()
  readonly #pending = new Set<Promise<void>>()
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Resumes the recordings of a server that stopped or was killed. Enqueues the assembly of ended recordings again, including
   * failed ones.
   */
  async resume(): Promise<void> {
    const { db, folders, nodeId } = this.#dependencies
    await adoptRecordings(db, nodeId)
    await folders.removeExcept(await listRecordingIds(db))
    for (const recording of await listEndedRecordings(db, nodeId)) {
      const endedAt = recording.endedAt ?? new Date()
      this.#track(
        db.transaction((tx) => endRecording(this.#dependencies, tx, recording, endedAt)),
        recording.id,
      )
    }
    for (const streamId of await listStreamsToReconcile(db, nodeId)) this.reconcile(streamId)
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

  /** Called when the engine has died, until `onEngineUp`. */
  onEngineDown(affects: (streamId: string) => boolean): void {
    for (const streamId of [...this.#recordingStreamIds].filter(affects))
      this.#queueState(streamId, 'engineDown')
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
    this.#queueState(streamId, 'failed')
    this.#report(streamId, `The recording of a stream stopped: ${message}`)
  }

  /** Stops all recordings if the disk is full. */
  async checkDisk(): Promise<void> {
    if (this.#recordingStreamIds.size === 0 || !(await this.#dependencies.disk.isFull())) return
    for (const streamId of this.#recordingStreamIds) await this.#stopForLackOfSpace(streamId)
  }

  /** Stops the recordings of creators who have used up their storage, and starts those that waited for space. */
  async checkAllowances(): Promise<void> {
    for (const streamId of this.#startsOutOfSpace.keys()) this.reconcile(streamId)
    for (const streamId of this.#recordingStreamIds)
      if (await this.#hasUsedUpStorage(streamId)) await this.#stopForLackOfSpace(streamId)
  }

  async #stopForLackOfSpace(streamId: string): Promise<void> {
    this.#recordingStreamIds.delete(streamId)
    await this.#stopEngineRecording(streamId)
    // Stores and reports the reason; the recording starts again once there is space.
    this.reconcile(streamId)
  }

  /** Whether the parts of a stream's running recording exceed the creator's remaining storage. */
  async #hasUsedUpStorage(streamId: string): Promise<boolean> {
    const { db, folders, nodeId, remainingStorage } = this.#dependencies
    const broadcast = await findBroadcast(db, streamId)
    if (!broadcast) return false
    const running = await findRunningRecording(db, streamId, nodeId)
    const recordedBytes = running ? await folders.sizeOf(running.id) : 0
    return recordedBytes >= (await remainingStorage(broadcast.streamerId))
  }

  /** Stops the engine's recordings, with all packets written; the next start resumes them. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#pending)
    await Promise.all([...this.#recordingStreamIds].map((streamId) => this.#stopEngineRecording(streamId)))
  }

  async #reconcile(streamId: string): Promise<void> {
    if (this.#isClosed) return
    const { db, nodeId } = this.#dependencies
    const broadcast = await findBroadcast(db, streamId)
    const startedAt = broadcast?.isLive && broadcast.nodeId === nodeId ? broadcast.startedAt : null
    const running = await findRunningRecording(db, streamId, nodeId)
    if (running && running.startedAt.getTime() !== startedAt?.getTime())
      await this.#endRecording(streamId, running, broadcast?.endedAt ?? new Date())
    if (startedAt && broadcast?.recordStream) return this.#startRecording(streamId, startedAt)
    const wasOutOfSpace = this.#startsOutOfSpace.delete(streamId)
    if (this.#recordingStreamIds.delete(streamId)) await this.#stopEngineRecording(streamId)
    if (startedAt) await this.#setState(streamId, null)
    else if (wasOutOfSpace && !running) await this.#notifyOfEmptyRecording(streamId)
  }

  async #startRecording(streamId: string, startedAt: Date): Promise<void> {
    const { db, disk, engine, folders, nodeId } = this.#dependencies
    if (this.#recordingStreamIds.has(streamId)) return
    if (!(await disk.hasRoomFor(0))) {
      this.#reportOutOfSpace(streamId, startedAt)
      return this.#setState(streamId, 'noSpace')
    }
    if (await this.#hasUsedUpStorage(streamId)) {
      this.#startsOutOfSpace.set(streamId, startedAt.getTime())
      return this.#setState(streamId, 'storageFull')
    }
    this.#startsOutOfSpace.delete(streamId)
    const recording = await insertRecording(db, { streamId, nodeId, startedAt })
    const folder = await folders.create(recording.id)
    // Added before the call, as `recordingFailed` may fire during it. `onEngineUp` repeats a call that has failed.
    this.#recordingStreamIds.add(streamId)
    const isRecorded = await engine.record(streamId, folder).then(
      () => true,
      (error: unknown) => {
        this.#dependencies.log.warn({ err: error, streamId }, 'the engine does not record yet')
        return false
      },
    )
    if (this.#recordingStreamIds.has(streamId))
      await this.#setState(streamId, isRecorded ? 'recording' : 'engineDown')
  }

  /** Ends a recording. Deletes an empty one, and notifies the creator. */
  async #endRecording(streamId: string, recording: RecordingRow, endedAt: Date): Promise<void> {
    const { db, folders } = this.#dependencies
    // The engine stops before the end is stored: the assembly may start at once, and needs all packets.
    this.#recordingStreamIds.delete(streamId)
    await this.#stopEngineRecording(streamId)
    if (!(await folders.isEmpty(recording.id)))
      return db.transaction((tx) => endRecording(this.#dependencies, tx, recording, endedAt))
    await deleteRecording(db, recording.id)
    await this.#notifyOfEmptyRecording(streamId)
    await folders.remove(recording.id)
  }

  async #notifyOfEmptyRecording(streamId: string): Promise<void> {
    await this.#dependencies.db.transaction(async (tx) => {
      const stream = await lockRecordedStream(tx, streamId)
      if (stream) await notifyOfRecording(this.#dependencies, tx, stream.streamerId, { streamId })
    })
  }

  /** Stores the state after the current work on the stream. */
  #queueState(streamId: string, recording: BroadcastRecording): void {
    this.#track(
      this.#streamQueue(streamId, () => this.#setState(streamId, recording)),
      streamId,
    )
  }

  async #setState(streamId: string, recording: BroadcastRecording | null): Promise<void> {
    const { db, nodeId, publish } = this.#dependencies
    await db.transaction(async (tx) => {
      const isChanged = await setBroadcastRecording(tx, { streamId, nodeId }, recording)
      if (isChanged) publish(tx, recordingChanged({ streamId }))
    })
  }

  async #stopEngineRecording(streamId: string): Promise<void> {
    await this.#dependencies.engine.stopRecording(streamId).catch((error: unknown) => {
      this.#dependencies.log.warn({ err: error, streamId }, 'the engine could not close a recording')
    })
  }

  /** Reports at most once per broadcast, as each change of the stream causes a reconciliation. */
  #reportOutOfSpace(streamId: string, startedAt: Date): void {
    if (this.#startsOutOfSpace.get(streamId) === startedAt.getTime()) return
    this.#startsOutOfSpace.set(streamId, startedAt.getTime())
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
