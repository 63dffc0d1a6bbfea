import type pg from 'pg'

/** What the measured process does when it is asked. */
export type Commands = {
  /** Starts the app on a database; resolves with its address. */
  start(folder: string, connection: pg.PoolConfig): Promise<string>
  /** Microseconds of CPU that the process has used. */
  cpu(): number
  stop(): Promise<void>
}
