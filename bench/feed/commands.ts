import type pg from 'pg'

export type DatabaseName = 'full' | 'small'

/** What the bench asks of the server's process. */
export type Commands = {
  /** Starts the app on each database, and a bare server beside them. */
  start(folder: string, databases: Record<DatabaseName, pg.PoolConfig>): Promise<Addresses>
  /** Microseconds of this process so far. */
  cpu(): number
  /** Statements sent to PostgreSQL so far. */
  statements(): number
  /**
   * What the bare server answers at `/<name>`; at `/<name>/after-query` it runs a statement before, with the values
   * that the app gave it last.
   */
  keep(name: string, body: string, statement?: string): void
  stop(): Promise<void>
}
export type Addresses = Record<DatabaseName | 'bare', string>
