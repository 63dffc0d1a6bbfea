import { expect, it, vi } from 'vitest'
import { guarded } from './guard.ts'

/** What is written to stderr, kept from the terminal. */
const watchStderr = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true)

it('lets no exception out of a callback, and reports it', () => {
  const stderr = watchStderr()
  const callback = guarded('a callback', () => {
    throw new Error('broken')
  })
  expect(callback).not.toThrow()
  expect(stderr).toHaveBeenCalledWith('a callback: broken\n')
})

it('reports once a second what fails for every packet', () => {
  const stderr = watchStderr()
  const callback = guarded('a packet', () => {
    throw new Error('broken')
  })
  for (let packet = 0; packet < 100; packet++) callback()
  expect(stderr).toHaveBeenCalledTimes(1)
})

it('hands its arguments on', () => {
  const callback = vi.fn<(a: number, b: string) => void>()
  guarded('a callback', callback)(1, 'two')
  expect(callback).toHaveBeenCalledWith(1, 'two')
})
