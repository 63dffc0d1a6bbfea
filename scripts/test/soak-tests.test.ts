import { expect, test, vi } from 'vitest'
import { soakTests } from './soak-tests.mjs'

test.each(['--runs=0', '--runs=often', '--runs='])(
  '%s is refused instead of passing without a run',
  async (option) => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    expect(await soakTests([option, 'chat'])).toBe(1)
    expect(printed).toHaveBeenCalledWith(expect.stringContaining(option))
  },
)
