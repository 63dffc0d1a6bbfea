import { expect, vi } from 'vitest'
import { scaled, WAIT_LIMIT_MS } from './machine-limits.ts'

// Gives vitest's waits the common time limit; a limit that a test sets grows on a slower machine.

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
  const { timeout, ...others } = typeof options === 'number' ? { timeout: options } : options
  return { ...others, timeout: timeout === undefined ? WAIT_LIMIT_MS : scaled(timeout) }
}
