import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import type { Storage } from '#server/storage/storage.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import type { ResultOf, TranscodeTask } from '#transcode/protocol.ts'
import { type NewVideoFile, listFiles } from '../files/queries.ts'
import type { VideoFileRow } from '../schema.ts'
import { publishVideoChanges } from '../video-changes.ts'
import { Progress } from './progress.ts'
import { type ProcessedVideo, insertMissingFiles, lockProcessed } from './queries.ts'
import { timeLimitOf } from './time-limits.ts'
import type { WorkingFolder, WorkingFolders } from './working-folders.ts'

/** The dependencies that a worker has, too. */
export type ProcessingDependencies = Pick<
  Context,
  'db' | 'events' | 'images' | 'log' | 'nodeId' | 'publish' | 'transcoder'
> & {
  storage: Storage
  workingFolders: WorkingFolders
  /** Returns how many bytes a creator may still store; negative if the allowance is exceeded. */
  remainingStorage(db: Executor, creatorId: string): Promise<number>
}

/** The video was deleted or has failed while it was processed. */
export class VideoGone extends Error {
  override name = 'VideoGone'
}

/** A file in the working folder, by the name that it gets. */
export type ProducedFile = Omit<NewVideoFile, 'videoId' | 'key' | 'size'>

/** Half of the cores stay free for the app. */
export const TRANSCODER_THREADS = Math.max(1, Math.min(16, Math.floor(availableParallelism() / 2)))

type RunParts = Pick<ProcessingRun, 'video' | 'files' | 'input' | 'folder' | 'signal' | 'isLastAttempt'> & {
  maxTaskMs?: number
  maxTaskCpuMs?: number
  niceness?: number
}

/** One attempt of a job to process a video. */
export class ProcessingRun {
  readonly dependencies: ProcessingDependencies
  readonly video: ProcessedVideo
  /** The files that are stored. */
  files: readonly VideoFileRow[]
  /** Local path of the original. */
  readonly input: string
  readonly folder: WorkingFolder
  /** Aborts when the process stops, and when the video is deleted or has failed. */
  readonly signal: AbortSignal
  readonly isLastAttempt: boolean
  readonly progress: Progress
  readonly #maxTaskMs: number
  readonly #maxTaskCpuMs: number | undefined
  readonly #niceness: number | undefined

  constructor(dependencies: ProcessingDependencies, parts: RunParts) {
    this.dependencies = dependencies
    this.video = parts.video
    this.files = parts.files
    this.input = parts.input
    this.folder = parts.folder
    this.signal = parts.signal
    this.isLastAttempt = parts.isLastAttempt
    this.#maxTaskMs = parts.maxTaskMs ?? Infinity
    this.#maxTaskCpuMs = parts.maxTaskCpuMs
    this.#niceness = parts.niceness
    this.progress = new Progress(dependencies, parts.video)
  }

  /**
   * Runs a task on the original, within the time limit for a video of so many seconds, and what its creator may still store.
   * @throws {TranscodeError}
   */
  async transcode<Task extends TranscodeTask>(
    task: Task,
    duration: number,
    onProgress: (share: number) => void = () => undefined,
  ): Promise<ResultOf<Task>> {
    const { db, remainingStorage, transcoder } = this.dependencies
    return transcoder.run(task, {
      maxBytes: await remainingStorage(db, this.video.creatorId),
      expectedSeconds: duration,
      timeoutMs: Math.min(this.#maxTaskMs, timeLimitOf(task.type, duration)),
      ...(this.#maxTaskCpuMs !== undefined && { cpuMs: this.#maxTaskCpuMs }),
      ...(this.#niceness !== undefined && { niceness: this.#niceness }),
      signal: this.signal,
      onProgress: (second) => onProgress(Math.min(1, second / Math.max(duration, 1))),
    })
  }

  /**
   * Stores files of the folder, and their rows in one transaction, after `before` in the same one. Files that the video has
   * already are left out: also a poster under another name.
   * @throws {VideoGone} when there is no video for them; {TranscodeError} `overAllowance`
   */
  async store(
    files: readonly ProducedFile[],
    before: (tx: Executor, video: ProcessedVideo) => Promise<void> = async () => {},
  ): Promise<void> {
    const { db } = this.dependencies
    const sizes = await Promise.all(files.map(({ name }) => stat(path.join(this.folder.path, name))))
    const bytes = sizes.reduce((sum, { size }) => sum + size, 0)
    await this.#requireAllowance(db, bytes)
    const rows = await this.#put(files)
    await this.progress.finishWriting()
    await db.transaction(async (tx) => {
      const video = await lockProcessed(tx, this.video.id)
      if (!video) throw new VideoGone()
      // Jobs that run at the same time have each found enough room before.
      await lockUser(tx, video.creatorId)
      await this.#requireAllowance(tx, bytes)
      await before(tx, video)
      const hasPoster = (await listFiles(tx, [video.id])).some(({ kind }) => kind === 'poster')
      await insertMissingFiles(
        tx,
        rows.filter(({ kind }) => kind !== 'poster' || !hasPoster),
      )
      publishVideoChanges(this.dependencies, tx, video.creatorId, [video.id])
      this.files = await listFiles(tx, [video.id])
    })
  }

  async #requireAllowance(db: Executor, bytes: number): Promise<void> {
    if (bytes === 0) return
    const remaining = await this.dependencies.remainingStorage(db, this.video.creatorId)
    if (bytes > remaining)
      throw new TranscodeError('overAllowance', `the creator may store ${remaining} bytes`)
  }

  /** A file without a row is deleted with the working folder. */
  async #put(files: readonly ProducedFile[]): Promise<NewVideoFile[]> {
    const rows: NewVideoFile[] = []
    for (const file of files) {
      const local = path.join(this.folder.path, file.name)
      const key = this.folder.keyOf(file.name)
      const { size } = await stat(local)
      await this.dependencies.storage.putFile(key, local)
      rows.push({ ...file, videoId: this.video.id, nodeId: this.dependencies.nodeId, key, size })
    }
    return rows
  }
}
