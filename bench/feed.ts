import type pg from 'pg'
import { startBenchPostgres } from './community/database.ts'
import type { CommunitySize } from './community/seed.ts'
import type { Commands, DatabaseName } from './feed/commands.ts'
import { measure } from './feed/measure.ts'
import { chooseSizes } from './process/arguments.ts'
import { closeConnections } from './process/http-client.ts'
import { startRemote } from './process/remote.ts'

/**
 * Measures the cost of the community's reads: CPU of Node and PostgreSQL together, against a bare prepared query and a
 * handler that sends the same bytes from memory. Runs on temporary databases.
 */
const COMMUNITIES = chooseSizes<Record<DatabaseName, CommunitySize>>({
  full: { full: { posts: 200_000, users: 10_000 }, small: { posts: 20_000, users: 10_000 } },
  short: { full: { posts: 400, users: 150 }, small: { posts: 200, users: 150 } },
})

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
  const connection = await postgres.createDatabase(`bench_${name}`, COMMUNITIES[name])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`inserted ${COMMUNITIES[name].posts.toLocaleString('en')} posts in ${seconds} s`)
  return connection
}
