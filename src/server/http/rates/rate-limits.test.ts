import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { HttpError } from '#server/http/errors.ts'
import { addressKey, createRateLimits, networkKey } from './rate-limits.ts'
import { inEnglish } from '#server/http/translations.ts'
import { deleteExpiredRates } from './queries.ts'
import { rateLimits } from './schema.ts'

const log = { info: () => {}, warn: () => {} }

async function openDatabase(): Promise<Database> {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  return database
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:3::1', '2001:db8:1:3:ffff::9'],
  ['2001:0DB8:0001:0003:0:0:0:2', '2001:db8:1:3::1'],
])('%s and %s count as one address', (one, other) => {
  expect(addressKey(one)).toBe(addressKey(other))
})

test.each([
  ['203.0.113.7', '203.0.113.8'],
  ['2001:db8:1:3::1', '2001:db8:1:4::1'],
  ['::1', '127.0.0.1'],
])('%s and %s count as two addresses', (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other))
})

const isOneNetwork = (one: string, other: string) =>
  networkKey(addressKey(one)) === networkKey(addressKey(other))

test.each([
  ['203.0.113.7', '203.0.113.200', true],
  ['203.0.113.7', '203.0.114.7', false],
  ['2001:db8:1:3::1', '2001:db8:1:ffff::9', true],
  ['2001:db8:1:3::1', '2001:db8:2:3::1', false],
])('%s and %s are of one network: %s', (one, other, expected) => {
  expect(isOneNetwork(one, other)).toBe(expected)
})

test('keys of any length are counted, long ones by their digest', async () => {
  const limits = createRateLimits(() => ({ points: 1, seconds: 60 }))
  const rate = { name: 'posts', points: 1, seconds: 60 }
  const set = vi.spyOn(Map.prototype, 'set')
  onTestFinished(() => set.mockRestore())
  await limits.consume(rate, `${'x'.repeat(100_000)}1`)
  await expect(limits.consume(rate, `${'x'.repeat(100_000)}1`)).rejects.toMatchObject({ status: 429 })
  await limits.consume(rate, `${'x'.repeat(100_000)}2`)
  const keys = set.mock.calls.map(([key]) => String(key))
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(400)
})

test('checking a limit counts nothing', async () => {
  const limits = createRateLimits(() => ({ points: 1, seconds: 60 }))
  const rate = { name: 'posts', points: 1, seconds: 60 }
  await limits.check(rate, 'someone')
  expect(await limits.has(rate, 'someone')).toBe(false)
  await limits.consume(rate, 'someone')
  await expect(limits.check(rate, 'someone')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
})

test.each([
  [1, 'Try again in 1 second.'],
  [90, 'Try again in 90 seconds.'],
  [91, 'Try again in 2 minutes.'],
  [600, 'Try again in 10 minutes.'],
])('a wait of %d seconds is in seconds up to 90, then in minutes', async (seconds, text) => {
  const limits = createRateLimits(() => ({ points: 1, seconds }))
  const consume = () => limits.consume({ name: 'posts', points: 1, seconds }, 'someone')
  await consume()
  const refusal = await consume().catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 429, retryAfter: seconds })
  expect(refusal instanceof HttpError && refusal.body(inEnglish).message).toContain(text)
})

test('a limit over 15 minutes is shared by all nodes, a shorter one is per node, and the database stores no address', async () => {
  const database = await openDatabase()
  const [one, other] = [
    createRateLimits((rate) => rate, { pool: database.pool, log }),
    createRateLimits((rate) => rate, { pool: database.pool, log }),
  ]
  const mails = { name: 'passwordMails', points: 2, seconds: 900 }
  await one.consume(mails, 'ada@example.org')
  await other.consume(mails, 'ada@example.org')
  for (const node of [one, other]) {
    expect(await node.isReached(mails, 'ada@example.org')).toBe(true)
    await expect(node.consume(mails, 'ada@example.org')).rejects.toMatchObject({
      status: 429,
      retryAfter: 900,
    })
    expect(await node.tryConsume(mails, 'other@example.org')).toBe(true)
  }
  const chat = { name: 'chat', points: 1, seconds: 5 }
  await one.consume(chat, 'someone')
  await other.consume(chat, 'someone')
  const rows = await database.db.select().from(rateLimits)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('example')
  await one.refund(mails, 'other@example.org')
  expect(await other.isReached(mails, 'other@example.org')).toBe(false)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await one.tryConsume(mails, 'ada@example.org')).toBe(true)
  await deleteExpiredRates(database.db)
  expect(await database.db.$count(rateLimits)).toBe(1)
})

test('while the database is unavailable, a shared limit is counted in the process', async () => {
  const database = await createTestDatabase()
  const limits = createRateLimits((rate) => rate, { pool: database.pool, log })
  await database.close()
  const mails = { name: 'passwordMails', points: 1, seconds: 900 }
  await limits.consume(mails, 'ada@example.org')
  await expect(limits.consume(mails, 'ada@example.org')).rejects.toMatchObject({ status: 429 })
})

test('the log has one warning of an outage, after which the limits are those of all nodes again', async () => {
  const { pool } = await openDatabase()
  const [warn, info] = [vi.fn(), vi.fn()]
  const one = createRateLimits((rate) => rate, { pool, log: { warn, info } })
  const other = createRateLimits((rate) => rate, { pool, log })
  const mails = { name: 'passwordMails', points: 1, seconds: 900 }
  const links = { name: 'mailLinksOfAddress', points: 1, seconds: 900 }
  await one.consume(mails, 'before')
  await pool.query('alter table rate_limits rename to moved')
  for (const key of ['ada', 'kofi']) await one.consume(mails, key)
  await one.consume(links, 'ada')
  expect(await one.tryConsume(mails, 'ada')).toBe(false)
  expect([warn.mock.calls.length, info.mock.calls.length]).toEqual([1, 0])
  await pool.query('alter table moved rename to rate_limits')
  await one.consume(mails, 'ama')
  expect(await other.tryConsume(mails, 'ama')).toBe(false)
  await one.consume(mails, 'esi')
  expect([warn.mock.calls.length, info.mock.calls.length]).toEqual([1, 1])
})

test('a refused key costs no further statement, until its limit is raised or a call is refunded', async () => {
  const { pool } = await openDatabase()
  let points = 2
  const limits = createRateLimits(() => ({ points, seconds: 900 }), { pool, log })
  const mails = { name: 'passwordMails', points, seconds: 900 }
  const tryConsume = () => limits.tryConsume(mails, 'ada')
  expect([await tryConsume(), await tryConsume(), await tryConsume()]).toEqual([true, true, false])
  const acquired = vi.fn()
  pool.on('acquire', acquired)
  expect(await tryConsume()).toBe(false)
  expect(await limits.isReached(mails, 'ada')).toBe(true)
  await expect(limits.check(mails, 'ada')).rejects.toMatchObject({ status: 429, retryAfter: 900 })
  expect(acquired).not.toHaveBeenCalled()
  expect(await limits.tryConsume(mails, 'kofi')).toBe(true)
  points = 4
  expect([await tryConsume(), await tryConsume()]).toEqual([true, false])
  for (let count = 0; count < 2; count++) await limits.refund(mails, 'ada')
  expect(await tryConsume()).toBe(true)
})
