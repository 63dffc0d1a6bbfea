import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf, StartupError } from './startup-error.ts'

/**
 * Locks a folder for this process until the returned function is called or the process ends, even when it is killed.
 *
 * Each contender creates its own named pipe and keeps it open for reading. Opening a pipe for writing with O_NONBLOCK
 * succeeds only while a process has it open for reading, so the kernel itself detects live contenders, without process
 * ids, which may be reused, and without clocks. Of two concurrent contenders at least one sees the other, backs off for
 * a random time and retries.
 *
 * A folder has one lock for an app and one for a worker.
 * @throws {StartupError} when a running process has the lock
 */
export async function lockFolder(folder: string, role: LockRole): Promise<() => void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const release = await tryLock(folder, role)
    if (release) return release
    await wait(20 + Math.random() * 200)
  }
  throw alreadyRunning(folder, role)
}

type LockRole = 'app' | 'worker'

const ATTEMPTS = 15
const PREFIXES = { app: 'running-', worker: 'worker-' }
const run = promisify(execFile)

async function tryLock(folder: string, role: LockRole): Promise<(() => void) | null> {
  const candidate = join(folder, `${PREFIXES[role]}${process.pid}-${randomBytes(4).toString('hex')}.try`)
  const lock = candidate.replace(/try$/, 'lock')
  await run('mkfifo', ['-m', '600', candidate])
  const pipe = openForReading(candidate)
  if (pipe === null) return null
  const others = findContenders(folder, role, candidate)
  if (others.length === 0 && tryRename(candidate, lock)) return () => closeAndRemove(pipe, lock)
  closeAndRemove(pipe, candidate)
  if (others.includes('locked')) throw alreadyRunning(folder, role)
  return null
}

/** Returns `null` when another contender removed the pipe before it was opened. */
function openForReading(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Returns the state of every other live contender, and removes the pipes of ended processes. */
function findContenders(folder: string, role: LockRole, ownPath: string): ('trying' | 'locked')[] {
  const paths = readdirSync(folder).map((name) => join(folder, name))
  return paths.flatMap((path) => {
    if (!path.startsWith(join(folder, PREFIXES[role])) || path === ownPath) return []
    const state = pipeState(path)
    // Renamed or removed since `readdirSync`: counts as a contender, so that this attempt is repeated.
    if (state === 'moved') return ['trying']
    if (state === 'read') return [path.endsWith('.lock') ? 'locked' : 'trying']
    rmSync(path, { force: true })
    return []
  })
}

function pipeState(path: string): 'read' | 'unread' | 'moved' {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK))
    return 'read'
  } catch (error) {
    if (codeOf(error) === 'ENXIO') return 'unread'
    if (codeOf(error) === 'ENOENT') return 'moved'
    throw error
  }
}

/** Returns false when another contender has removed the pipe as an unread one: the caller has to try again. */
function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

function closeAndRemove(pipe: number, path: string): void {
  closeSync(pipe)
  rmSync(path, { force: true })
}

function alreadyRunning(folder: string, role: LockRole): StartupError {
  return new StartupError(
    role === 'app'
      ? `Another Creative Wave is running on DATA_DIR ${folder}: stop it first, or set DATA_DIR to another folder.`
      : `Another worker is running on DATA_DIR ${folder}: one is enough.`,
  )
}
