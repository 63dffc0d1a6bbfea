import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { type JobRun, RetryLater } from '#server/jobs/job-handler.ts'
import type { Storage } from '#server/storage/storage.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import { listFiles } from '../files/queries.ts'
import { storageKey } from '../files/video-files.ts'
import type { VideoFileRow } from '../schema.ts'
import { type ProcessableVideo, findProcessable } from './queries.ts'

/** Dependencies that a worker has as well as the app. */
export type ProcessingDependencies = Pick<
  Context,
  'db' | 'events' | 'images' | 'log' | 'nodeId' | 'publish' | 'transcoder'
> & {
  storage: Storage
  workingFolders: WorkingFolders
  /** Returns how many bytes a creator may still store; negative if the allowance is exceeded. */
  remainingStorage(db: Executor, creatorId: string): Promise<number>
}

type TaskLimits = {
  /** Maximum time of each task, if shorter than the limit for the duration of the video. */
  maxTaskMs?: number
  /** Maximum processor time of each task. */
  maxTaskCpuMs?: number
  /** Niceness of the tasks' processes; the lowest priority by default. */
  niceness?: number
}

/** One attempt of a job to process a video. */
export type ProcessingRun = {
  dependencies: ProcessingDependencies
  limits: TaskLimits
  video: ProcessableVideo
  /** The files that were stored when the attempt began. */
  files: readonly VideoFileRow[]
  /** Local path of the original. */
  input: string
  folder: WorkingFolder
  /** Aborts when the process stops, and when the video is deleted or has failed. */
  signal: AbortSignal
  isLastAttempt: boolean
}

/** A permanent failure: no further attempt can process the video. */
export type ProcessingFailure = { video: ProcessableVideo; error: unknown }

/** The video was deleted or has failed while it was processed. */
export class VideoGone extends Error {
  override name = 'VideoGone'
}

/**
 * Runs an attempt to process a video, in a working folder of its own; aborts it when the video is deleted. Does nothing for a
 * video that was deleted or has failed. Returns a permanent failure of `work`; throws an error that a retry may solve.
 */
export async function processVideo(
  dependencies: ProcessingDependencies,
  { videoId, jobRun, ...limits }: TaskLimits & { videoId: string; jobRun: JobRun },
  work: (run: ProcessingRun) => Promise<void>,
): Promise<ProcessingFailure | undefined> {
  const { db, storage, workingFolders } = dependencies
  const video = await findProcessable(db, videoId)
  const files = await listFiles(db, [videoId])
  const original = files.find(({ kind }) => kind === 'original')
  if (!video || !original) return undefined
  const watch = watchVideo(dependencies, videoId)
  const signal = AbortSignal.any([jobRun.signal, watch.signal])
  const { isLastAttempt } = jobRun
  try {
    await storage.withLocalFile(original.key, (input) =>
      workingFolders.use(videoId, (folder) =>
        work({ dependencies, limits, video, files, input, folder, signal, isLastAttempt }),
      ),
    )
    return undefined
  } catch (error) {
    jobRun.signal.throwIfAborted()
    if (watch.signal.reason instanceof VideoGone || error instanceof VideoGone) return undefined
    if (isOutOfSpace(error)) throw new RetryLater(error.message, SPACE_RETRY_SECONDS)
    if (!isPermanent(error) && !isLastAttempt) throw error
    return { video, error }
  } finally {
    watch.stop()
  }
}

/** Long, because a person has to free disk space. */
const SPACE_RETRY_SECONDS = 600

const isOutOfSpace = (error: unknown): error is TranscodeError =>
  error instanceof TranscodeError && error.problem === 'outOfSpace'

/** Whether another attempt would fail again. */
export function isPermanent(error: unknown): error is TranscodeError {
  return error instanceof TranscodeError && !error.isTemporary
}

/** Interval at which a task checks whether its video was deleted. */
const CHECK_INTERVAL_MS = 1000

/** Returns a signal that aborts when a video is deleted or has failed, by any process. */
function watchVideo({ db, log }: ProcessingDependencies, videoId: string) {
  const gone = new AbortController()
  const check = async () => {
    if (!(await findProcessable(db, videoId))) gone.abort(new VideoGone())
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error, videoId }, 'a processed video was not found'))
  }, CHECK_INTERVAL_MS)
  return { signal: gone.signal, stop: () => clearInterval(timer) }
}

type FolderDependencies = {
  config: Pick<Config, 'dataDir'>
  db: Executor
  log: Logger
  storage: Storage
}

/** The files of one attempt to process a video. They are stored under keys that no other attempt uses. */
export type WorkingFolder = { path: string; keyPrefix: string }

/** The name of a folder: the id of its video, and a random part per attempt. */
const FOLDER = /^[\da-f-]{36}-[\da-f]{12}$/
const [ID_LENGTH, ATTEMPT_BYTES] = [36, 6]

/**
 * The folders of unfinished files, one per attempt. A file stays in its folder until its row is committed, so the folders of
 * a killed process list every storage key that may have no row.
 */
export class WorkingFolders {
  readonly #dependencies: FolderDependencies
  readonly #root: string

  /** An app and a worker have a folder each. */
  private constructor(dependencies: FolderDependencies, role: 'app' | 'worker') {
    this.#dependencies = dependencies
    this.#root = path.join(dependencies.config.dataDir, 'transcoding', role)
  }

  /** Opens the folders of a process, and removes the folders of a killed one. */
  static async open(dependencies: FolderDependencies, role: 'app' | 'worker'): Promise<WorkingFolders> {
    const folders = new WorkingFolders(dependencies, role)
    await mkdir(folders.#root, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folders.#root)) await folders.#remove(name)
    return folders
  }

  /** Creates a folder for `work`, and removes it afterwards with all stored files that have no row. */
  async use<Result>(videoId: string, work: (folder: WorkingFolder) => Promise<Result>): Promise<Result> {
    const name = `${videoId}-${randomBytes(ATTEMPT_BYTES).toString('hex')}`
    const folder = path.join(this.#root, name)
    await mkdir(folder, { mode: 0o700 })
    try {
      return await work({ path: folder, keyPrefix: storageKey(name, '') })
    } finally {
      await this.#remove(name).catch((error: unknown) =>
        this.#dependencies.log.warn({ err: error, videoId }, 'unfinished files remain until the next start'),
      )
    }
  }

  async #remove(name: string): Promise<void> {
    const { db, storage } = this.#dependencies
    const folder = path.join(this.#root, name)
    const files = FOLDER.test(name) ? await readdir(folder) : []
    const keys = files.map((file) => storageKey(name, file))
    const rows = keys.length === 0 ? [] : await listFiles(db, [name.slice(0, ID_LENGTH)])
    const storedKeys = new Set(rows.map(({ key }) => key))
    for (const key of keys) if (!storedKeys.has(key)) await storage.delete(key)
    await rm(folder, { recursive: true, force: true })
  }
}
