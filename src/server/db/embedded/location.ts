import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findValue, readOrCreateValue } from '#server/startup/data-dir.ts'
import { codeOf, oneLine, StartupError } from '#server/startup/startup-error.ts'
import type { RunAs } from './watched-process.ts'

/** The folders of an embedded server, and the OS user that it runs as. */
export type ServerLocation = {
  /** PostgreSQL's data folder; missing until the first start has created it. */
  data: string
  /** The folder for a copy of the binaries, and whether a copy is required. */
  binaries: { copyTo: string; needsCopy: boolean }
  /** Parent of the Unix socket's folder; short, because the path of a socket has at most 107 bytes. */
  sockets: string
  /** `null` means the user of this process. */
  runAs: RunAs | null
  /** Called once the data folder exists. */
  recordCreation(): Promise<void>
}

/**
 * Returns the location of the server of a DATA_DIR. For an ordinary user it is inside `dataDir`. PostgreSQL refuses to
 * run as root, so as root it runs as an unprivileged user, which cannot enter `dataDir`: the database is then in a folder
 * of `/var/lib/creative-wave` whose name, a random id, is stored in `dataDir`.
 * @throws {StartupError} when the database of `dataDir` is missing or belongs to another OS user
 */
export async function findServerLocation(dataDir: string): Promise<ServerLocation> {
  return process.getuid?.() === 0 ? rootLocation(dataDir) : ordinaryLocation(dataDir)
}

/** Returns the folder of root's database of `dataDir`; `null` when root has never started on it. */
export async function findRootLocation(dataDir: string): Promise<string | null> {
  const id = await findValue(dataDir, ID_FILE)
  return id === null ? null : join(ROOT_PARENT, id)
}

/** Returns the OS user that runs the server when this process is root: `nobody`. */
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

/** Creates a folder with exactly this mode, whatever the umask, owned by `owner` (`null`: by this process's user). */
export async function makeServerFolder(path: string, mode: number, owner: RunAs | null): Promise<void> {
  await mkdir(path, { recursive: true, mode })
  await chmod(path, mode)
  if (owner) await chown(path, owner.uid, owner.gid)
}

const ROOT_PARENT = '/var/lib/creative-wave'
const ID_FILE = 'database-id'
/** Exists once the database does: from then on a missing database is a loss and not a first start. */
const CREATED_FILE = 'database-made'
const run = promisify(execFile)

async function ordinaryLocation(dataDir: string): Promise<ServerLocation> {
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
    recordCreation: async () => {},
  }
}

async function rootLocation(dataDir: string): Promise<ServerLocation> {
  await refuseDatabaseOfOtherUser(dataDir)
  const id = await readOrCreateValue(dataDir, ID_FILE, () => randomBytes(6).toString('hex'))
  const root = join(ROOT_PARENT, id)
  const data = join(root, 'data')
  if ((await findValue(dataDir, CREATED_FILE)) !== null && !(await exists(data))) {
    throw new StartupError(
      `The database ${data}, which belongs to DATA_DIR ${dataDir}, is gone: bring it back, or remove ${join(dataDir, CREATED_FILE)} to begin with an empty one.`,
    )
  }
  await makeRootFolders(root)
  return {
    data,
    binaries: { copyTo: ROOT_PARENT, needsCopy: true },
    sockets: root,
    runAs: await unprivilegedUser(),
    recordCreation: async () => {
      await readOrCreateValue(dataDir, CREATED_FILE, () => new Date().toISOString())
    },
  }
}

async function makeRootFolders(root: string): Promise<void> {
  try {
    await makeServerFolder(ROOT_PARENT, 0o755, null)
    await makeServerFolder(root, 0o755, null)
    await removeOldSocketFolders(root)
  } catch (error) {
    throw new StartupError(
      `Root's database lies in ${root}, which cannot be written (${oneLine(error)}): make that possible, start as another user, or set DATABASE_URL.`,
    )
  }
}

/** A new, empty database beside the one that an ordinary user created would look like a loss of data. */
async function refuseDatabaseOfOtherUser(dataDir: string): Promise<void> {
  const data = join(dataDir, 'postgres', 'data')
  if (!(await exists(data))) return
  const { uid } = await stat(data)
  throw new StartupError(
    `The database of DATA_DIR ${dataDir} was made by the user with id ${uid}: start as that user, or set DATA_DIR to another folder.`,
  )
}

/** Removes the socket folders of starts that were killed together with their watchdog. No server is running now. */
async function removeOldSocketFolders(root: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => name.startsWith(SOCKET_PREFIX))
  for (const name of names) await rm(join(root, name), { recursive: true, force: true })
}

/** Name prefix of the folders that contain a socket. */
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
