import { expect, test, vi } from 'vitest'
import { ttlCache } from './ttl-cache.ts'

test('those who ask while it is computed share one computation', async () => {
  const compute = vi.fn(() => Promise.resolve('counted'))
  const kept = ttlCache(60_000, compute)
  expect(await Promise.all([kept(), kept(), kept()])).toEqual(['counted', 'counted', 'counted'])
  expect(await kept()).toBe('counted')
  expect(compute).toHaveBeenCalledTimes(1)
})

test('what is too old is computed again', async () => {
  let count = 0
  const kept = ttlCache(1, () => Promise.resolve(++count))
  expect(await kept()).toBe(1)
  await vi.waitFor(async () => expect(await kept()).toBeGreaterThan(1))
})

test('a failure is told, and not kept', async () => {
  const compute = vi.fn<() => Promise<string>>()
  compute.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('up')
  const kept = ttlCache(60_000, compute)
  await expect(kept()).rejects.toThrow('down')
  expect(await kept()).toBe('up')
})
