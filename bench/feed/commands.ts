import type pg from 'pg'
import type { Remote } from '../process/remote.ts'

export type DatabaseName = 'full' | 'small'

/** Commands of the server's process. */
export type Commands = {
  /** Starts the app on each database, and a bare server beside them. */
  start(folder: string, databases: Record<DatabaseName, pg.PoolConfig>): Promise<Urls>
  /** Microseconds of CPU that the process has used so far. */
  cpu(): number
  /** Number of statements sent to PostgreSQL so far. */
  statements(): number
  /**
   * Sets the response of the bare server at `/<name>`; at `/<name>/after-query` it first runs `statement` with the
   * values of the app's last execution of it.
   */
  setBareResponse(name: string, body: string, statement?: string): void
  stop(): Promise<void>
}
export type Urls = Record<DatabaseName | 'bare', string>

/** The commands as the benchmark calls them. */
export type Server = Remote<Commands>
