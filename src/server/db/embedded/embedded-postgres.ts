import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { readOrCreateValue, randomSecret } from '#server/startup/data-dir.ts'
import { postgresBinaries } from './binaries.ts'
import { makeCluster } from './cluster.ts'
import { type ServerLocation, locationOf } from './location.ts'
import { SOCKET_PORT } from './server-command.ts'
import { EmbeddedServer } from './embedded-server.ts'

export type EmbeddedPostgres = {
  /** How to reach it: a unix socket that only its user and root may use, and a password. */
  connection: PoolConfig & { host: string; user: string; password: string }
  /** The folder that holds the database. */
  location: string
  /** Resolves when the server has written everything and ended. */
  stop(): Promise<void>
}

const SUPERUSER = 'creative_wave'

/**
 * Starts the PostgreSQL that belongs to a data folder, making its database at the first start.
 * The caller holds the folder (`openDataDir`).
 * @throws {StartupError} when it cannot start
 */
export async function startEmbeddedPostgres(dataDir: string, log: Logger): Promise<EmbeddedPostgres> {
  const password = await readOrCreateValue(dataDir, 'database-password', randomSecret)
  return startPostgresAt(await locationOf(dataDir), { password, log, settings: {} })
}

/** The same at a place of one's own, with PostgreSQL settings of one's own. */
export async function startPostgresAt(
  place: ServerLocation,
  options: { password: string; log: Logger; settings: Record<string, string> },
): Promise<EmbeddedPostgres> {
  const binaries = await postgresBinaries(place.binaries)
  await makeCluster(place, binaries, { user: SUPERUSER, password: options.password })
  await place.remember()
  const server = await EmbeddedServer.start(place, binaries, options)
  return {
    connection: {
      host: server.socketFolder,
      port: SOCKET_PORT,
      user: SUPERUSER,
      password: options.password,
      ssl: false,
    },
    location: place.data,
    stop: () => server.stop(),
  }
}
