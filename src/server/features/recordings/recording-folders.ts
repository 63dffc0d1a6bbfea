import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

/** The folders in which recordings lie until they are videos, one each. */
export class RecordingFolders {
  readonly #root: string
  /** What recordings leave free: the database lies on the same disk. */
  readonly minFreeBytes: number

  constructor(root: string, minFreeBytes: number) {
    this.#root = root
    this.minFreeBytes = minFreeBytes
  }

  of(recordingId: string): string {
    return path.join(this.#root, recordingId)
  }

  /** Makes it unless it is there. */
  async make(recordingId: string): Promise<string> {
    const folder = this.of(recordingId)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  /** Whether nothing was ever written into it. */
  async isEmpty(recordingId: string): Promise<boolean> {
    const names = await readdir(this.of(recordingId)).catch(() => [])
    return names.length === 0
  }

  async remove(recordingId: string): Promise<void> {
    await rm(this.of(recordingId), { recursive: true, force: true })
  }

  /** Removes what belongs to no recording any more. */
  async keepOnly(recordingIds: readonly string[]): Promise<void> {
    const known = new Set(recordingIds)
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#root)) if (!known.has(name)) await this.remove(name)
  }

  /** Bytes that are missing until recording is allowed; 0 when there is room. */
  async missingBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root)
    return Math.max(0, this.minFreeBytes - bavail * bsize)
  }
}
