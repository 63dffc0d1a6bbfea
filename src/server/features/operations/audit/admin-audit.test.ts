import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#shared/operations/admin-logs.ts'
import { lastIdBefore } from '#server/db/columns.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { createAdmin } from '#server/features/operations/settings/test-queries.ts'
import { recordAudit } from './queries.ts'
import { auditEntries } from './schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

type Filter = Record<string, string>
const pathOf = (filter: Filter) => `/api/admin/audit?${new URLSearchParams(filter).toString()}`

async function list(filter: Filter) {
  const response = await server.admin.get(pathOf(filter))
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return listAudit.response.parse(response.body)
}
const csv = async (filter: Filter) => server.admin.get(pathOf(filter).replace('audit', 'audit.csv'))

test('an entry has who did it and the user whom it is about; deleted accounts leave their ids', async () => {
  const member = await server.member()
  await server.admin.put(`/api/admin/users/${member.user.id}/role`, { role: 'moderator' })
  const [former, unknown] = [randomUUID(), randomUUID()]
  await recordAudit(server.database.db, { action: 'user.noted', actorId: former, subjectId: unknown })
  await server.admin.post('/api/admin/settings', { key: 'general.siteName', value: 'Wave' })
  expect(await list({ limit: '3' })).toMatchObject([
    { action: 'setting.changed', subjectId: 'general.siteName', subject: null, details: { after: 'Wave' } },
    { action: 'user.noted', actorId: former, actor: null, subjectId: unknown, subject: null, details: {} },
    {
      action: 'user.role_changed',
      actor: { id: server.admin.user.id, email: server.admin.user.email },
      subject: { id: member.user.id, email: member.user.email },
      details: { before: 'user', after: 'moderator' },
    },
  ])
})

test('each filter works alone and with the others', async () => {
  const [first, second, subject] = [randomUUID(), randomUUID(), randomUUID()]
  const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 12, minute))
  const entries = [
    { action: 'user.noted', actorId: first, subjectId: subject },
    { action: 'user.deactivated', actorId: first, subjectId: subject },
    { action: 'user.noted', actorId: second, subjectId: subject },
    { action: 'setting.changed', actorId: first, subjectId: 'general.siteName' },
  ] as const
  await server.database.db.insert(auditEntries).values(
    entries.map((entry, index) => ({
      ...entry,
      id: lastIdBefore(at(index).getTime()).replace(/.$/, '1'),
      createdAt: at(index),
    })),
  )
  const period = { from: at(0).toISOString(), to: at(4).toISOString() }
  const found = async (filter: Filter) =>
    (await list({ ...period, ...filter })).map(({ createdAt }) => new Date(createdAt).getUTCMinutes())
  expect(await found({})).toEqual([3, 2, 1, 0])
  expect(await found({ from: at(1).toISOString(), to: at(3).toISOString() })).toEqual([2, 1])
  expect(await found({ action: 'user.noted' })).toEqual([2, 0])
  expect(await found({ actorId: first })).toEqual([3, 1, 0])
  expect(await found({ subjectId: subject })).toEqual([2, 1, 0])
  expect(await found({ subjectId: 'general.siteName' })).toEqual([3])
  expect(await found({ action: 'user.noted', actorId: second })).toEqual([2])
  expect(await found({ action: 'user.deactivated', actorId: first, subjectId: subject })).toEqual([1])
  expect(await found({ action: 'user.deactivated', actorId: second })).toEqual([])
  const rows = String((await csv({ ...period, actorId: first, subjectId: subject })).body)
  expect(rows.split('\r\n').map((row) => row.split(',')[1])).toEqual([
    'action',
    'user.deactivated',
    'user.noted',
    undefined,
  ])
})

test('pages follow each other without a gap while entries arrive', async () => {
  const subjectId = randomUUID()
  const record = (number: number) =>
    recordAudit(server.database.db, {
      action: 'user.noted',
      actorId: server.admin.user.id,
      subjectId,
      details: { number },
    })
  for (let number = 0; number < 7; number++) await record(number)
  const read: unknown[] = []
  let path: string | undefined = pathOf({ subjectId, limit: '3' })
  for (let arriving = 100; path !== undefined && arriving < 110; arriving++) {
    const { body, headers } = await server.admin.get(path)
    read.push(...listAudit.response.parse(body).map(({ details }) => details['number']))
    await record(arriving)
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(read).toEqual([6, 5, 4, 3, 2, 1, 0])
})

test('the CSV has every entry once, and no cell of it runs as a formula', async () => {
  const member = server.client()
  await member.signUp({ firstName: '=HYPERLINK("https://example.org")', lastName: 'Addo' })
  const { id } = member.user
  await server.admin.post(`/api/admin/users/${id}/notes`, { text: 'She said "no", twice;\n=1+1' })
  const { db } = server.database
  const actorId = server.admin.user.id
  await db
    .insert(auditEntries)
    .values(Array.from({ length: 1100 }, () => ({ action: 'user.noted' as const, actorId, subjectId: id })))
  await recordAudit(db, { action: 'setting.changed', actorId, subjectId: '=cmd|1' })

  const { status, headers, body } = await csv({ subjectId: id })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
  const rows = String(body).split('\r\n')
  expect(rows[0]).toContain('date,action,actor,actor id,subject,subject id,details,entry')
  expect(rows).toHaveLength(1 + 1101 + 1)
  expect(new Set(rows.map((row) => row.split(',').at(-1))).size).toBe(rows.length)
  expect(rows.at(-2)).toContain(`"'=HYPERLINK(""https://example.org"") Addo",${id}`)
  expect(rows.at(-2)).toContain(String.raw`"{""text"":""She said \""no\"", twice;\n=1+1""}"`)
  expect(String((await csv({ subjectId: '=cmd|1' })).body)).toContain(`,,"'=cmd|1",`)
})

test('an export ends when its admin is demoted, without what has not been sent', async () => {
  const admin = await createAdmin(server)
  const { db } = server.database
  // Parts that are too large for the buffers between the server and this client.
  const details = { text: 'x'.repeat(40_000) }
  const entries = Array.from({ length: 250 }, () => ({
    action: 'user.noted' as const,
    actorId: admin.user.id,
    subjectId: admin.user.id,
    details,
  }))
  for (let inserted = 0; inserted < 1750; inserted += entries.length)
    await db.insert(auditEntries).values(entries)
  const path = pathOf({ subjectId: admin.user.id }).replace('audit', 'audit.csv')
  const response = await fetch(server.url + path, { headers: { cookie: admin.cookie } })
  const reader = response.body?.getReader()
  await reader?.read()
  await server.admin.put(`/api/admin/users/${admin.user.id}/role`, { role: 'user' })
  const readAll = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(readAll()).rejects.toThrow('terminated')
})

test('an export that cannot be read is refused, and sends no part of a file', async () => {
  const { status, headers, body } = await csv({ subjectId: '\0' })
  expect(status).toBe(400)
  expect(headers.get('content-disposition')).toBeNull()
  expect(body).toMatchObject({ code: 'invalid' })
})

// A date field has the year 2 while the admin types 2026.
test.each(['0002-01-01T00:00:00Z', '1969-12-31T23:59:59Z'])('%s is before all entries', async (instant) => {
  await recordAudit(server.database.db, {
    action: 'user.noted',
    actorId: server.admin.user.id,
    subjectId: instant,
  })
  expect(await list({ subjectId: instant, from: instant })).toHaveLength(1)
  expect(await list({ subjectId: instant, to: instant })).toEqual([])
})

test.each([
  'action=user.eaten',
  'actorId=me',
  'subjectId=',
  'from=yesterday',
  'to=2020-01-01',
  'limit=0',
  'limit=101',
  'cursor=x',
])('the query %s is invalid', async (query) => {
  expect((await server.admin.get(`/api/admin/audit?${query}`)).status).toBe(400)
})
