import {
  Logger as WorkerLogger,
  type Job as RunningJob,
  type Runner,
  type Worker,
  type WorkerEvents,
  parseCronItems,
  run,
} from 'graphile-worker'
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { withinLimit } from '#server/concurrency/time-limit.ts'
import { LONG_LIMITS, copyPool, endPool } from '#server/db/pool.ts'
import type { NodeProcess } from '#server/nodes/node-process.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { SCHEDULE_KEY, enqueueScheduled, jobKey } from './enqueue.ts'
import { taskName } from './job.ts'
import { type JobHandler, RetryLater } from './job-handler.ts'
import { repeatQueries } from './repeat-queries.ts'
import {
  type KilledJob,
  countDueJobs,
  releaseAbandonedJobs,
  releaseJobsOf,
  renewLocks,
  rescheduleJob,
} from './queries.ts'

/** A job that has failed for good; `error` is the reason of its last attempt. */
export type JobFailure = { job: string; error: string }

type Options = {
  db: Db
  /** The runner opens a pool of its own to the same database. */
  pool: pg.Pool
  config: Pick<Config, 'nodeLeaseMs'>
  log: Logger
  nodeId: string
  nodeProcess: NodeProcess
  handlers: readonly JobHandler[]
  /** Milliseconds that `close` waits for a job that does not stop by itself; it waits twice as long for all together. */
  stopTimeoutMs?: number
  /** Called when a job has failed for good. */
  onFailed(failure: JobFailure): Promise<void>
}

/** Jobs that run at the same time: more than there are queues of videos, so that mails and notifications wait for none. */
const CONCURRENCY = 14
/** Workers hold a connection for one statement at a time; one connection listens. */
const CONNECTIONS = 3
/** Time between two checks for jobs that have become due; new jobs are announced by a notification. */
const POLL_MS = 2000
/** The interval at which a worker that was not woken polls for a job. */
const WORKER_POLL_MS = 60_000
const STOP_TIMEOUT_MS = 5000
const RESTART_MS = 1000
/** More attempts for a job whose process ended in the last one; bounded, as the job itself may have ended it. */
const EXTRA_ATTEMPTS = 3

/** Runs the jobs of all features in this process until `close` is called. */
export class JobRunner {
  readonly #options: Options
  readonly #pool: pg.Pool
  readonly #handlersByTask: Map<string, JobHandler>
  readonly #closing = new AbortController()
  readonly #pending = new Set<Promise<void>>()
  /** Rejects each running job. */
  readonly #rejects = new Set<(error: Error) => void>()
  #releaseTimer: NodeJS.Timeout | null = null
  #pollTimer: NodeJS.Timeout | null = null
  #isPolling = false
  readonly #workers = new Set<Worker>()
  #runner: Runner | null = null
  /** Ids under which this process locks jobs. */
  readonly #workerIds = new Set<string>()
  /** Those of workers that have ended with an error: their jobs are still locked. */
  readonly #failedWorkerIds = new Set<string>()
  #restartTimer: NodeJS.Timeout | null = null
  #restarting: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#pool = copyPool(options.pool, { max: CONNECTIONS, limits: LONG_LIMITS })
    repeatQueries(this.#pool, this.#closing.signal, (error) =>
      options.log.warn({ reason: oneLine(error) }, 'the schedule of jobs waits for the database'),
    )
    this.#handlersByTask = new Map(
      options.handlers.map((handler) => [taskName(handler.job, options.nodeId), handler]),
    )
  }

  async start(): Promise<void> {
    const { config, db, handlers, nodeId, nodeProcess } = this.#options
    await this.#releaseKilled((tx) => releaseJobsOf(tx, nodeProcess.previousWorkerIds))
    for (const { job, schedule } of handlers) if (schedule?.atStart) await enqueueScheduled(db, nodeId, job)
    await this.#run()
    const leaseMs = config.nodeLeaseMs
    this.#releaseTimer = setInterval(() => this.#track(this.#release(leaseMs)), leaseMs)
    this.#pollTimer = setInterval(() => this.#track(this.#wakeForDueJobs()), POLL_MS)
  }

  /** Lets running jobs finish; those that do not finish in time are given back. */
  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#restartTimer) clearTimeout(this.#restartTimer)
    if (this.#releaseTimer) clearInterval(this.#releaseTimer)
    if (this.#pollTimer) clearInterval(this.#pollTimer)
    const { stopTimeoutMs = STOP_TIMEOUT_MS } = this.#options
    const timer = setTimeout(() => {
      for (const reject of this.#rejects) reject(new Error('the process stops'))
    }, stopTimeoutMs)
    // It waits for jobs and the database; both may hang.
    await withinLimit(this.#finish(), 2 * stopTimeoutMs).catch(() => {})
    clearTimeout(timer)
    await endPool(this.#pool)
  }

  async #finish(): Promise<void> {
    await this.#restarting
    await this.#runner?.stop().catch(() => {})
    await Promise.all(this.#pending)
  }

  async #run(): Promise<void> {
    const { log, nodeProcess } = this.#options
    // Boundary: the library's type of an emitter with these events.
    const events = new EventEmitter() as WorkerEvents
    events.on('worker:create', ({ worker }) => {
      this.#workerIds.add(worker.workerId)
      this.#workers.add(worker)
    })
    events.on('worker:release', ({ worker }) => void this.#workers.delete(worker))
    events.on('job:complete', ({ job, error }) => error && this.#afterError(job, error))
    events.on('worker:stop', ({ worker, error }) => this.#onWorkerStop(worker.workerId, error))
    this.#runner = await run({
      pgPool: this.#pool,
      concurrency: CONCURRENCY,
      pollInterval: WORKER_POLL_MS,
      noHandleSignals: true,
      logger: new WorkerLogger(() => (level, message, meta) => {
        // The library advises a connection for each worker.
        if (meta?.['max'] !== CONNECTIONS) log[LEVELS[level] ?? 'debug'](message)
      }),
      events,
      taskList: Object.fromEntries(
        [...this.#handlersByTask].map(([task, handler]) => [task, this.#toTask(handler)]),
      ),
      parsedCronItems: parseCronItems(this.#cronItems()),
    })
    this.#runner.promise.catch(() => this.#restart())
    await nodeProcess.setWorkerIds([...this.#workerIds])
  }

  /** Wakes a worker for each job that is due: one statement, where the library would let every worker ask. */
  async #wakeForDueJobs(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      let due = await countDueJobs(this.#options.db, CONCURRENCY)
      for (const worker of this.#workers) if (due > 0 && worker.nudge()) due -= 1
    } catch (error) {
      this.#options.log.debug({ reason: oneLine(error) }, 'the check for due jobs failed')
    } finally {
      this.#isPolling = false
    }
  }

  /** Keeps the jobs of this process, and releases those of processes that have ended. */
  async #release(leaseMs: number): Promise<void> {
    await renewLocks(this.#options.db, [...this.#workerIds])
    // Otherwise this process itself was suspended, and the others may still run.
    if (this.#options.nodeProcess.hasKeptLease)
      await this.#releaseKilled((tx) => releaseAbandonedJobs(tx, leaseMs))
  }

  /**
   * Releases jobs, and gives those that were killed in their last attempt another one: a restart of the app is not their
   * error.
   */
  async #releaseKilled(release: (tx: Executor) => Promise<KilledJob[]>): Promise<void> {
    const { db, handlers, onFailed } = this.#options
    const lost = await db.transaction(async (tx) => {
      const names: string[] = []
      for (const { id, name, attempts } of await release(tx)) {
        const declared = handlers.find(({ job }) => job.name === name)?.job.attempts ?? attempts
        if (attempts < declared + EXTRA_ATTEMPTS)
          await rescheduleJob(tx, { id, delaySeconds: 0, attempts, maxAttempts: attempts + 1 })
        else names.push(name)
      }
      return names
    })
    for (const job of lost)
      await onFailed({ job, error: 'its process ended during each of its last attempts' })
  }

  #onWorkerStop(workerId: string, error: unknown): void {
    if (error === undefined) {
      this.#workerIds.delete(workerId)
      return
    }
    this.#failedWorkerIds.add(workerId)
    this.#restart()
  }

  #cronItems() {
    return [...this.#handlersByTask].flatMap(([task, { job, schedule }]) =>
      schedule
        ? {
            task,
            match: schedule.cron,
            options: { backfillPeriod: 0, maxAttempts: job.attempts, jobKey: jobKey(task, SCHEDULE_KEY) },
          }
        : [],
    )
  }

  #toTask(handler: JobHandler) {
    const { signal } = this.#closing
    return (payload: unknown, { job }: { job: RunningJob }) =>
      new Promise<void>((resolve, reject) => {
        this.#rejects.add(reject)
        const done = () => this.#rejects.delete(reject)
        const isLastAttempt = job.attempts >= job.max_attempts
        Promise.resolve()
          .then(() => handler.run(payload, { signal, isLastAttempt }))
          .then(resolve, reject)
          .finally(done)
      })
  }

  /** Sets the delay of the next attempt; a job that was interrupted by `close` has not used up an attempt. */
  #afterError(
    { id, attempts, max_attempts: maxAttempts, task_identifier: task }: RunningJob,
    error: unknown,
  ): void {
    const handler = this.#handlersByTask.get(task)
    if (!handler) return
    if (this.#closing.signal.aborted) return this.#reschedule(id, 0, attempts - 1)
    if (error instanceof RetryLater) return this.#reschedule(id, error.delaySeconds, attempts - 1)
    const { backoffSeconds, name } = handler.job
    this.#options.log.warn({ job: name, attempts, reason: oneLine(error) }, 'a job failed')
    if (attempts >= maxAttempts) this.#track(this.#options.onFailed({ job: name, error: oneLine(error) }))
    else this.#reschedule(id, backoffSeconds[attempts - 1] ?? backoffSeconds.at(-1) ?? 0, attempts)
  }

  #reschedule(id: string, delaySeconds: number, attempts: number): void {
    this.#track(rescheduleJob(this.#options.db, { id, delaySeconds, attempts }))
  }

  /** The library does not replace a worker that lost the database while it stored the end of a job. */
  #restart(): void {
    if (this.#closing.signal.aborted || this.#restartTimer) return
    this.#restartTimer = setTimeout(() => {
      this.#restarting = this.#runAgain()
    }, RESTART_MS)
  }

  async #runAgain(): Promise<void> {
    await this.#runner?.stop().catch(() => {})
    this.#restartTimer = null
    if (this.#closing.signal.aborted) return
    try {
      // The jobs of the other workers may still run.
      const failedIds = [...this.#failedWorkerIds]
      await this.#releaseKilled((tx) => releaseJobsOf(tx, failedIds))
      for (const id of failedIds) {
        this.#failedWorkerIds.delete(id)
        this.#workerIds.delete(id)
      }
      await this.#run()
    } catch (error) {
      this.#options.log.warn({ reason: oneLine(error) }, 'the job runner could not start again')
      this.#restart()
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'the job runner failed'))
      .finally(() => this.#pending.delete(tracked))
    this.#pending.add(tracked)
  }
}

/** The library's failures of jobs are logged by the runner, with less text. */
const LEVELS: Partial<Record<string, 'warn' | 'debug'>> = { warning: 'warn' }
