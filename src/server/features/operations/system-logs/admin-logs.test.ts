import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLogs } from '#shared/operations/admin-logs.ts'
import { lastIdBefore } from '#server/db/columns.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { recordLog } from '#server/logs/queries.ts'
import { systemLogs } from '#server/logs/schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

type Filter = Record<string, string>
const pathOf = (filter: Filter) => `/api/admin/logs?${new URLSearchParams(filter).toString()}`

async function list(filter: Filter) {
  const response = await server.admin.get(pathOf(filter))
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return listLogs.response.parse(response.body)
}
const messagesOf = async (filter: Filter) => (await list(filter)).map(({ message }) => message)

test('an entry has its user, its metadata and its time; a deleted user leaves the id', async () => {
  const { db } = server.database
  const member = await server.member()
  const former = randomUUID()
  await recordLog(db, {
    level: 'warn',
    category: 'live',
    message: 'Whole',
    userId: member.user.id,
    metadata: { a: [1] },
  })
  await recordLog(db, { level: 'info', category: 'live', message: 'Former', userId: former })
  const [withoutUser, entry] = await list({ limit: '2' })
  expect(entry).toMatchObject({
    level: 'warn',
    category: 'live',
    message: 'Whole',
    userId: member.user.id,
    user: { id: member.user.id, email: member.user.email },
    metadata: { a: [1] },
  })
  expect(withoutUser).toMatchObject({ message: 'Former', userId: former, user: null, metadata: {} })
})

test('each filter works alone and with the others', async () => {
  const { db } = server.database
  const [ama, esi] = [await server.member(), await server.member()]
  const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 12, minute))
  const entries = [
    { level: 'error', category: 'jobs', message: 'one', userId: ama.user.id },
    { level: 'error', category: 'live', message: 'two', userId: esi.user.id },
    { level: 'warn', category: 'jobs', message: 'three', userId: ama.user.id },
    { level: 'info', category: 'jobs', message: 'four' },
  ] as const
  await db.insert(systemLogs).values(
    entries.map((entry, index) => ({
      ...entry,
      id: lastIdBefore(at(index).getTime()).replace(/.$/, '1'),
      createdAt: at(index),
      metadata: { path: 'Àjọ/50%' },
    })),
  )
  const period = { from: at(0).toISOString(), to: at(4).toISOString() }
  const found = (filter: Filter) => messagesOf({ ...period, ...filter })
  expect(await found({})).toEqual(['four', 'three', 'two', 'one'])
  expect(await found({ from: at(1).toISOString(), to: at(3).toISOString() })).toEqual(['three', 'two'])
  expect(await found({ level: 'error' })).toEqual(['two', 'one'])
  expect(await found({ category: 'jobs' })).toEqual(['four', 'three', 'one'])
  expect(await found({ userId: ama.user.id })).toEqual(['three', 'one'])
  expect(await found({ search: 'thr' })).toEqual(['three'])
  expect(await found({ level: 'error', category: 'jobs' })).toEqual(['one'])
  expect(await found({ level: 'error', userId: esi.user.id, category: 'jobs' })).toEqual([])
  expect(await found({ level: 'error', userId: ama.user.id, search: 'AJO/50%', category: 'jobs' })).toEqual([
    'one',
  ])
  expect(await messagesOf({ to: at(0).toISOString() })).toEqual([])
})

test('the search finds any part of message and metadata, whatever case, accents and special characters', async () => {
  const { db } = server.database
  const message = 'The disk of Folákẹ́ is 100% full'
  await recordLog(db, { level: 'error', category: 'recordings', message, metadata: { job: 'video_encode' } })
  for (const search of ['FOLAKE', 'ákẹ́ is 1', '100% f', 'o_enc', '"job": "vid'])
    expect(await messagesOf({ search }), search).toEqual([message])
  for (const search of ['100_ f', 'o%enc', 'full disk'])
    expect(await messagesOf({ search }), search).toEqual([])
})

test('pages follow each other without a gap while entries arrive', async () => {
  const { db } = server.database
  const record = (number: number) =>
    recordLog(db, { level: 'info', category: 'payments', message: `paged ${number}` })
  for (let number = 0; number < 24; number++) await record(number)
  const read: string[] = []
  let path: string | undefined = pathOf({ category: 'payments', search: 'paged', limit: '10' })
  for (let arriving = 100; path !== undefined && arriving < 110; arriving++) {
    const { body, headers } = await server.admin.get(path)
    read.push(...listLogs.response.parse(body).map(({ message }) => message))
    await record(arriving)
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(read).toEqual(Array.from({ length: 24 }, (_, index) => `paged ${23 - index}`))
  expect(await list({})).toHaveLength(20)
})

test.each([
  'level=fatal',
  'category=weather',
  'userId=me',
  'from=yesterday',
  'to=2020-01-01',
  'search=ab',
  'search=!!!',
  'limit=0',
  'limit=101',
  'cursor=x',
])('the query %s is invalid', async (query) => {
  expect((await server.admin.get(`/api/admin/logs?${query}`)).status).toBe(400)
})
