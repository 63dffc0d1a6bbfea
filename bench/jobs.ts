import pg from 'pg'
import { drizzle } from 'drizzle-orm/node-postgres'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod/mini'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { startBenchPostgres } from './community/database.ts'
import { registerUser } from './community/register.ts'
import type { JobCommands } from './jobs/server.ts'
import { chooseSizes } from './process/arguments.ts'
import { closeConnections, sendRequest } from './process/http-client.ts'
import { median } from './process/median.ts'
import { startRemote } from './process/remote.ts'

/**
 * Measures jobs: enqueuing one in a transaction against inserting a bare row; notifying the followers of a streamer of
 * a start; and the delay of the event loop meanwhile against a process that only waits. On a temporary database.
 */
const { USERS, ROUNDS, TRANSACTIONS, FOLLOWERS, WAITING_MS } = chooseSizes({
  full: { USERS: 10_000, ROUNDS: 7, TRANSACTIONS: 500, FOLLOWERS: 1000, WAITING_MS: 1000 },
  short: { USERS: 100, ROUNDS: 1, TRANSACTIONS: 10, FOLLOWERS: 10, WAITING_MS: 50 },
})

const unknownJob = defineJob({
  name: 'bench.unknown',
  payload: z.object({ id: z.string() }),
  attempts: 3,
  backoffSeconds: [1],
})

const postgres = await startBenchPostgres()
const server = await startRemote<JobCommands>(new URL('./jobs/server.ts', import.meta.url))
try {
  const connection = await postgres.createDatabase('bench_jobs', { posts: 100, users: USERS })
  await compareEnqueue(connection)
  await tellFollowers(connection)
} finally {
  closeConnections()
  await server.stop().catch(() => {})
  await postgres.close()
}

async function compareEnqueue(connection: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  const db = drizzle(pool)
  await pool.query('create table bench_rows (id uuid primary key default gen_random_uuid(), payload json)')
  const measure = async (write: (tx: Parameters<typeof enqueue>[0], id: string) => Promise<unknown>) => {
    // A queue is short: jobs leave it when they have run.
    await pool.query('truncate bench_rows, graphile_worker._private_jobs')
    const startedAt = performance.now()
    for (let count = 0; count < TRANSACTIONS; count += 1)
      await db.transaction((tx) => write(tx, crypto.randomUUID()))
    return ((performance.now() - startedAt) / TRANSACTIONS) * 1000
  }
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const inserted = await measure((tx, id) =>
      tx.execute(`insert into bench_rows (payload) values ('{"id":"${id}"}')`),
    )
    const enqueued = await measure((tx, id) => enqueue(tx, unknownJob, { id }))
    ratios.push(enqueued / inserted)
    console.log(`a transaction: bare insert ${inserted.toFixed(0)} µs, enqueue ${enqueued.toFixed(0)} µs`)
  }
  console.log(`enqueue / bare insert: median ${median(ratios).toFixed(2)} (aim: at most 2)`)
  await pool.query('truncate graphile_worker._private_jobs')
  await pool.end()
}

async function tellFollowers(connection: pg.PoolConfig): Promise<void> {
  const url = await server.start(postgres.folder, connection)
  const streamer = await registerUser(url)
  const pool = new pg.Pool({ ...connection, max: 2 })
  await pool.query(
    `with followers as (
       insert into users (id, email, handle, first_name)
       select gen_random_uuid(), 'follower-' || n || '@example.org', 'follower_' || n, 'Follower'
       from generate_series(1, $2::int) n returning id
     )
     insert into follows (id, follower_id, following_id) select gen_random_uuid(), id, $1 from followers`,
    [streamer.id, FOLLOWERS],
  )
  const notificationTimesMs: number[] = []
  const eventLoopDelays: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await pool.query('delete from notifications')
    const waiting = await waitingDelay()
    const id = await createStream(url, streamer.cookie)
    await server.watch()
    const startedAt = performance.now()
    await setLive(url, streamer.cookie, id, true)
    const rows = async () => (await pool.query(`select from notifications where type = 'live'`)).rowCount ?? 0
    while ((await rows()) < FOLLOWERS) await pause(5)
    notificationTimesMs.push(performance.now() - startedAt)
    eventLoopDelays.push((await server.meanDelay()) / waiting)
    await setLive(url, streamer.cookie, id, false)
  }
  console.log(
    `${FOLLOWERS} followers notified ${median(notificationTimesMs).toFixed(0)} ms after the start (aim: below 2000)`,
  )
  console.log(
    `delay of the event loop meanwhile / of a waiting process: median ${median(eventLoopDelays).toFixed(2)} (aim: at most 1.2)`,
  )
  await pool.end()
}

/** The mean delay of the event loop while the app waits, in ms. */
async function waitingDelay(): Promise<number> {
  await server.watch()
  await pause(WAITING_MS)
  return server.meanDelay()
}

async function createStream(url: string, cookie: string): Promise<string> {
  const input = { title: 'Bench', category: 'Gaming' }
  const { body } = await sendRequest(`${url}/api/streams`, { method: 'POST', cookie, body: input })
  // Boundary: the app's response to a created stream.
  return (JSON.parse(body) as { id: string }).id
}

function setLive(url: string, cookie: string, id: string, isLive: boolean) {
  return sendRequest(`${url}/api/streams/${id}`, { method: 'PUT', cookie, body: { isLive } })
}
