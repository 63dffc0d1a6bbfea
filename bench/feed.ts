import type pg from 'pg'
import { startBenchPostgres } from './community/database.ts'
import type { Commands, DatabaseName } from './feed/commands.ts'
import { measure } from './feed/measure.ts'
import { closeConnections } from './process/http-client.ts'
import { startRemote } from './process/remote.ts'

/**
 * Measures the cost of the community's reads: CPU of Node and PostgreSQL together, against a bare prepared query and a
 * handler that sends the same bytes from memory. Runs on temporary databases.
 */
const POSTS: Record<DatabaseName, number> = { full: 200_000, small: 20_000 }

const postgres = await startBenchPostgres()
const server = await startRemote<Commands>(new URL('./feed/server.ts', import.meta.url))
try {
  const connections = {
    full: await createDatabase('full'),
    small: await createDatabase('small'),
  }
  await measure(server, { folder: postgres.folder, connections })
} finally {
  closeConnections()
  await server.stop().catch(() => {})
  await postgres.close()
}

async function createDatabase(name: DatabaseName): Promise<pg.PoolConfig> {
  const startedAt = performance.now()
  const connection = await postgres.createDatabase(`bench_${name}`, POSTS[name])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`inserted ${POSTS[name].toLocaleString('en')} posts in ${seconds} s`)
  return connection
}
