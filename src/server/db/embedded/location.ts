import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findValue, readOrCreateValue } from '#server/startup/data-dir.ts'
import { codeOf, oneLine, StartupError } from '#server/startup/startup-error.ts'
import type { RunAs } from './watched-process.ts'

/** Where an embedded server keeps its files, and as whom it runs. */
export type ServerLocation = {
  /** The database's own files; missing until the first start has made them. */
  data: string
  /** Where a copy of the binaries goes, and whether there must be one. */
  binaries: { copyTo: string; needsCopy: boolean }
  /** Where the folder of the socket is made; short, for a socket's path has at most 107 bytes. */
  sockets: string
  /** `null` means as ourselves. */
  runAs: RunAs | null
  /** Called once the data is there. */
  remember(): Promise<void>
}

/**
 * As an ordinary user everything lies in `dataDir`. PostgreSQL refuses to run as root, and the
 * unprivileged user that then runs it may not enter `dataDir`: as root the database lies under
 * `/var/lib/creative-wave`, in a folder named by an id that is kept in `dataDir`.
 * @throws {StartupError} when what `dataDir` remembers does not fit
 */
export async function locationOf(dataDir: string): Promise<ServerLocation> {
  return process.getuid?.() === 0 ? placeAsRoot(dataDir) : ordinaryPlace(dataDir)
}

/** The folder that root's database of `dataDir` lies in; `null` where root never started on it. */
export async function rootLocationOf(dataDir: string): Promise<string | null> {
  const id = await findValue(dataDir, ID_FILE)
  return id === null ? null : join(ROOT_PLACES, id)
}

/** The user that runs the server when we are root: the system's own `nobody`. */
export async function unprivilegedUser(): Promise<RunAs> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch (error) {
    throw new StartupError(
      `PostgreSQL does not run as root and there is no user 'nobody' (${oneLine(error)}): start as another user, or set DATABASE_URL.`,
    )
  }
}

/** A folder of a mode that the umask has no say in, owned by the server's user when that is not us. */
export async function makeServerFolder(path: string, mode: number, owner: RunAs | null): Promise<void> {
  await mkdir(path, { recursive: true, mode })
  await chmod(path, mode)
  if (owner) await chown(path, owner.uid, owner.gid)
}

const ROOT_PLACES = '/var/lib/creative-wave'
const ID_FILE = 'database-id'
/** There once the database is: from then on its absence is a loss, no first start. */
const MADE_FILE = 'database-made'
const run = promisify(execFile)

async function ordinaryPlace(dataDir: string): Promise<ServerLocation> {
  if ((await findValue(dataDir, ID_FILE)) !== null) {
    throw new StartupError(`The database of DATA_DIR ${dataDir} was made by root: start as root.`)
  }
  const root = join(dataDir, 'postgres')
  await makeServerFolder(root, 0o700, null)
  return {
    data: join(root, 'data'),
    binaries: { copyTo: root, needsCopy: false },
    sockets: shortTemporaryFolder(),
    runAs: null,
    remember: async () => {},
  }
}

async function placeAsRoot(dataDir: string): Promise<ServerLocation> {
  await refuseForeignDatabase(dataDir)
  const id = await readOrCreateValue(dataDir, ID_FILE, () => randomBytes(6).toString('hex'))
  const root = join(ROOT_PLACES, id)
  const data = join(root, 'data')
  if ((await findValue(dataDir, MADE_FILE)) !== null && !(await exists(data))) {
    throw new StartupError(
      `The database ${data}, which belongs to DATA_DIR ${dataDir}, is gone: bring it back, or remove ${join(dataDir, MADE_FILE)} to begin with an empty one.`,
    )
  }
  await makeRootPlace(root)
  return {
    data,
    binaries: { copyTo: ROOT_PLACES, needsCopy: true },
    sockets: root,
    runAs: await unprivilegedUser(),
    remember: async () => {
      await readOrCreateValue(dataDir, MADE_FILE, () => new Date().toISOString())
    },
  }
}

async function makeRootPlace(root: string): Promise<void> {
  try {
    await makeServerFolder(ROOT_PLACES, 0o755, null)
    await makeServerFolder(root, 0o755, null)
    await removeOldSocketFolders(root)
  } catch (error) {
    throw new StartupError(
      `Root's database lies in ${root}, which cannot be written (${oneLine(error)}): make that possible, start as another user, or set DATABASE_URL.`,
    )
  }
}

/** Beginning anew beside a database that an ordinary user made would look like its loss. */
async function refuseForeignDatabase(dataDir: string): Promise<void> {
  const data = join(dataDir, 'postgres', 'data')
  if (!(await exists(data))) return
  const { uid } = await stat(data)
  throw new StartupError(
    `The database of DATA_DIR ${dataDir} was made by the user with id ${uid}: start as that user, or set DATA_DIR to another folder.`,
  )
}

/** Those of starts that were killed together with their watchdog; nothing runs here now. */
async function removeOldSocketFolders(root: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => name.startsWith(SOCKET_PREFIX))
  for (const name of names) await rm(join(root, name), { recursive: true, force: true })
}

/** Start of the names of the folders that hold a socket. */
export const SOCKET_PREFIX = 'cw-'

function shortTemporaryFolder(): string {
  const folder = tmpdir()
  return Buffer.byteLength(folder) <= 60 ? folder : '/tmp'
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}
