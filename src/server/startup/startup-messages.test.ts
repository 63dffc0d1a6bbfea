import { expect, test } from 'vitest'
import { StartupError } from './startup-error.ts'
import { announce, startupMessage } from './startup-messages.ts'

const started = { url: 'http://localhost:3000', setupUrl: null, rootDatabase: null }
const config = { host: '127.0.0.1', publicUrl: new URL('http://localhost:3000') }

test('a start says where the site is', () => {
  expect(announce(config, started)).toEqual(['Creative Wave is at http://localhost:3000'])
})

test("it gives the first administrator's link, and the place of root's database", () => {
  const lines = announce(config, { ...started, setupUrl: 'http://x/setup', rootDatabase: '/var/lib/x' })
  expect(lines).toEqual([
    'The database lies in /var/lib/x',
    'Creative Wave is at http://localhost:3000',
    'Become its first administrator at http://x/setup',
  ])
})

test.each(['0.0.0.0', '::', '192.168.1.5'])(
  'open to others over plain http (%s), it warns of the camera',
  (host) => {
    expect(announce({ ...config, host }, started).join()).toContain('browsers refuse camera and microphone')
  },
)

test.each([
  ['localhost', 'http://localhost:3000'],
  ['127.0.0.2', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['0.0.0.0', 'https://wave.example'],
])('at %s as %s it does not', (host, url) => {
  expect(announce({ host, publicUrl: new URL(url) }, started)).toHaveLength(1)
})

test('a message is one line, whatever the error says', () => {
  expect(startupMessage(new StartupError('one\n  two'))).toBe('one two')
  const unknown = startupMessage(new Error('it\nbroke'))
  expect(unknown).toMatch(
    /^Creative Wave could not start: it broke at .*startup-messages\.test\.ts:\d+:\d+\. .*$/,
  )
})
