import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from '#server/startup/environment.ts'

test('an empty environment results in the defaults', () => {
  expect(readConfig({})).toEqual({
    env: 'production',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:3000'),
    dataDir: resolve('data'),
    databaseUrl: null,
    redisUrl: null,
    databaseLimits: { acquireMs: 5000, statementMs: 5000 },
    sessionSecret: null,
    trustProxy: [],
    logLevel: 'info',
    live: {
      host: '127.0.0.1',
      udpPort: 40_000,
      processes: 1,
      announcedIp: null,
      graceMs: 60_000,
      peerTimeoutMs: 6000,
      heartbeatTimeoutMs: 10_000,
      turn: null,
    },
    images: { memoryBytes: 768 * 1024 ** 2, cpuMs: 10_000, idleMs: 30_000 },
    disk: { startFreeBytes: 1.5 * 1024 ** 3, stopFreeBytes: 1024 ** 3 },
    transcoding: { memoryBytes: 768 * 1024 ** 2, totalMemoryBytes: expect.any(Number) },
    mail: null,
    payments: { provider: 'sandbox' },
    metricsToken: null,
    passwordHashKib: 19_456,
    http: {
      headersMs: 20_000,
      bodyPace: { bytes: 10_000, ms: 20_000 },
      stalledResponseMs: 60_000,
      keepAliveMs: 130_000,
      uploadIdleMs: 60_000,
    },
    runsJobs: true,
    nodeLeaseMs: 30_000,
    heartbeatMs: 20_000,
    countsMs: 60_000,
  })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', TRUST_PROXY: '' })).toEqual(readConfig({}))
})

test('the public URL has PORT unless PUBLIC_URL is set', () => {
  expect(readConfig({ PORT: '8080' }).publicUrl.origin).toBe('http://localhost:8080')
  expect(readConfig({ PORT: '8080', PUBLIC_URL: 'https://wave.example/' }).publicUrl.origin).toBe(
    'https://wave.example',
  )
})

test('valid values are used', () => {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '::',
    DATA_DIR: '/srv/wave data',
    DATABASE_URL: 'postgres://u:p@db/wave',
    SESSION_SECRET: 's'.repeat(32),
    TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8',
    LOG_LEVEL: 'debug',
    LIVE_UDP_PORT: '50000',
    LIVE_ANNOUNCED_IP: '203.0.113.7',
    LIVE_GRACE_SECONDS: '0.5',
  })
  expect(config).toMatchObject({
    env: 'test',
    port: 0,
    host: '::',
    dataDir: '/srv/wave data',
    databaseUrl: 'postgres://u:p@db/wave',
    sessionSecret: 's'.repeat(32),
    trustProxy: ['loopback', '10.0.0.0/8', 'fd00::/8'],
    logLevel: 'debug',
    live: { udpPort: 50_000, announcedIp: '203.0.113.7', graceMs: 500 },
  })
})

describe('an invalid value is refused with one line that names the variable', () => {
  test.each([
    ['NODE_ENV', 'prod'],
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['HOST', 'my host'],
    ['HOST', '127.0.0'],
    ['HOST', '300.1.1.1'],
    ['HOST', 'http://localhost'],
    ['LIVE_HOST', '127.0.0'],
    ['LIVE_HOST', 'udp://10.0.0.1'],
    ['PUBLIC_URL', 'wave.example'],
    ['PUBLIC_URL', 'ftp://wave.example'],
    ['PUBLIC_URL', 'https://wave.example/site'],
    ['PUBLIC_URL', 'https://wave.example/?'],
    ['PUBLIC_URL', 'https://user:secret@wave.example'],
    ['DATABASE_URL', 'mysql://u:p@db/wave'],
    ['DATABASE_URL', 'db'],
    ['SESSION_SECRET', 'short'],
    ['METRICS_TOKEN', 'short'],
    ['LIVE_PROCESSES', '0'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['LIVE_UDP_PORT', '0'],
    ['LIVE_ANNOUNCED_IP', 'wave.example'],
    ['LIVE_GRACE_SECONDS', '0'],
    ['LIVE_GRACE_SECONDS', '1m'],
  ])('%s=%s', (name, given) => {
    const message = messageOf(() => readConfig({ [name]: given }))
    expect(message).toContain(name)
    expect(message).toContain('set it to')
    expect(message).not.toContain('\n')
  })
})

test('the live engine listens on HOST unless LIVE_HOST is set', () => {
  expect(readConfig({ HOST: '10.0.0.5' }).live.host).toBe('10.0.0.5')
  expect(readConfig({ HOST: '127.0.0.1', LIVE_HOST: '0.0.0.0' })).toMatchObject({
    host: '127.0.0.1',
    live: { host: '0.0.0.0' },
  })
})

test('a TURN configuration is one or several URLs and a secret', () => {
  const TURN_URL = 'turn:turn.example.org:3478, turns:[2001:db8::1]:5349?transport=tcp'
  expect(readConfig({ TURN_URL, TURN_SECRET: 'hush' }).live.turn).toEqual({
    urls: ['turn:turn.example.org:3478', 'turns:[2001:db8::1]:5349?transport=tcp'],
    secret: 'hush',
  })
})

test.each([
  ['TURN_SECRET', { TURN_URL: 'turn:turn.example.org' }],
  ['TURN_URL', { TURN_SECRET: 'hush' }],
  ['TURN_URL', { TURN_SECRET: 'hush', TURN_URL: 'turn.example.org' }],
  ['TURN_URL', { TURN_SECRET: 'hush', TURN_URL: 'stun:turn.example.org' }],
  ['TURN_URL', { TURN_SECRET: 'hush', TURN_URL: 'turn:user@turn.example.org' }],
  ['TURN_URL', { TURN_SECRET: 'hush', TURN_URL: 'turn:turn.example.org,' }],
])('an incomplete or invalid TURN configuration is refused with a message that names %s', (name, env) => {
  const message = messageOf(() => readConfig(env))
  expect(message).toContain(name)
  expect(message).toContain('set it to')
  expect(message).not.toContain('hush')
  expect(message).not.toContain('\n')
})

test('a mail configuration is a server, with TLS from the first byte or STARTTLS, and a sender', () => {
  const read = (SMTP_URL: string, MAIL_FROM: string) => readConfig({ SMTP_URL, MAIL_FROM }).mail
  expect(read('smtps://jo%40example.org:p%40ss@mail.example.org', 'post@example.org')).toEqual({
    smtp: {
      host: 'mail.example.org',
      port: 465,
      isImplicitTls: true,
      auth: { user: 'jo@example.org', pass: 'p@ss' },
    },
    from: { name: null, address: 'post@example.org' },
  })
  expect(read('smtp://[::1]:25', 'Our Site <post@example.org>')).toEqual({
    smtp: { host: '::1', port: 25, isImplicitTls: false, auth: null },
    from: { name: 'Our Site', address: 'post@example.org' },
  })
})

test.each([
  ['MAIL_FROM', { SMTP_URL: 'smtp://user:hush@mail.example.org' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://user:hush@mail.example.org', MAIL_FROM: 'somebody' }],
  ['SMTP_URL', { MAIL_FROM: 'post@example.org' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.org', MAIL_FROM: 'post@example.org' }],
  ['SMTP_URL', { SMTP_URL: 'https://user:hush@mail.example.org', MAIL_FROM: 'post@example.org' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://user@mail.example.org', MAIL_FROM: 'post@example.org' }],
  [
    'SMTP_URL',
    {
      SMTP_URL: 'smtp://u:hush@mail.example.org?tls.rejectUnauthorized=false',
      MAIL_FROM: 'post@example.org',
    },
  ],
])('an incomplete or invalid mail configuration is refused with a message that names %s', (name, env) => {
  const message = messageOf(() => readConfig(env))
  expect(message).toContain(name)
  expect(message).toContain('set it to')
  expect(message).not.toContain('hush')
})

const APP = { PAYPAL_CLIENT_ID: 'app', PAYPAL_CLIENT_SECRET: 'hush' }

test("a payment configuration is PayPal's credentials, by default for its live API", () => {
  expect(readConfig(APP).payments).toEqual({
    provider: 'paypal',
    clientId: 'app',
    clientSecret: 'hush',
    webhookId: null,
    baseUrl: new URL('https://api-m.paypal.com'),
  })
  const PAYPAL_BASE_URL = 'https://api-m.sandbox.paypal.com/'
  expect(readConfig({ ...APP, PAYPAL_WEBHOOK_ID: '8PT597', PAYPAL_BASE_URL }).payments).toMatchObject({
    webhookId: '8PT597',
    baseUrl: new URL('https://api-m.sandbox.paypal.com'),
  })
})

test('without credentials the sandbox stands in, but on a public site only if it is named', () => {
  const PUBLIC_URL = 'https://wave.example'
  expect(readConfig({ NODE_ENV: 'test', PUBLIC_URL }).payments).toEqual({ provider: 'sandbox' })
  expect(readConfig({ PUBLIC_URL: 'http://wave.example' }).payments).toEqual({ provider: 'sandbox' })
  expect(readConfig({ PUBLIC_URL }).payments).toBeNull()
  expect(readConfig({ PUBLIC_URL, PAYMENTS: 'sandbox' }).payments).toEqual({ provider: 'sandbox' })
})

test.each([
  ['PAYPAL_CLIENT_SECRET', { PAYPAL_CLIENT_ID: 'app' }],
  ['PAYPAL_CLIENT_ID', { PAYPAL_CLIENT_SECRET: 'hush' }],
  ['PAYPAL_CLIENT_ID', { PAYPAL_WEBHOOK_ID: '8PT597' }],
  ['PAYPAL_CLIENT_ID', { PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' }],
  ['PAYPAL_WEBHOOK_ID', { ...APP, PAYPAL_WEBHOOK_ID: 'https://wave.example/api/paypal/webhook' }],
  ['PAYPAL_BASE_URL', { ...APP, PAYPAL_BASE_URL: 'http://api-m.paypal.com' }],
  ['PAYPAL_BASE_URL', { ...APP, PAYPAL_BASE_URL: 'https://api-m.paypal.com/v2' }],
  ['PAYPAL_BASE_URL', { ...APP, PAYPAL_BASE_URL: 'sandbox' }],
  ['PAYMENTS', { ...APP, PAYMENTS: 'sandbox' }],
  ['PAYMENTS', { PAYMENTS: 'stripe' }],
])('a payment configuration that does not fit is refused with a message that names %s', (name, env) => {
  const message = messageOf(() => readConfig(env))
  expect(message).toContain(name)
  expect(message).toMatch(/set it to|unset one/)
  expect(message).not.toContain('hush')
  expect(message).not.toContain('\n')
})

test('the error for DATABASE_URL does not contain its password', () => {
  expect(messageOf(() => readConfig({ DATABASE_URL: 'mysql://u:hush@db/wave' }))).not.toContain('hush')
})

function messageOf(call: () => unknown): string {
  try {
    call()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('nothing was thrown')
}
