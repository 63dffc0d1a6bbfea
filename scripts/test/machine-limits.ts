import { availableParallelism, totalmem } from 'node:os'

type Machine = { cores: number; memoryBytes: number }

const GIB = 1024 ** 3
/** Memory of the database, the code checks and the system, beside the tests. */
const RESERVED_BYTES = 2 * GIB
/** A process of vitest with its app. */
const UNIT_WORKER_BYTES = 1 * GIB
/** A browser with several pages, and its app with the live engine. */
const STORY_WORKER_BYTES = 1.5 * GIB

/** How many times longer a test may wait than on the reference machine; `npm test` measures it. */
const TIME_FACTOR = Number(process.env['TEST_TIME_FACTOR'] ?? 1)

/** @param milliseconds limit on the reference machine */
export function scaled(milliseconds: number): number {
  return milliseconds * TIME_FACTOR
}

/** The limits of an app for its database: those of production on the reference machine. */
export const DATABASE_LIMITS_ENV = {
  DATABASE_ACQUIRE_SECONDS: String(scaled(5)),
  DATABASE_STATEMENT_SECONDS: String(scaled(5)),
}

/** How long a test waits for what it expects; long, because the load of parallel tests delays it. */
export const WAIT_LIMIT_MS = scaled(30_000)

/** Those of the live engine wait for seconds for what a lost connection does; three for two processors left a tenth of these idle. */
export const UNIT_WORKERS = workersFor(UNIT_WORKER_BYTES, 2)
/** Pages are rendered in software. */
export const STORY_WORKERS = workersFor(STORY_WORKER_BYTES, 1.5)

/** As many for each processor, because tests also wait; fewer if the memory is not enough. */
export function workersFor(workerBytes: number, perCore: number, machine: Machine = readMachine()): number {
  const forMemory = Math.floor((machine.memoryBytes - RESERVED_BYTES) / workerBytes)
  return Math.max(1, Math.min(Math.ceil(machine.cores * perCore), forMemory))
}

/** Memory of the control group, where that is less than the machine's. */
function readMachine(): Machine {
  const constrained = process.constrainedMemory()
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return { cores: availableParallelism(), memoryBytes }
}
