import pg from 'pg'
import type { Logger } from 'pino'
import { withinLimit } from '#server/concurrency/time-limit.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { recordConnectionError } from './connection-errors.ts'

/** How long a caller waits for a connection of the pool, and for the result of a statement. */
export type PoolLimits = { acquireMs: number; statementMs: number }

/** For work that may rightly take minutes, such as jobs: only a database that hangs exceeds them. */
export const LONG_LIMITS: PoolLimits = { acquireMs: 60_000, statementMs: 10 * 60_000 }
/** For migrations, which wait for those of another app. */
export const NO_LIMITS: PoolLimits = { acquireMs: 0, statementMs: 0 }

/** Opens a pool that survives lost connections, for example when PostgreSQL restarts. */
export function openPool(connection: pg.PoolConfig, log: Logger, limits: PoolLimits = LONG_LIMITS): pg.Pool {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    application_name: 'creative-wave',
    ...connection,
    ...timeoutsOf(limits),
  })
  const onError = (error: Error) => {
    if (!pool.ending) log.warn({ reason: oneLine(error) }, 'a database connection was lost')
  }
  pool.on('error', onError)
  watchConnections(pool)
  return pool
}

/** Opens another pool to the same database, with connections of its own. It connects on first use. */
export function copyPool(
  { options }: pg.Pool,
  { limits, ...overrides }: { max?: number; limits: PoolLimits },
): pg.Pool {
  // The password in a pool's options is not enumerable: the spread does not copy it.
  const { password } = options
  const pool = new pg.Pool({ ...options, password, ...overrides, ...timeoutsOf(limits) })
  // The main pool logs lost connections.
  pool.on('error', () => {})
  watchConnections(pool)
  return pool
}

/** The limits that a pool was opened with. */
export function limitsOf({ options }: pg.Pool): PoolLimits {
  return {
    acquireMs: options.connectionTimeoutMillis ?? 0,
    statementMs: Number(options.statement_timeout ?? 0),
  }
}

/** Ends a pool; a server that hangs does not keep it from closing. */
export async function endPool(pool: pg.Pool): Promise<void> {
  await withinLimit(pool.end(), END_MS).catch(() => {})
}

const END_MS = 5000
const POOL_SIZE = 20
/** Ends the transaction of a process that was suspended, whose locks others wait for. */
const IDLE_IN_TRANSACTION_MS = 60_000

/**
 * Zero means no limit. The server cancels a long statement itself (`statement_timeout`), so that the connection stays
 * usable. `query_timeout` is for a server that does not even respond to that; it is longer, so that it is the
 * exception.
 */
function timeoutsOf({ acquireMs, statementMs }: PoolLimits): pg.PoolConfig {
  return {
    connectionTimeoutMillis: acquireMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + Math.ceil(statementMs / 5),
    idle_in_transaction_session_timeout: statementMs && Math.max(statementMs, IDLE_IN_TRANSACTION_MS),
  }
}

function watchConnections(pool: pg.Pool): void {
  recordFailedConnects(pool)
  pool.on('connect', (client) => {
    // The pool handles errors of idle clients only. Without a listener, an error of a checked-out client ends the process.
    client.on('error', recordConnectionError)
    endAfterTimeout(client)
  })
}

function recordFailedConnects(pool: pg.Pool): void {
  // Boundary: one signature for the overloads of `connect`, as of `query` below.
  const connect = pool.connect.bind(pool) as Query
  const connectAndRecord = (callback?: (...results: unknown[]) => void) => {
    if (callback)
      return connect((...results: unknown[]) => {
        recordConnectionError(results[0])
        callback(...results)
      })
    const result = connect()
    if (result instanceof Promise) result.catch(recordConnectionError)
    return result
  }
  // Boundary: it passes the callback and the result on.
  pool.connect = connectAndRecord as typeof pool.connect
}

/** The library's error when no connection becomes free in time, which has no code. */
export const ACQUIRE_TIMEOUT = 'timeout exceeded when trying to connect'

/** The library's error of `query_timeout`, which has no code. */
export const QUERY_TIMEOUT = 'Query read timeout'

/**
 * Ends a connection whose query got no response in time. The library would keep it: its next statements (`rollback`, then
 * those of the next caller) would wait behind the late response.
 */
function endAfterTimeout(client: pg.PoolClient): void {
  // Boundary: one signature for the overloads of `query`, with a callback as last argument or with a promise. Looked up at
  // each call, so that tests can observe the statements of connections that are open already.
  const query = (...args: unknown[]) => (pg.Client.prototype.query as Query).apply(client, args)
  const check = (error: unknown) => {
    recordConnectionError(error)
    // With a statement in flight, `end` closes the socket at once. The pool then removes the client.
    if (error instanceof Error && error.message === QUERY_TIMEOUT) void endOf(client)
  }
  const limited = (...args: unknown[]) => {
    const callback = args.at(-1)
    if (isCallback(callback))
      return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
        check(error)
        callback(error, result)
      })
    const result = query(...args)
    if (result instanceof Promise) result.catch(check)
    return result
  }
  // Boundary: it passes all arguments and the result on.
  client.query = limited as typeof client.query
}

type Query = (...args: unknown[]) => unknown
type Callback = (error: unknown, result: unknown) => void
const isCallback = (value: unknown): value is Callback => typeof value === 'function'

// Boundary: clients of a pool are `Client`s; the library's type of them lacks `end`.
const endOf = (client: pg.PoolClient) => (client as unknown as pg.Client).end()
