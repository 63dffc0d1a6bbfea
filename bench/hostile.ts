import { TestClient } from '../src/server/testing/test-client.ts'
import { openBenchPool, startBenchPostgres } from './community/database.ts'
import { stabilizeDatabase } from './community/seed.ts'
import { probe } from './hostile/probe.ts'
import type { Commands } from './hostile/server.ts'
import { argument, chooseSizes } from './process/arguments.ts'
import { startRemote } from './process/remote.ts'

/**
 * Measures the maximum cost of one hostile call: CPU of Node and PostgreSQL together, for every call of the contract with
 * texts generated from its schema, and for other hostile input. `npm run bench -- hostile contact` probes only the calls
 * with `contact` in their names. Exits with 1 when a call costs more than 25 ms.
 */
const COMMUNITY = chooseSizes({
  full: { posts: 20_000, users: 10_000 },
  short: { posts: 200, users: 100 },
})

const postgres = await startBenchPostgres()
const server = await startRemote<Commands>(new URL('./hostile/server.ts', import.meta.url))
try {
  const connection = await postgres.createDatabase('bench_hostile', COMMUNITY)
  const pool = openBenchPool(connection)
  const url = await server.start(postgres.folder, connection)
  const [admin, member] = [new TestClient(url), new TestClient(url)]
  await admin.signUp()
  await member.signUp()
  const [post, stream] = [await member.createPost(), await member.createStream()]
  await stabilizeDatabase(pool)
  process.exitCode = await probe(server, {
    url,
    pool,
    only: argument ?? '',
    cookie: member.cookie,
    ids: { userId: admin.user.id, postId: post.id, streamId: stream.id },
  })
  await pool.end()
} finally {
  await server.stop().catch(() => {})
  await postgres.close()
}
