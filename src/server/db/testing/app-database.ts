import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findRootLocation } from '#server/db/embedded/location.ts'

/** Returns the folder of the embedded database of a data folder. */
export async function databaseFolder(dataDir: string): Promise<string> {
  return (await findRootLocation(dataDir).catch(() => null)) ?? join(dataDir, 'postgres')
}

/** Connects to the database of a running app directly, not through the app. */
export async function connectToDatabase(dataDir: string): Promise<pg.Client> {
  const lock = await readFile(join(await databaseFolder(dataDir), 'data', 'postmaster.pid'), 'utf8')
  const [, , , port, host] = lock.split('\n')
  const client = new pg.Client({
    host,
    port: Number(port),
    user: 'creative_wave',
    password: (await readFile(join(dataDir, 'database-password'), 'utf8')).trim(),
    database: 'creative_wave',
    ssl: false,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
