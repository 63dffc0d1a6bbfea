import { expect, test, vi } from 'vitest'
import { runAtRate } from './run-at-rate.ts'

test('calls are started at the rate, without waiting for each other', async () => {
  const resolvers: (() => void)[] = []
  const done = runAtRate(1000, 0.01, () => new Promise<void>((resolve) => resolvers.push(resolve)))
  await vi.waitFor(() => expect(resolvers).toHaveLength(10))
  for (const resolve of resolvers) resolve()
  await done
})

test('a call that fails is the failure of the run, which starts no further calls', async () => {
  const work = vi.fn<() => Promise<unknown>>(async () => {
    throw new Error('socket hang up')
  })
  await expect(runAtRate(1000, 10, work)).rejects.toThrow('socket hang up')
  expect(work.mock.calls.length).toBeLessThan(10_000)
})
