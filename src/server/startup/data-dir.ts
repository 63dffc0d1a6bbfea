import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockFolder } from './data-dir-lock.ts'
import { codeOf, oneLine, StartupError } from './startup-error.ts'

/** Everything this installation keeps on disk; held by one process at a time. */
export type DataDir = {
  path: string
  release(): void
}

/**
 * Makes the folder (mode 700) where it is missing, and holds it until `release` or the end of the process.
 * @throws {StartupError} when it cannot be written, or when another process holds it
 */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await makeFolder(path)
    const release = await lockFolder(path)
    return { path, release }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `DATA_DIR ${path} cannot be written (${reason(error)}): give this user the right to, or set DATA_DIR to another folder.`,
    )
  }
}

/**
 * The value kept under `name` in the folder, made at the first call. The file has mode 600, and
 * appears whole or not at all.
 */
export async function readOrCreateValue(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = join(dataDir, name)
  const kept = await readKept(file)
  if (kept !== null) return kept
  const made = make()
  await writeWhole(file, made)
  return made
}

/** The value kept under `name`, or `null` where none is. */
export async function findValue(dataDir: string, name: string): Promise<string | null> {
  return readKept(join(dataDir, name))
}

/** 256 random bits as text that is safe in a URL and in a file. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

async function makeFolder(path: string): Promise<void> {
  await makeMissing(path)
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  if (!(await stat(path)).isDirectory()) throw new Error('a file is in its place')
}

/** Node's own recursive mkdir never returns where the system answers ENOENT for a folder that is there (/proc). */
async function makeMissing(path: string): Promise<void> {
  try {
    await makeOrFind(path)
  } catch (error) {
    const parent = dirname(path)
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error
    await makeMissing(parent)
    await makeOrFind(path)
  }
}

/** Nobody else has anything to look for here; the umask can only narrow the mode. */
async function makeOrFind(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

async function readKept(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartupError(`${file} cannot be read (${reason(error)}): give this user the right to.`)
  })
  if (text === null) return null
  const kept = text.trim()
  if (kept === '') throw new StartupError(`${file} is empty: bring it back from a backup.`)
  if (((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600)
  return kept
}

async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.part`
  await rm(part, { force: true })
  const handle = await open(part, 'wx', 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(part, file)
}

function reason(error: unknown): string {
  const known: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EROFS: 'read-only file system',
    ENOTDIR: 'a part of the path is a file',
    ENOENT: 'no folder can be made there',
    ENOSPC: 'the disk is full',
  }
  return known[codeOf(error)] ?? oneLine(error)
}
