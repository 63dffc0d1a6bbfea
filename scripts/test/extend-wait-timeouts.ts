import { expect, vi } from 'vitest'
import { scaled } from './machine-limits.mjs'

// The load of parallel tests can delay a condition, so a wait lasts long unless a test needs even longer. A slower machine
// multiplies every limit.
const DEFAULT_TIMEOUT_MS = 30_000
/** Marks an object of vitest whose waits are extended: files that run in the same process share it. */
const EXTENDED = Symbol.for('extended waits')

type WaitOptions = { timeout?: number; interval?: number }

if (!Object.hasOwn(vi, EXTENDED)) {
  const { waitFor, waitUntil } = vi
  vi.waitFor = (condition, options) => waitFor(condition, extended(options))
  vi.waitUntil = (condition, options) => waitUntil(condition, extended(options))
  Object.assign(vi, { [EXTENDED]: true })
}
if (!Object.hasOwn(expect, EXTENDED)) {
  const { poll } = expect
  expect.poll = (condition, options) => poll(condition, { ...options, ...extended(options) })
  Object.assign(expect, { [EXTENDED]: true })
}

function extended(options: WaitOptions | number = {}): WaitOptions {
  const { timeout = DEFAULT_TIMEOUT_MS, ...others } =
    typeof options === 'number' ? { timeout: options } : options
  return { ...others, timeout: scaled(timeout) }
}
