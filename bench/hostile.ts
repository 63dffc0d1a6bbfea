import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { randomSecret } from '../src/server/startup/data-dir.ts'
import { startPostgresAt } from '../src/server/db/embedded/embedded-postgres.ts'
import { applyMigrations } from '#server/db/migrate.ts'
import { openPool } from '#server/db/open.ts'
import { testLocation } from '../src/server/db/testing/test-server.ts'
import { TestClient } from '../src/server/testing/test-client.ts'
import { seedCommunity, settle } from './feed/seed.ts'
import type { Commands } from './hostile/commands.ts'
import { probe } from './hostile/probe.ts'
import { startRemote } from './process/remote.ts'

/**
 * What one hostile call costs at most: CPU of Node and PostgreSQL together, of every call of the contract with texts that
 * are made from its schema, and of what else reaches the server. `npm run bench -- hostile contact` probes the calls
 * with `contact` in their names. Ends with an error when a call costs more than 25 ms.
 */
const POSTS = 20_000

const folder = await mkdtemp(path.join(tmpdir(), 'creative-wave-bench-'))
const log = pino({ level: 'error' })
const postgres = await startPostgresAt(await testLocation(folder, folder), {
  password: randomSecret(),
  log,
  settings: {},
})
const server = await startRemote<Commands>(new URL('./hostile/server.ts', import.meta.url))
const connection = { ...postgres.connection, database: 'bench_hostile' }
const pool = openPool(connection, log)
try {
  await makeDatabase()
  const url = await server.start(folder, connection)
  const [admin, member] = [new TestClient(url), new TestClient(url)]
  await admin.signUp()
  await member.signUp()
  const [post, stream] = [await member.createPost(), await member.createStream()]
  await settle(pool)
  process.exitCode = await probe(server, {
    url,
    pool,
    only: process.argv[2] ?? '',
    cookie: member.cookie,
    ids: { userId: admin.user.id, postId: post.id, streamId: stream.id },
  })
} finally {
  await pool.end()
  await server.stop().catch(() => {})
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function makeDatabase(): Promise<void> {
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' })
  await admin.connect()
  await admin.query('create database bench_hostile')
  await admin.end()
  await applyMigrations(pool)
  await seedCommunity(pool, POSTS)
}
