import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { EventBus } from '#server/events/event-bus.ts'
import { NodeProcess } from '#server/nodes/node-process.ts'
import { withinLimit } from '#server/testing/within-limit.ts'
import { enqueue, enqueueOnNode } from './enqueue.ts'
import { type JobHandler, RetryLater, handleJob } from './job-handler.ts'
import { type JobFailure, JobRunner } from './job-runner.ts'
import { defineJob, defineLocalJob } from './job.ts'
import { repeatQueries } from './repeat-queries.ts'
import { checkForWorker } from './worker-check.ts'
import { countJobs, deleteFailedJobs, isWorkerMissing, releaseAbandonedJobs, renewLocks } from './queries.ts'

const log = pino({ level: 'silent' })
const payload = z.object({ word: z.string() })
const note = defineJob({ name: 'test.note', payload, attempts: 3, backoffSeconds: [0] })
const localNote = defineLocalJob({ name: 'test.local', payload, attempts: 3, backoffSeconds: [0] })

let database: Database
let runners: { runner: JobRunner; nodeProcess: NodeProcess }[]
beforeEach(async () => {
  database = await createTestDatabase()
  runners = []
})
afterEach(async () => {
  await stopRunners()
  await database.close()
})

async function stopRunners(): Promise<void> {
  for (const { runner, nodeProcess } of runners) {
    await runner.close()
    await nodeProcess.close()
  }
  runners = []
}

type RunnerOptions = {
  nodeId?: string
  onFailed?: (failure: JobFailure) => Promise<void>
  stopTimeoutMs?: number
}

/** Starts a runner like that of an app or a worker. */
async function startRunner(
  handlers: JobHandler[],
  { nodeId = randomUUID(), onFailed = async () => {}, ...options }: RunnerOptions = {},
): Promise<JobRunner> {
  const { db, pool } = database
  const nodeProcess = new NodeProcess({
    db,
    log,
    nodeId,
    events: new EventBus(log),
    role: 'app',
    leaseMs: 60_000,
    config: { mail: null },
    secrets: { session: 'a secret' },
  })
  await nodeProcess.start()
  const config = { nodeLeaseMs: 60_000 }
  const runner = new JobRunner({ ...options, db, pool, config, log, nodeId, nodeProcess, handlers, onFailed })
  await runner.start()
  runners.push({ runner, nodeProcess })
  return runner
}

/** A handler that collects the words of its jobs. */
function collect(job: typeof note | typeof localNote = note) {
  const words: string[] = []
  return { words, handler: handleJob(job, async ({ word }) => void words.push(word)) }
}

const stored = async () => (await countJobs(database.db)).map(({ task, ...counts }) => [task, counts])

test('a job that cannot run now runs again later, without using up its attempts', async () => {
  const last = defineJob({ name: 'test.last', payload, attempts: 1, backoffSeconds: [0] })
  const failures: JobFailure[] = []
  let runs = 0
  const handler = handleJob(last, async () => {
    runs += 1
    if (runs <= 3) throw new RetryLater('the disk is full', 0)
  })
  await startRunner([handler], { onFailed: async (failure) => void failures.push(failure) })
  await enqueue(database.db, last, { word: 'one' })
  await expect.poll(() => runs).toBe(4)
  await expect.poll(stored).toEqual([])
  expect(failures).toEqual([])
})

test('a job of a committed transaction runs once, and none of one that was rolled back', async () => {
  const { words, handler } = collect()
  await startRunner([handler])
  await expect(
    database.db.transaction(async (tx) => {
      await enqueue(tx, note, { word: 'rolled back' })
      throw new Error('roll back')
    }),
  ).rejects.toThrow('roll back')
  await database.db.transaction((tx) => enqueue(tx, note, { word: 'committed' }))
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
  expect(words).toEqual(['committed'])
})

test('a job with a key replaces the one that has not started', async () => {
  await enqueue(database.db, note, { word: 'first' }, { key: 'a' })
  await enqueue(database.db, note, { word: 'second' }, { key: 'a' })
  await enqueue(database.db, note, { word: 'other' }, { key: 'b' })
  const { words, handler } = collect()
  await startRunner([handler])
  await vi.waitFor(() => expect(words.toSorted()).toEqual(['other', 'second']))
})

test('a local job runs only on the node that it names', async () => {
  const [here, there] = [collect(localNote), collect(localNote)]
  await startRunner([there.handler], { nodeId: 'there' })
  await enqueueOnNode(database.db, 'here', localNote, { word: 'mine' })
  await enqueueOnNode(database.db, 'there', localNote, { word: 'yours' })
  await vi.waitFor(() => expect(there.words).toEqual(['yours']))
  expect(await stored()).toMatchObject([['test.local', { waiting: 1 }]])
  await startRunner([here.handler], { nodeId: 'here' })
  await vi.waitFor(() => expect(here.words).toEqual(['mine']))
  expect(there.words).toEqual(['yours'])
})

test('a job that fails runs again, and after its last attempt it is reported and stays', async () => {
  const attempts: string[] = []
  const failures: JobFailure[] = []
  const handler = handleJob(note, async ({ word }) => {
    attempts.push(word)
    if (word === 'never' || attempts.length === 1) throw new Error('not now')
  })
  await startRunner([handler], { onFailed: async (failure) => void failures.push(failure) })
  await enqueue(database.db, note, { word: 'later' })
  await vi.waitFor(() => expect(attempts).toEqual(['later', 'later']))
  await enqueue(database.db, note, { word: 'never' })
  await vi.waitFor(() => expect(failures).toEqual([{ job: 'test.note', error: 'not now' }]))
  expect(attempts).toEqual(['later', 'later', 'never', 'never', 'never'])
  await vi.waitFor(async () =>
    expect(await stored()).toMatchObject([['test.note', { waiting: 0, running: 0, failed: 1 }]]),
  )
})

test('a job of a queue waits for the one before it', async () => {
  const queued = defineJob({ ...note, name: 'test.queued', queue: { name: 'one', concurrency: 1 } })
  let running = 0
  const runningCounts: number[] = []
  const handler = handleJob(queued, async () => {
    running += 1
    runningCounts.push(running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  })
  for (let count = 0; count < 10; count += 1) await enqueue(database.db, queued, { word: 'x' })
  await startRunner([handler])
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
  expect(runningCounts).toEqual(Array.from({ length: 10 }, () => 1))
})

test('closing waits for a running job; one that stops is given back with its attempt', async () => {
  const started: string[] = []
  const handler = handleJob(note, async ({ word }, { signal }) => {
    started.push(word)
    return new Promise<void>((resolve, reject) =>
      signal.addEventListener('abort', () =>
        word === 'finishes' ? setImmediate(resolve) : reject(new Error('stopped')),
      ),
    )
  })
  const runner = await startRunner([handler])
  await enqueue(database.db, note, { word: 'finishes' })
  await enqueue(database.db, note, { word: 'stops' })
  await vi.waitFor(() => expect(started.toSorted()).toEqual(['finishes', 'stops']))
  runners = []
  await runner.close()
  expect(await attemptsOf()).toEqual([[0, false]])
})

test('closing does not wait for ever for work after a job', async () => {
  const last = defineJob({ name: 'test.last', payload, attempts: 1, backoffSeconds: [0] })
  const onFailed = vi.fn<() => Promise<void>>(() => new Promise(() => {}))
  const handler = handleJob(last, () => Promise.reject(new Error('broken')))
  const runner = await startRunner([handler], { onFailed, stopTimeoutMs: 100 })
  await enqueue(database.db, last, { word: 'one' })
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalled())
  runners = []
  await withinLimit(runner.close(), 'the runner does not close')
})

test('the jobs of a killed process run again: at the next start of its node, or on another one after its lease', async () => {
  const { words, handler } = collect()
  await enqueue(database.db, note, { word: 'first' })
  await lockAll('dead worker')
  await setProcess('node', ['dead worker'], '1 minute')
  await releaseAbandonedJobs(database.db, 0)
  expect(await stored()).toMatchObject([['test.note', { running: 1 }]])
  await startRunner([handler], { nodeId: 'node' })
  await vi.waitFor(() => expect(words).toEqual(['first']))
  await vi.waitFor(async () => expect(await stored()).toEqual([]))

  await setProcess('other node', ['other worker'], '1 minute')
  await enqueueOnNode(database.db, 'nobody', localNote, { word: 'second' })
  await lockAll('other worker')
  await releaseAbandonedJobs(database.db, 0)
  expect(await stored()).toMatchObject([['test.local', { running: 1 }]])
  await setProcess('other node', ['other worker'], '-1 minute')
  await releaseAbandonedJobs(database.db, 0)
  expect(await stored()).toMatchObject([['test.local', { waiting: 1, running: 0 }]])
})

test('a job whose end could not be stored runs again at once', async () => {
  const { db } = database
  let runs = 0
  const handler = handleJob(note, async () => {
    runs += 1
    if (runs > 1) return db.execute(sql`drop function refuse() cascade`).then(() => {})
    await db.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`)
    await db.execute(sql`
      create trigger refuse before delete on graphile_worker._private_jobs execute function refuse()`)
  })
  await startRunner([handler])
  await enqueue(db, note, { word: 'x' })
  await vi.waitFor(() => expect(runs).toBe(2))
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
})

test('a job that was killed in its last attempt runs again; after three more it is reported and kept for 30 days', async () => {
  const failures: JobFailure[] = []
  const { words, handler } = collect()
  const restartKilled = async (attempts: number) => {
    await lockAll('dead worker')
    await database.db.execute(
      sql`update graphile_worker._private_jobs set attempts = ${attempts}, max_attempts = ${attempts}`,
    )
    await setProcess('node', ['dead worker'], '1 minute')
    await startRunner([handler], { nodeId: 'node', onFailed: async (failure) => void failures.push(failure) })
  }
  await enqueue(database.db, note, { word: 'restarts' })
  await restartKilled(note.attempts + 2)
  await vi.waitFor(() => expect(words).toEqual(['restarts']))
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
  await stopRunners()
  await enqueue(database.db, note, { word: 'kills' })
  await restartKilled(note.attempts + 3)
  expect(failures).toMatchObject([{ job: 'test.note' }])
  expect(words).toEqual(['restarts'])
  await deleteFailedJobs(database.db, 30)
  expect(await stored()).toMatchObject([['test.note', { failed: 1 }]])
  await database.db.execute(
    sql`update graphile_worker._private_jobs set updated_at = now() - interval '31 days'`,
  )
  await deleteFailedJobs(database.db, 30)
  expect(await stored()).toEqual([])
})

test('the operator of an app without jobs is warned while nobody runs them', async () => {
  const warnings: string[] = []
  const warningLog = pino({}, { write: (line: string) => void warnings.push(line) })
  const stop = checkForWorker({ db: database.db, log: warningLog, intervalMs: 20 })
  onTestFinished(stop)
  await enqueue(database.db, note, { word: 'waits' }, { runAt: new Date(Date.now() - 61_000) })
  await vi.waitFor(() => expect(warnings.at(-1)).toContain('npm run worker'))
  await setProcess('node', ['a worker'], '1 minute')
  expect(await isWorkerMissing(database.db)).toBe(false)
  await setProcess('node', [], '1 minute')
  expect(await isWorkerMissing(database.db)).toBe(true)
  await database.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
  expect(await isWorkerMissing(database.db)).toBe(false)
})

test('a schedule whose query fails waits for the database instead of ending the process', async () => {
  const { pool } = database
  const closing = new AbortController()
  const errors: unknown[] = []
  vi.spyOn(pool, 'query').mockRejectedValueOnce(GONE).mockRejectedValueOnce(GONE)
  repeatQueries(pool, closing.signal, (error) => errors.push(error))
  expect((await pool.query<{ one: number }>('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
  expect(errors).toEqual([GONE, GONE])
  const never = pool.query('select not a column')
  closing.abort()
  expect((await never).rows).toEqual([])
})

// Boundary: the type of the mock is that of the overload without a promise.
const GONE = new Error('gone') as never

test('a scheduled job with `atStart` runs at each start', async () => {
  const daily = defineJob({ name: 'test.daily', payload: z.object({}), attempts: 1, backoffSeconds: [0] })
  let runs = 0
  const handler = handleJob(daily, async () => void (runs += 1), { cron: '0 0 1 1 *', atStart: true })
  await startRunner([handler])
  await vi.waitFor(() => expect(runs).toBe(1))
})

async function attemptsOf(): Promise<[number, boolean][]> {
  const { rows } = await database.db.execute<{ attempts: number; isLocked: boolean }>(
    sql`select attempts, locked_at is not null as "isLocked" from graphile_worker.jobs`,
  )
  return rows.map(({ attempts, isLocked }) => [attempts, isLocked])
}

test('a job that runs for hours stays with its worker', async () => {
  await enqueue(database.db, note, { word: 'long' })
  await lockAll('patient worker')
  await database.db.execute(
    sql`update graphile_worker._private_jobs set locked_at = now() - interval '3 hours'`,
  )
  const hoursLocked = async () => {
    const { rows } = await database.db.execute<{ hours: number }>(sql`
      select extract(epoch from now() - locked_at)::float8 / 3600 as hours from graphile_worker.jobs`)
    return rows[0]?.hours
  }
  await renewLocks(database.db, ['another worker'])
  expect(await hoursLocked()).toBeCloseTo(3, 1)
  await renewLocks(database.db, ['patient worker'])
  expect(await hoursLocked()).toBeCloseTo(0, 1)
})

/** Locks all jobs as a worker does that runs them. */
async function lockAll(worker: string): Promise<void> {
  await database.db.execute(
    sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 second', locked_by = ${worker}`,
  )
}

async function setProcess(nodeId: string, workerIds: string[], lease: string): Promise<void> {
  await database.db.execute(sql`
    insert into node_processes (node_id, role, worker_ids, lease_until)
    values (${nodeId}, 'app', ${sql.param(workerIds)}, now() + ${lease}::interval)
    on conflict (node_id, role) do update set lease_until = excluded.lease_until, worker_ids = excluded.worker_ids`)
}
