import { expect, test, vi } from 'vitest'
import { ttlCache } from './ttl-cache.ts'

test('concurrent calls share one computation', async () => {
  const compute = vi.fn(() => Promise.resolve('counted'))
  const cached = ttlCache(60_000, compute)
  expect(await Promise.all([cached(), cached(), cached()])).toEqual(['counted', 'counted', 'counted'])
  expect(await cached()).toBe('counted')
  expect(compute).toHaveBeenCalledTimes(1)
})

test('an expired value is computed again', async () => {
  let count = 0
  const cached = ttlCache(1, () => Promise.resolve(++count))
  expect(await cached()).toBe(1)
  await vi.waitFor(async () => expect(await cached()).toBeGreaterThan(1))
})

test('a failure rejects and is not cached', async () => {
  const compute = vi.fn<() => Promise<string>>()
  compute.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('up')
  const cached = ttlCache(60_000, compute)
  await expect(cached()).rejects.toThrow('down')
  expect(await cached()).toBe('up')
})
