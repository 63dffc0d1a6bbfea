import { expect, it, vi } from 'vitest'
import { guarded } from './guard.ts'

/** Captures what is written to stderr. */
const watchStderr = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true)

it('lets no exception out of a callback, and logs it', () => {
  const stderr = watchStderr()
  const callback = guarded('a callback', () => {
    throw new Error('broken')
  })
  expect(callback).not.toThrow()
  expect(stderr).toHaveBeenCalledWith('a callback: broken\n')
})

it('logs a failure that repeats with every packet once a second', () => {
  const stderr = watchStderr()
  const callback = guarded('a packet', () => {
    throw new Error('broken')
  })
  for (let packet = 0; packet < 100; packet++) callback()
  expect(stderr).toHaveBeenCalledTimes(1)
})

it('passes its arguments on', () => {
  const callback = vi.fn<(a: number, b: string) => void>()
  guarded('a callback', callback)(1, 'two')
  expect(callback).toHaveBeenCalledWith(1, 'two')
})
