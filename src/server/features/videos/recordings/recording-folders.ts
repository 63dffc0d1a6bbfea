import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { codeOf } from '#server/startup/startup-error.ts'
import { folderSize } from '#server/storage/folder-size.ts'

/** The folders with the parts of this node's recordings, one per recording, until they are assembled. */
export class RecordingFolders {
  readonly #root: string

  constructor({ dataDir }: Pick<Config, 'dataDir'>) {
    this.#root = path.join(dataDir, 'recordings')
  }

  pathOf(recordingId: string): string {
    return path.join(this.#root, recordingId)
  }

  async create(recordingId: string): Promise<string> {
    const folder = this.pathOf(recordingId)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  /** True also for a missing folder. */
  async isEmpty(recordingId: string): Promise<boolean> {
    const names = await readdir(this.pathOf(recordingId)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      return []
    })
    return names.length === 0
  }

  /** Bytes of the parts of a recording; 0 for a missing folder. */
  sizeOf(recordingId: string): Promise<number> {
    return folderSize(this.pathOf(recordingId))
  }

  async remove(recordingId: string): Promise<void> {
    await rm(this.pathOf(recordingId), { recursive: true, force: true })
  }

  /** Removes the folders of all other recordings. */
  async removeExcept(recordingIds: readonly string[]): Promise<void> {
    const keptNames = new Set(recordingIds)
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#root)) if (!keptNames.has(name)) await this.remove(name)
  }
}
