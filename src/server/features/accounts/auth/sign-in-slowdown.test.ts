import { onTestFinished, afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { isSlowedDown, slowDownGuess } from './sign-in-slowdown.ts'
import { deleteOldFailures } from './slowdown-queries.ts'
import { signInFailures } from './schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

let accounts = 0
const newAccount = () => `account${++accounts}@example.org`

/** Stops the date; returns the function that lets time pass. */
function stopDate(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms) => void vi.setSystemTime(Date.now() + ms)
}

const slowDown = (email: string) => slowDownGuess(database.db, email)

/** Returns the seconds to wait, 0 when the guess is counted. */
async function guess(email: string): Promise<number> {
  try {
    await slowDown(email)
    return 0
  } catch (error) {
    expect(error).toMatchObject({ status: 429 })
    return error instanceof Error && 'retryAfter' in error ? Number(error.retryAfter) : NaN
  }
}

async function guessTimes(email: string, times: number): Promise<void> {
  for (let index = 0; index < times; index++) expect(await guess(email)).toBe(0)
}

test('after thirty failures each guess waits longer, up to five minutes, and the account is never locked', async () => {
  const advance = stopDate()
  const email = newAccount()
  await guessTimes(email, 30)
  const waits: number[] = []
  for (let index = 0; index < 11; index++) {
    const wait = await guess(email)
    // A refused guess is not counted.
    expect(await guess(email)).toBe(wait)
    waits.push(wait)
    advance(wait * 1000)
    expect(await guess(email)).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  expect(await guess(newAccount())).toBe(0)
})

test('of concurrent guesses at a slowed account one is accepted', async () => {
  const advance = stopDate()
  const email = newAccount()
  await guessTimes(email, 30)
  advance(1000)
  const waits = await Promise.all(Array.from({ length: 8 }, () => guess(email)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1)
})

test('failures are reset a day after the last one, and deleted', async () => {
  const advance = stopDate()
  const email = newAccount()
  const { db } = database
  await guessTimes(email, 30)
  expect(await isSlowedDown(db, email)).toBe(true)
  advance(DAY_MS + 1)
  expect(await isSlowedDown(db, email)).toBe(false)
  await guessTimes(email, 29)
  expect(await isSlowedDown(db, email)).toBe(false)
  advance(DAY_MS + 1)
  await deleteOldFailures(db)
  expect(await db.$count(signInFailures)).toBe(0)
})

test('an undone failure does not count, and the next attempt need not wait', async () => {
  stopDate()
  const email = newAccount()
  for (let index = 0; index < 40; index++) await (await slowDown(email))()
  await guessTimes(email, 29)
  await (
    await slowDown(email)
  )()
  await guessTimes(email, 1)
  expect(await guess(email)).toBe(1)
})

test('an undone failure leaves the wait after a later failure', async () => {
  const advance = stopDate()
  const email = newAccount()
  await guessTimes(email, 30)
  advance(1000)
  const undo = await slowDown(email)
  advance(2000)
  await slowDown(email)
  await undo()
  expect(await guess(email)).toBe(4)
})
