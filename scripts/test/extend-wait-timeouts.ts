import { vi } from 'vitest'

// A condition that other tests' load delays is not a failure, and there is no setting for this one.
const waitFor = vi.waitFor.bind(vi)
vi.waitFor = (condition, options = {}) =>
  waitFor(condition, typeof options === 'number' ? options : { timeout: 15_000, ...options })
