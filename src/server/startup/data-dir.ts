import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockFolder } from './data-dir-lock.ts'
import { codeOf, oneLine, StartupError } from './startup-error.ts'

/** The folder with everything that this installation stores on disk, locked for this process. */
export type DataDir = {
  path: string
  release(): void
}

/**
 * Creates the folder (mode 700) if it is missing, and locks it until `release` is called or the process ends.
 * @throws {StartupError} when it cannot be written, or another process has locked it
 */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await makeFolder(path)
    const release = await lockFolder(path, 'app')
    return { path, release }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `DATA_DIR ${path} cannot be written (${reason(error)}): give this user the right to, or set DATA_DIR to another folder.`,
    )
  }
}

/**
 * Returns the value stored in the file `name` of the folder. The first call creates it with `make`: atomically, in a
 * file of mode 600.
 * @throws {StartupError} when the file cannot be read or is empty
 */
export async function readOrCreateValue(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = join(dataDir, name)
  const stored = await readValue(file)
  if (stored !== null) return stored
  const created = make()
  await writeAtomically(file, created)
  return created
}

/** Returns the value stored in the file `name` of the folder, or `null` if there is none. */
export async function findValue(dataDir: string, name: string): Promise<string | null> {
  return readValue(join(dataDir, name))
}

/** Returns 256 random bits as base64url text. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

async function makeFolder(path: string): Promise<void> {
  await makeRecursively(path)
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  if (!(await stat(path)).isDirectory()) throw new Error('a file is in its place')
}

/** Not `mkdir` with `recursive`: it never returns where the system fails with ENOENT for an existing folder (/proc). */
async function makeRecursively(path: string): Promise<void> {
  try {
    await makeIfMissing(path)
  } catch (error) {
    const parent = dirname(path)
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error
    await makeRecursively(parent)
    await makeIfMissing(path)
  }
}

/** Creates the folder for this OS user only, whatever the umask; an existing one is left as it is. */
async function makeIfMissing(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

async function readValue(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartupError(`${file} cannot be read (${reason(error)}): give this user the right to.`)
  })
  if (text === null) return null
  const stored = text.trim()
  if (stored === '') throw new StartupError(`${file} is empty: bring it back from a backup.`)
  if (((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600)
  return stored
}

async function writeAtomically(file: string, text: string): Promise<void> {
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
  const reasonByCode: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EROFS: 'read-only file system',
    ENOTDIR: 'a part of the path is a file',
    ENOENT: 'no folder can be made there',
    ENOSPC: 'the disk is full',
  }
  return reasonByCode[codeOf(error)] ?? oneLine(error)
}
