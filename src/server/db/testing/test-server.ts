import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { randomSecret } from '#server/startup/data-dir.ts'
import { codeOf } from '#server/startup/startup-error.ts'
import { startPostgresAt } from '#server/db/embedded/embedded-postgres.ts'
import { makeServerFolder, type ServerLocation, unprivilegedUser } from '#server/db/embedded/location.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { temporaryFolder } from '../../../../scripts/test/memory-folder.ts'

/** Provided to the test workers, which create their databases with it. */
export type TestServerAccess = {
  host: string
  port: number
  user: string
  password: string
  template: string
  /** Folder with a copy of the binaries, where one is needed. */
  binaries: string
}

/** Runs a statement as the superuser, such as the creation of a database. */
export async function executeAsAdmin(server: TestServerAccess, statement: string): Promise<void> {
  await adminPool(server).query(statement)
}

const adminPools = new Map<string, pg.Pool>()

/** The pool of a server, with one connection: opening it takes longer than the creation of a database. */
function adminPool(server: TestServerAccess): pg.Pool {
  // The folder of its socket: the servers of a run have the same port.
  const existing = adminPools.get(server.host)
  if (existing) return existing
  const pool = new pg.Pool({
    ...connectionTo(server),
    database: 'postgres',
    max: 1,
    allowExitOnIdle: true,
  })
  // The server of a test may stop before the connection does.
  pool.on('error', () => {})
  adminPools.set(server.host, pool)
  return pool
}

/** Creates a migrated, empty database. */
export function createFromTemplate(server: TestServerAccess, name: string): Promise<void> {
  // Copying the files of the small template takes less CPU than writing each page to the log, PostgreSQL's default.
  return executeAsAdmin(server, `create database ${name} template ${server.template} strategy file_copy`)
}

export function connectionTo({ host, port, user, password }: TestServerAccess): pg.ClientConfig {
  return { host, port, user, password, ssl: false }
}

const PREFIX = 'creative-wave-test-'
const TEMPLATE = 'template_migrated'
const log = pino({ level: 'error' })

/** Starts an embedded PostgreSQL in a temporary folder and creates the migrated template database. */
export async function startTestServer(): Promise<{ access: TestServerAccess; stop(): Promise<void> }> {
  // Each test database is hundreds of small files.
  const dataParent = temporaryFolder()
  for (const parent of new Set([tmpdir(), dataParent])) await removeAbandoned(parent)
  const [root, dataRoot] = [await makeFolder(tmpdir()), await makeFolder(dataParent)]
  const password = randomSecret()
  const server = await startPostgresAt(await createTestLocation(root, root, dataRoot), {
    password,
    log,
    settings: UNSAFE_SETTINGS,
  })
  const connection = { ...server.connection, port: Number(server.connection.port) }
  await simplifySignIn(connection)
  await makeTemplate(connection)
  const { host, port, user } = connection
  return {
    access: { host, port, user, password, template: TEMPLATE, binaries: root },
    stop: async () => {
      await server.stop()
      for (const folder of [root, dataRoot]) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates the folders of a test server in `root` and `dataRoot`, which other OS users may enter. */
export async function createTestLocation(
  root: string,
  copyTo: string,
  dataRoot = root,
): Promise<ServerLocation> {
  const runAs = process.getuid?.() === 0 ? await unprivilegedUser() : null
  // The server's OS user may write in the folder of the data, but not change the binaries.
  for (const folder of [root, dataRoot]) await makeServerFolder(folder, 0o755, null)
  await makeServerFolder(join(dataRoot, 'server'), 0o755, runAs)
  return {
    data: join(dataRoot, 'server', 'data'),
    binaries: { copyTo, needsCopy: runAs !== null },
    sockets: root,
    runAs,
    recordCreation: async () => {},
  }
}

/** Faster, without crash safety: test data need not survive a power cut. */
const UNSAFE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
}

/** Tests open thousands of connections, and deriving the key of a password takes a fifth of the time of each. */
async function simplifySignIn(connection: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query('set scram_iterations = 1')
  await admin.query(`alter role current_user password ${pg.escapeLiteral(String(connection.password))}`)
  await admin.end()
}

async function makeTemplate(connection: pg.PoolConfig): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const pool = openPool({ ...connection, database: TEMPLATE }, log)
  try {
    await applyMigrations(pool)
  } finally {
    await pool.end()
  }
}

function makeFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
}

/** Removes the folders of runs that were killed before their cleanup. */
async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0])
    if (isRunning(pid)) continue
    // Folders of other users cannot be removed; that is no error.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
