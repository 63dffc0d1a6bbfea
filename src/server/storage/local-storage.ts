import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { StartupError, codeOf, oneLine } from '#server/startup/startup-error.ts'
import { type ByteRange, type ListedFile, type Storage, mediaTypeOf } from './storage.ts'

/**
 * Folder of the files that a process is writing; an app and a worker have one each. Keys do not begin with a dot, so none
 * can address it.
 */
const PARTS = { app: '.parts', worker: '.parts-of-worker' }

/**
 * Opens a storage in a local folder, which is created if missing. No other process of the same role may use it.
 * @throws {StartupError} when the folder cannot be written
 */
export async function openLocalStorage(root: string, role: keyof typeof PARTS = 'app'): Promise<Storage> {
  const parts = path.join(root, PARTS[role])
  await withStartupError(root, async () => {
    await mkdir(root, { recursive: true, mode: 0o700 })
    // Removes the unfinished files of a killed process.
    await rm(parts, { recursive: true, force: true })
    await mkdir(parts, { mode: 0o700 })
  })
  const store = async (key: string, write: (part: string) => Promise<void>) => {
    if (mediaTypeOf(key) === undefined) throw new Error(`'${key}' is no key of the storage`)
    const file = path.join(root, key)
    const part = path.join(parts, randomUUID())
    try {
      await write(part)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await rename(part, file)
      await sync(path.dirname(file), 'r')
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
  return {
    put: (key, bytes) => store(key, (part) => writeSynced(part, bytes)),
    putFile: (key, source) => store(key, (part) => linkOrCopy(source, part)),
    async stat(key) {
      const type = mediaTypeOf(key)
      const found = type === undefined ? null : await nullIfMissing(stat(path.join(root, key)))
      return found && type !== undefined ? { size: found.size, type } : null
    },
    async open(key, range) {
      return mediaTypeOf(key) === undefined ? null : openFile(path.join(root, key), range)
    },
    async withLocalFile(key, use) {
      if (mediaTypeOf(key) === undefined) throw new Error(`'${key}' is no key of the storage`)
      const file = path.join(root, key)
      await access(file)
      return use(file)
    },
    async delete(key) {
      if (mediaTypeOf(key) !== undefined) await nullIfMissing(rm(path.join(root, key)))
    },
    list: () => listFiles(root),
  }
}

async function withStartupError(root: string, prepare: () => Promise<void>): Promise<void> {
  try {
    await prepare()
  } catch (error) {
    throw new StartupError(
      `The folder ${root} cannot be written (${oneLine(error)}): give this user the right to, or set DATA_DIR to another folder.`,
    )
  }
}

/** Flushes the file to disk before it returns, so that its key never names an empty file after a power cut. */
async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates a hard link where the file system supports it, so that large files are not copied; else copies the file. */
async function linkOrCopy(source: string, part: string): Promise<void> {
  await link(source, part).catch(() =>
    copyFile(source, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
  )
  await chmod(part, 0o600)
  await sync(part, 'r+')
}

async function sync(file: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(file, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Larger reads cost less CPU a byte; each response that is being sent holds up to two of them. */
const READ_BYTES = 128 * 1024

async function openFile(file: string, range?: ByteRange): Promise<Readable | null> {
  const handle = await nullIfMissing(open(file, 'r'))
  // The stream closes the file when it ends or is destroyed.
  return handle && handle.createReadStream({ ...range, highWaterMark: READ_BYTES })
}

async function* listFiles(root: string): AsyncGenerator<ListedFile> {
  for await (const entry of await opendir(root, { recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const key = path.relative(root, file).split(path.sep).join('/')
    if (!entry.isFile() || mediaTypeOf(key) === undefined) continue
    const found = await nullIfMissing(stat(file))
    if (found) yield { key, size: found.size, storedAt: found.mtime }
  }
}

async function nullIfMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}
