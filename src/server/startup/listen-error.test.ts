import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listenError } from './listen-error.ts'

test.each([
  ['203.0.113.1', 'an address of another machine'],
  ['no-such-host.invalid', 'an unknown name'],
])('the HOST %s, %s, is named with what to set instead', async (host) => {
  const [error] = await once(createServer().listen(0, host), 'error').catch((reason: unknown) => [reason])
  expect(listenError(error, { host, port: 0 })).toMatchObject({
    name: 'StartupError',
    message: `HOST=${host} is no address of this machine: set it to one, or to 0.0.0.0 for all of them.`,
  })
})

test('an unexpected error stays as it is', () => {
  const error = new Error('unexpected')
  expect(listenError(error, { host: '127.0.0.1', port: 0 })).toBe(error)
})
