import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findValue } from '#server/startup/data-dir.ts'
import { DatabaseUnavailable } from '#server/startup/startup-error.ts'
import { type ServerConnection, SUPERUSER } from './embedded-postgres.ts'
import { findRootLocation } from './location.ts'

/**
 * Returns the connection to the PostgreSQL that a running app has started for this DATA_DIR.
 * @throws {DatabaseUnavailable} when no app runs on it
 */
export async function findRunningPostgres(dataDir: string): Promise<ServerConnection> {
  const folder = (await findRootLocation(dataDir)) ?? join(dataDir, 'postgres')
  // PostgreSQL's own file: process id, data folder, start time, port, folder of the socket.
  const lines = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  const [, , , port = '', host = ''] = lines.split('\n')
  const password = await findValue(dataDir, 'database-password')
  if (host === '' || password === null)
    throw new DatabaseUnavailable(
      `No Creative Wave is running on DATA_DIR ${dataDir}: start it first, or set DATABASE_URL to its database.`,
    )
  return { host, port: Number(port), user: SUPERUSER, password, ssl: false }
}
