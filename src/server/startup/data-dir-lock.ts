import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf, StartupError } from './startup-error.ts'

/**
 * Holds a folder for this process, until the returned function is called or the process ends in
 * whatever way: a killed one leaves nothing that the next has to doubt.
 *
 * Each contender makes a named pipe of its own and keeps it open for reading. Opening a pipe for
 * writing without waiting succeeds exactly while somebody reads it, so the system itself says who is
 * alive: no process ids that may have been reused, and no clocks. Of two that come at the same
 * moment at least one sees the other and steps back for a random moment.
 * @throws {StartupError} when a living process holds it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const release = await tryToHold(folder)
    if (release) return release
    await wait(20 + Math.random() * 200)
  }
  throw busy(folder)
}

const ATTEMPTS = 15
const PREFIX = 'running-'
const run = promisify(execFile)

async function tryToHold(folder: string): Promise<(() => void) | null> {
  const trying = join(folder, `${PREFIX}${process.pid}-${randomBytes(4).toString('hex')}.try`)
  const held = trying.replace(/try$/, 'lock')
  await run('mkfifo', ['-m', '600', trying])
  const pipe = openForReading(trying)
  if (pipe === null) return null
  const others = contenders(folder, trying)
  if (others.length === 0 && renamed(trying, held)) return () => letGo(pipe, held)
  letGo(pipe, trying)
  if (others.includes('holds')) throw busy(folder)
  return null
}

/** `null` when another contender cleared the pipe away before it was opened. */
function openForReading(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** What every other living contender does; the pipes of ended processes are cleared away. */
function contenders(folder: string, own: string): ('tries' | 'holds')[] {
  const paths = readdirSync(folder).map((name) => join(folder, name))
  return paths.flatMap((path) => {
    if (!path.startsWith(join(folder, PREFIX)) || path === own) return []
    const state = pipeState(path)
    // One that was renamed or removed in this very moment: look again later.
    if (state === 'moved') return ['tries']
    if (state === 'read') return [path.endsWith('.lock') ? 'holds' : 'tries']
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

/** False when another took the pipe for a dead one's and removed it: then this one has to try again. */
function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

function letGo(pipe: number, path: string): void {
  closeSync(pipe)
  rmSync(path, { force: true })
}

function busy(folder: string): StartupError {
  return new StartupError(
    `Another Creative Wave is running on DATA_DIR ${folder}: stop it first, or set DATA_DIR to another folder.`,
  )
}
