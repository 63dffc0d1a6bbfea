import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { readOrCreateValue, randomSecret } from '#server/startup/data-dir.ts'
import { postgresBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { type ServerLocation, findServerLocation } from './location.ts'
import { SOCKET_PORT } from './server-command.ts'
import { EmbeddedServer } from './embedded-server.ts'

/** Options for `pg`: a Unix socket that only the server's OS user and root can open, and a password. */
export type ServerConnection = PoolConfig & { host: string; user: string; password: string }

export type EmbeddedPostgres = {
  connection: ServerConnection
  /** PostgreSQL's data folder. */
  location: string
  /** Shuts the server down; resolves when it has written everything and exited. */
  stop(): Promise<void>
}

export const SUPERUSER = 'creative_wave'

/**
 * Starts the PostgreSQL server of a DATA_DIR; the first start creates its data folder.
 * The caller must have locked `dataDir` (`openDataDir`).
 * @throws {StartupError} when it cannot start
 */
export async function startEmbeddedPostgres(dataDir: string, log: Logger): Promise<EmbeddedPostgres> {
  const password = await readOrCreateValue(dataDir, 'database-password', randomSecret)
  return startPostgresAt(await findServerLocation(dataDir), { password, log, settings: {} })
}

/** The same at any location, with additional PostgreSQL settings. */
export async function startPostgresAt(
  location: ServerLocation,
  options: { password: string; log: Logger; settings: Record<string, string> },
): Promise<EmbeddedPostgres> {
  const binaries = await postgresBinaries(location.binaries)
  await ensureCluster(location, binaries, { user: SUPERUSER, password: options.password })
  await location.recordCreation()
  const server = await EmbeddedServer.start(location, binaries, options)
  return {
    connection: {
      host: server.socketFolder,
      port: SOCKET_PORT,
      user: SUPERUSER,
      password: options.password,
      ssl: false,
    },
    location: location.data,
    stop: () => server.stop(),
  }
}
