import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import { deriveKey } from '#server/derived-key.ts'
import { StartupError, oneLine } from '#server/startup/startup-error.ts'
import type { Fanout } from './fanout.ts'
import { PostgresFanout } from './postgres-fanout.ts'
import { RedisFanout } from './redis-fanout.ts'

type Dependencies = {
  config: Pick<Config, 'redisUrl'>
  log: Logger
  /** False for a worker. */
  hasPages: boolean
  pool: pg.Pool
  rowChanges: RowChangeListener
  secrets: { session: string }
}

/**
 * Opens the fanout of this process: through `REDIS_URL` if it is set, else through the database.
 * @throws {StartupError} when Redis cannot be reached
 */
export async function openFanout({ config, secrets, ...dependencies }: Dependencies): Promise<Fanout> {
  if (config.redisUrl === null) return new PostgresFanout(dependencies)
  const site = deriveKey(secrets.session, 'fanout').toString('base64url')
  try {
    return await RedisFanout.open({ url: config.redisUrl, site, log: dependencies.log })
  } catch (error) {
    throw new StartupError(
      `The server of REDIS_URL cannot be used (${oneLine(error)}): start it, or correct REDIS_URL, or unset it.`,
    )
  }
}
