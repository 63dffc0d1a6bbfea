import { vi } from 'vitest'

// The load of parallel tests can delay a condition, and vitest has no setting for this timeout.
const waitFor = vi.waitFor.bind(vi)
vi.waitFor = (condition, options = {}) =>
  waitFor(condition, typeof options === 'number' ? options : { timeout: 15_000, ...options })
