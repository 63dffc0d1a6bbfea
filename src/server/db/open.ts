import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { codeOf, oneLine, StartupError } from '#server/startup/startup-error.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'

export type Database = {
  pool: pg.Pool
  db: NodePgDatabase
  /**
   * For statements whose cost a caller decides, such as searches: each is ended after a second, and together they use
   * a few connections of their own, so that everything else goes on beside them.
   */
  briefDb: NodePgDatabase
  /** Rejects while the database does not answer. */
  ping(): Promise<unknown>
  /** Where the embedded database lies; `null` for a server of the operator's. */
  location: string | null
  /** Ends every connection, then the embedded server. Runs once; later calls wait for the first. */
  close(): Promise<void>
}

/**
 * Opens the operator's PostgreSQL (`DATABASE_URL`) or starts the embedded one, and connects.
 * The caller holds `config.dataDir`.
 * @throws {StartupError} when there is no database to be had
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<Database> {
  if (config.databaseUrl !== null) return openServer(config.databaseUrl, log)
  const embedded = await startEmbeddedPostgres(config.dataDir, log)
  try {
    await ensureDatabase(embedded.connection, DATABASE_NAME)
    const pool = openPool({ ...embedded.connection, database: DATABASE_NAME }, log)
    return databaseOf(pool, { location: embedded.location, afterwards: () => embedded.stop() })
  } catch (error) {
    await embedded.stop()
    if (codeOf(error) !== WRONG_PASSWORD) throw error
    throw new StartupError(
      `The file database-password in DATA_DIR ${config.dataDir} is not this database's: bring it back from a backup.`,
    )
  }
}

/** A pool that outlives lost connections: PostgreSQL may restart under it. */
export function openPool(connection: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({ max: POOL_SIZE, application_name: 'creative-wave', ...connection })
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ reason: oneLine(error) }, 'a database connection was lost')
  }
  pool.on('error', lost)
  // The pool listens to idle clients only; one that is lost in a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function databaseOf(
  pool: pg.Pool,
  options: { location: string | null; afterwards: () => Promise<void> },
): Database {
  let closed: Promise<void> | null = null
  const briefPool = briefPoolOf(pool)
  const closeBoth = async () => {
    try {
      await Promise.all([pool.end(), briefPool.end()])
    } finally {
      await options.afterwards()
    }
  }
  return {
    pool,
    db: drizzle(pool),
    briefDb: drizzle(briefPool),
    ping: () => pool.query('select 1'),
    location: options.location,
    close: () => (closed ??= closeBoth()),
  }
}

/** Opens no connection before it is used. */
function briefPoolOf({ options }: pg.Pool): pg.Pool {
  // The password of a pool's options is not enumerable.
  const { password } = options
  const pool = new pg.Pool({ ...options, password, max: BRIEF_POOL_SIZE, statement_timeout: BRIEF_MS })
  // The other pool reports lost connections.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const BRIEF_POOL_SIZE = 4
const BRIEF_MS = 1000

const DATABASE_NAME = 'creative_wave'
const POOL_SIZE = 20
const UNKNOWN_DATABASE = '3D000'
const WRONG_PASSWORD = '28P01'

async function ensureDatabase(connection: pg.PoolConfig, name: string): Promise<void> {
  try {
    await withClient({ ...connection, database: name }, async () => {})
  } catch (error) {
    if (codeOf(error) !== UNKNOWN_DATABASE) throw error
    await withClient({ ...connection, database: 'postgres' }, (client) =>
      client.query(`create database ${pg.escapeIdentifier(name)}`),
    )
  }
}

async function withClient(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

async function openServer(databaseUrl: string, log: Logger): Promise<Database> {
  const pool = openPool({ connectionString: databaseUrl }, log)
  const database = databaseOf(pool, { location: null, afterwards: async () => {} })
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw new StartupError(
      `The PostgreSQL server of DATABASE_URL (${new URL(databaseUrl).host}) cannot be used (${oneLine(error)}): start it, or correct DATABASE_URL.`,
    )
  }
}
