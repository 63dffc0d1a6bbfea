import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createHash } from 'node:crypto'
import { Worker, isMainThread, parentPort } from 'node:worker_threads'

/** How long the fixed work takes on the machine for which the time limits of the tests were chosen, with nothing beside it. */
const REFERENCE_MS = 80
const ROUNDS = 300
const MAX_FACTOR = 4

/**
 * How many times slower this machine is now than the reference, from 1 to 4: the time limits of the tests are multiplied by it.
 * Every processor does the fixed work at once, so that a machine that is busy with something else counts as slow.
 *
 * @returns {Promise<number>}
 */
export async function measureTimeFactor() {
  const times = await Promise.all(Array.from({ length: availableParallelism() }, timeInThread))
  return timeFactor(Math.max(...times))
}

/**
 * @param {number} milliseconds duration of the fixed work
 * @returns {number} rounded to one decimal
 */
export function timeFactor(milliseconds) {
  const factor = Math.round((milliseconds / REFERENCE_MS) * 10) / 10
  return Math.min(MAX_FACTOR, Math.max(1, factor))
}

/** @returns {Promise<number>} milliseconds, without the start of the thread */
function timeInThread() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url))
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** What tests do most: JavaScript with many small objects, text, and native code. */
function doFixedWork() {
  let text = 'speed'
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = Array.from({ length: 500 }, (_, index) => ({ id: `${text}${index * 7919}`, words: [index] }))
    rows.sort((one, other) => (one.id < other.id ? -1 : 1))
    text = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
}

if (!isMainThread) {
  const started = performance.now()
  doFixedWork()
  parentPort?.postMessage(performance.now() - started)
}
