import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { codeOf, DatabaseUnavailable, oneLine, StartupError } from '#server/startup/startup-error.ts'
import { findRunningPostgres } from '#server/db/embedded/running-postgres.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { openDrizzle } from './open-drizzle.ts'
import { createPing } from './ping.ts'
import { LONG_LIMITS, copyPool, endPool, limitsOf, openPool } from './pool.ts'
import { TimeLimitedDb } from './time-limited-db.ts'

export type Database = {
  pool: pg.Pool
  db: NodePgDatabase
  /** For searches and suggestions: a statement may take a fifth of the time of others. */
  searchDb: TimeLimitedDb
  /** For sums and lists of everything that a user has, such as figures and exports, on connections of their own. */
  figuresDb: TimeLimitedDb
  /** For jobs, whose statements may rightly take minutes. */
  longRunningDb: NodePgDatabase
  /** The same for the deletions of members: two at a time, and one of a member. It leaves the other connections to jobs. */
  deletionDb: TimeLimitedDb
  /** Rejects within two seconds while the database does not respond. */
  ping(): Promise<unknown>
  /** Data folder of the embedded database; `null` for the operator's own server. */
  location: string | null
  /** Closes every connection, then stops the embedded server. Further calls return the first call's promise. */
  close(): Promise<void>
}

/**
 * Opens the operator's PostgreSQL (`DATABASE_URL`) or starts the embedded one, and connects.
 * The caller must have locked `config.dataDir`.
 * @throws {StartupError} when no database can be opened
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'databaseLimits'>,
  log: Logger,
): Promise<Database> {
  const { databaseUrl, databaseLimits: limits } = config
  if (databaseUrl !== null)
    return checkServer(openPool({ connectionString: databaseUrl }, log, limits), databaseUrl)
  const embedded = await startEmbeddedPostgres(config.dataDir, log)
  try {
    await ensureDatabase(embedded.connection, DATABASE_NAME)
    const pool = openPool({ ...embedded.connection, database: DATABASE_NAME }, log, limits)
    return toDatabase(pool, { location: embedded.location, afterClose: () => embedded.stop() })
  } catch (error) {
    await embedded.stop()
    if (codeOf(error) !== INVALID_PASSWORD) throw error
    throw new StartupError(
      `The file database-password in DATA_DIR ${config.dataDir} is not this database's: bring it back from a backup.`,
    )
  }
}

/**
 * Connects to the database of a running app, or to the operator's, with the limits of jobs.
 * @throws {DatabaseUnavailable} when there is none, or it does not respond
 */
export async function connectToDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<Database> {
  const max = SMALL_POOL_SIZE
  if (databaseUrl !== null)
    return checkServer(openPool({ connectionString: databaseUrl, max }, log), databaseUrl)
  const connection = await findRunningPostgres(dataDir)
  const pool = openPool({ ...connection, database: DATABASE_NAME, max }, log)
  return checkDatabase(
    pool,
    (reason) => `The database of DATA_DIR ${dataDir} does not respond (${reason}): start the app first.`,
  )
}

export function toDatabase(
  pool: pg.Pool,
  options: { location: string | null; afterClose: () => Promise<void> },
): Database {
  let closed: Promise<void> | null = null
  const limits = limitsOf(pool)
  const searchPool = copyPool(pool, {
    max: SEARCH_POOL_SIZE,
    // Rounded up, because no milliseconds mean no limit.
    limits: { ...limits, statementMs: Math.ceil(limits.statementMs / SEARCH_DIVISOR) },
  })
  const figuresPool = copyPool(pool, { max: FIGURES_POOL_SIZE, limits })
  const longRunningPool = copyPool(pool, { max: LONG_RUNNING_POOL_SIZE, limits: LONG_LIMITS })
  const pingPool = copyPool(pool, { max: 1, limits: { acquireMs: PING_MS, statementMs: PING_MS } })
  const closeAll = async () => {
    try {
      await Promise.all([pool, searchPool, figuresPool, longRunningPool, pingPool].map(endPool))
    } finally {
      await options.afterClose()
    }
  }
  return {
    pool,
    db: openDrizzle(pool),
    searchDb: new TimeLimitedDb(searchPool),
    figuresDb: new TimeLimitedDb(figuresPool),
    longRunningDb: openDrizzle(longRunningPool),
    deletionDb: new TimeLimitedDb(longRunningPool, DELETION_TURNS),
    ping: createPing(pingPool, PING_MS),
    location: options.location,
    close: () => (closed ??= closeAll()),
  }
}

const SEARCH_POOL_SIZE = 4
/** The ratio between the timeouts of other statements and of a search. */
const SEARCH_DIVISOR = 5
const FIGURES_POOL_SIZE = 3
/** Shared by jobs, which use a connection only briefly, and by the deletions of members. */
const LONG_RUNNING_POOL_SIZE = 8
const DELETION_TURNS = { atOnce: 2, perRequester: 1, maxWaiting: 10 }
/** `/readyz` responds within two seconds. */
const PING_MS = 1500

const DATABASE_NAME = 'creative_wave'
/** Connections of a process that runs beside the app. */
const SMALL_POOL_SIZE = 6
/** SQLSTATE codes. */
const INVALID_CATALOG_NAME = '3D000'
const INVALID_PASSWORD = '28P01'

async function ensureDatabase(connection: pg.PoolConfig, name: string): Promise<void> {
  try {
    await withClient({ ...connection, database: name }, async () => {})
  } catch (error) {
    if (codeOf(error) !== INVALID_CATALOG_NAME) throw error
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

async function checkServer(pool: pg.Pool, databaseUrl: string): Promise<Database> {
  const { host } = new URL(databaseUrl)
  return checkDatabase(
    pool,
    (reason) =>
      `The PostgreSQL server of DATABASE_URL (${host}) cannot be used (${reason}): start it, or correct DATABASE_URL.`,
  )
}

/** Returns the database of a pool if it responds. */
async function checkDatabase(pool: pg.Pool, message: (reason: string) => string): Promise<Database> {
  const database = toDatabase(pool, { location: null, afterClose: async () => {} })
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw new DatabaseUnavailable(message(oneLine(error)))
  }
}
