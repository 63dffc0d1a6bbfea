import { availableParallelism, totalmem } from 'node:os'

const GIB = 1024 ** 3
/** Memory of the database, the code checks and the system, beside the tests. */
const RESERVED_BYTES = 2 * GIB
/** A process of vitest with its app. Several of the longest files mostly wait. */
const UNIT_WORKER = { bytes: 1 * GIB, perCore: 2 }
/** A browser with several pages, and its app with the live engine. */
const STORY_WORKER = { bytes: 1.5 * GIB, perCore: 1.5 }

/** How many times longer a test may wait than on the reference machine; `npm test` measures it. */
const TIME_FACTOR = Number(process.env.TEST_TIME_FACTOR ?? 1)

/** @param {number} milliseconds limit on the reference machine */
export function scaled(milliseconds) {
  return milliseconds * TIME_FACTOR
}

export const UNIT_WORKERS = workersFor(UNIT_WORKER)
export const STORY_WORKERS = workersFor(STORY_WORKER)

/**
 * More workers than processors, because tests also wait; fewer if the memory is not enough.
 *
 * @param {{ bytes: number, perCore: number }} worker
 * @param {{ cores: number, memoryBytes: number }} machine
 */
export function workersFor({ bytes, perCore }, machine = readMachine()) {
  const forMemory = Math.floor((machine.memoryBytes - RESERVED_BYTES) / bytes)
  return Math.max(1, Math.min(Math.ceil(machine.cores * perCore), forMemory))
}

/** Memory of the control group, where that is less than the machine's. */
function readMachine() {
  const constrained = process.constrainedMemory()
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return { cores: availableParallelism(), memoryBytes }
}
