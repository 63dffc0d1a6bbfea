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

/** How long a test waits for what it expects; long, because the load of parallel tests delays it. */
export const WAIT_LIMIT_MS = scaled(30_000)

export const { unit: UNIT_WORKERS, stories: STORY_WORKERS } = workersFor(readMachine())

/**
 * Unit tests and stories run at the same time: a worker for stories for each processor, because these compute most of the
 * time, and half as many again for unit tests, because they wait; fewer if the memory is not enough.
 */
export function workersFor({ cores, memoryBytes }: Machine): { unit: number; stories: number } {
  const forMemory = (memoryBytes - RESERVED_BYTES) / (1.5 * UNIT_WORKER_BYTES + STORY_WORKER_BYTES)
  const stories = Math.max(1, Math.min(cores, Math.floor(forMemory)))
  return { unit: Math.ceil(stories * 1.5), stories }
}

/** Memory of the control group, where that is less than the machine's. */
function readMachine(): Machine {
  const constrained = process.constrainedMemory()
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return { cores: availableParallelism(), memoryBytes }
}
