import { expect, test } from 'vitest'
import { StartupError } from './startup-error.ts'
import { readyMessages, startupMessage } from './startup-messages.ts'

const started = { url: 'http://localhost:3000', setupUrl: null, rootDatabase: null }
const config = {
  host: '127.0.0.1',
  payments: { provider: 'sandbox' },
  publicUrl: new URL('http://localhost:3000'),
} as const
const SANDBOX = 'Payments: the built-in sandbox, no money moves'

test('the start message has the address of the site', () => {
  expect(readyMessages(config, started)).toEqual([SANDBOX, 'Creative Wave is at http://localhost:3000'])
})

test("the message has the first administrator's link and the folder of root's database", () => {
  const lines = readyMessages(config, { ...started, setupUrl: 'http://x/setup', rootDatabase: '/var/lib/x' })
  expect(lines).toEqual([
    'The database lies in /var/lib/x',
    SANDBOX,
    'Creative Wave is at http://localhost:3000',
    'Become its first administrator at http://x/setup',
  ])
})

test.each(['0.0.0.0', '::', '192.168.1.5'])(
  'with plain http on a public interface (%s) it warns that browsers refuse the camera',
  (host) => {
    expect(readyMessages({ ...config, host }, started).join()).toContain(
      'browsers refuse camera and microphone',
    )
  },
)

test.each([
  ['localhost', 'http://localhost:3000'],
  ['127.0.0.2', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['0.0.0.0', 'https://wave.example'],
])('on %s as %s it does not warn', (host, url) => {
  expect(readyMessages({ ...config, host, publicUrl: new URL(url) }, started).join()).not.toContain('camera')
})

test.each([
  [null, 'Payments are off: set PAYPAL_CLIENT_ID'],
  [{ webhookId: 'WH1' }, 'Payments: PayPal at api.example'],
  [{ webhookId: null }, 'Payments: PayPal at api.example, without events: set PAYPAL_WEBHOOK_ID'],
])('the start message says which payment provider is used (%j)', (given, message) => {
  const payments = given && {
    provider: 'paypal' as const,
    clientId: 'id',
    clientSecret: 'hush',
    baseUrl: new URL('https://api.example'),
    ...given,
  }
  const [line] = readyMessages({ ...config, payments }, started)
  expect(line).toContain(message)
  expect(line).not.toContain('hush')
})

test('the message of any error is one line', () => {
  expect(startupMessage(new StartupError('one\n  two'))).toBe('one two')
  const unexpected = startupMessage(new Error('it\nbroke'))
  expect(unexpected).toMatch(
    /^Creative Wave could not start: it broke at .*startup-messages\.test\.ts:\d+:\d+\. .*$/,
  )
})
