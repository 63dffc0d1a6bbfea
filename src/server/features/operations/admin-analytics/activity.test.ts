import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getPlatformAnalytics } from '#shared/operations/admin-analytics.ts'
import { insertActiveDays } from '#server/features/accounts/activity/queries.ts'
import { cleanupActivity } from '#server/features/accounts/activity/cleanup-job.ts'
import { DAY_MS, addDays, startOfDay, startOfWeek, utcDate } from '#server/utc-days.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { rollUpPlatform } from './roll-up-job.ts'
import { deleteFigures, storeMember } from './test-queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { analytics: { points: 10_000, seconds: 60 } } })
  await server.runJob(rollUpPlatform)
  await vi.waitFor(async () => expect(await countRows()).toBe(1))
})
beforeEach(() => deleteFigures(db()))
afterAll(() => server.close())

const db = () => server.database.db
const TODAY = startOfDay(new Date())
const day = (ago: number) => utcDate(addDays(TODAY, -ago))
const at = (ago: number) => `${day(ago)}T12:00:00Z`
const countRows = async () => {
  const { rows } = await db().execute<{ count: number }>(sql`select count(*)::int as count from active_days`)
  return rows[0]?.count
}
const read = async () =>
  getPlatformAnalytics.response.parse((await server.admin.get('/api/admin/analytics?days=90')).body)
/** The active members of a day, of the 7 and of the 30 days that end with it. */
const activeOn = async (ago: number) => {
  const found = (await read()).days.find(({ date }) => date === day(ago))
  return [found?.activeDay, found?.activeWeek, found?.activeMonth]
}
const store = (userId: string, agos: readonly number[]) =>
  insertActiveDays(
    db(),
    agos.toSorted((a, b) => b - a).map((ago) => ({ userId, date: day(ago) })),
  )
/** Stores active days one after the other, as they are recorded. */
const recordDays = async (userId: string, agos: readonly number[]) => {
  for (const ago of agos.toSorted((a, b) => b - a)) await store(userId, [ago])
}

test('a member is recorded as active once a day, whatever they do', async () => {
  const member = await server.member()
  for (let call = 0; call < 3; call += 1) await member.get('/api/auth/user')
  await vi.waitFor(async () => expect(await activeOn(0)).toEqual([1, 1, 1]))
  await server.runJob(cleanupActivity)
  expect(await countRows()).toBe(1)
  await db().execute(sql`delete from users where id = ${member.user.id}`)
  expect(await countRows()).toBe(0)
})

test('the active members of a week and a month are counted once each, today as on days that are over', async () => {
  const [ada, bola, chidi] = [
    await storeMember(db(), at(80)),
    await storeMember(db(), at(80)),
    await storeMember(db(), at(80)),
  ]
  await recordDays(ada, [80, 29, 7, 6, 1, 0])
  await recordDays(bola, [30, 7, 0])
  await recordDays(chidi, [29, 1])
  const expected = { 0: [2, 3, 3], 1: [2, 3, 3], 2: [0, 2, 3], 7: [2, 2, 3], 30: [1, 1, 1], 80: [1, 1, 1] }
  await server.runJob(rollUpPlatform)
  for (const [ago, counts] of Object.entries(expected))
    expect(await activeOn(Number(ago)), ago).toEqual(counts)
  // Where yesterday is not rolled up yet, it is computed.
  await db().execute(sql`delete from platform_days where date >= ${day(2)}`)
  for (const ago of [0, 1, 2] as const) expect(await activeOn(ago)).toEqual(expected[ago])
})

test('where activity was not recorded from the beginning, it is unknown and not zero', async () => {
  const member = await storeMember(db(), at(40))
  await recordDays(member, [8])
  await server.runJob(rollUpPlatform)
  expect(await activeOn(9)).toEqual([null, null, null])
  expect(await activeOn(8)).toEqual([1, null, null])
  expect(await activeOn(2)).toEqual([0, 1, null])
  expect(await activeOn(0)).toEqual([0, 0, null])
})

test('active days are deleted after 100 days, and the figures stay', async () => {
  const member = await storeMember(db(), at(80))
  await recordDays(member, [80])
  await server.runJob(rollUpPlatform)
  await db().execute(sql`update active_days set date = ${day(101)}`)
  await recordDays(member, [100])
  await server.runJob(cleanupActivity)
  expect(await countRows()).toBe(1)
  expect(await activeOn(80)).toEqual([1, 1, 1])
})

/** Days from the Monday of a week until today. */
const monday = (weeksAgo: number) =>
  (TODAY.getTime() - addDays(startOfWeek(TODAY), -7 * weeksAgo).getTime()) / DAY_MS

test('retention is how many of the members of a week came in each week that is over', async () => {
  const ids = [
    await storeMember(db(), at(monday(3))),
    await storeMember(db(), at(monday(3) - 6)),
    await storeMember(db(), at(monday(1))),
  ]
  const [ada = '', bola = '', chidi = ''] = ids
  await recordDays(ada, [monday(3), monday(2) - 6, monday(1), monday(0)])
  await recordDays(bola, [monday(3) - 6, monday(2)])
  await recordDays(chidi, [monday(1)])
  await storeMember(db(), at(0))
  const expected = [
    { week: day(monday(0)), users: 1, active: [] },
    { week: day(monday(1)), users: 1, active: [1] },
    { week: day(monday(2)), users: 0, active: [0, 0] },
    { week: day(monday(3)), users: 2, active: [2, 2, 1] },
  ]
  await server.runJob(rollUpPlatform)
  const { cohorts } = await read()
  expect(cohorts).toHaveLength(12)
  expect(cohorts.slice(0, 4)).toEqual(expected)
  await db().execute(sql`delete from users where id = ${ada}`)
  await server.runJob(rollUpPlatform)
  expect((await read()).cohorts.slice(0, 4)).toEqual(expected)
})

test('a week in which activity was not recorded from its first day on is unknown', async () => {
  const member = await storeMember(db(), at(monday(3)))
  await recordDays(member, [monday(2) - 1])
  await server.runJob(rollUpPlatform)
  const cohort = (await read()).cohorts.find(({ week }) => week === day(monday(3)))
  expect(cohort).toEqual({ week: day(monday(3)), users: 1, active: [null, null, 0] })
})
