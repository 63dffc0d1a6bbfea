import type { WorkerContext } from '#server/feature.ts'
import { defineService } from '#server/services.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Storage } from '#server/storage/storage.ts'
import { storageKey } from '../files/video-files.ts'
import { listStoredKeys } from './queries.ts'

type Dependencies = {
  config: Pick<Config, 'dataDir'>
  db: Executor
  log: Logger
  storage: Storage
}

/** The files of one attempt to process a video. They are stored under keys that no other attempt uses. */
export type WorkingFolder = {
  path: string
  /** Returns the key under which a file of the folder is stored. */
  keyOf(file: string): string
}

/** A folder is named by the id of its video, and by what distinguishes the attempts. */
const FOLDER = /^[\da-f-]{36}-[\da-f]{12}$/
const [ID_LENGTH, ATTEMPT_BYTES] = [36, 6]

/**
 * The folders of unfinished files, one per attempt. A file stays in its folder until its row is committed: those in the
 * folder of a killed process name all keys that were stored perhaps without a row.
 */
export class WorkingFolders {
  readonly #dependencies: Dependencies
  readonly #root: string

  /** An app and a worker have a folder each. */
  private constructor(dependencies: Dependencies, role: 'app' | 'worker') {
    this.#dependencies = dependencies
    this.#root = path.join(dependencies.config.dataDir, 'transcoding', role)
  }

  /** Opens the folders of a process, and removes what was left by one that was killed. */
  static async open(dependencies: Dependencies, role: 'app' | 'worker'): Promise<WorkingFolders> {
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
      return await work({ path: folder, keyOf: (file) => storageKey(name, file) })
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
    const storedKeys = await listStoredKeys(db, name.slice(0, ID_LENGTH), keys)
    for (const key of keys) if (!storedKeys.has(key)) await storage.delete(key)
    await rm(folder, { recursive: true, force: true })
  }
}

/** The folders of this process: an app and a worker have some each. */
export const workingFoldersService = defineService('working folders', (context: WorkerContext) =>
  WorkingFolders.open(context, context.role),
)
