import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as calls from '#shared/operations/announcements.ts'
import { listNotifications } from '#shared/notifications/notifications.ts'
import { listAudit } from '#server/features/operations/audit/test-queries.ts'
import { notifications } from '#server/features/notifications/notifications/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { sendAnnouncementJob } from './send-job.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PATH = '/api/admin/announcements'

const announcementOf = (overrides: object = {}) => ({
  title: 'A new stage',
  text: 'On Sunday we open it.\nCome and see.',
  link: '/discover',
  idempotencyKey: randomUUID(),
  ...overrides,
})

async function send(overrides: object = {}): Promise<calls.Announcement> {
  const { status, body } = await server.admin.post(PATH, announcementOf(overrides))
  expect(status).toBe(201)
  return calls.sendAnnouncement.response.parse(body)
}

async function find(id: string): Promise<calls.Announcement | undefined> {
  const { body } = await server.admin.get(PATH)
  return calls.listAnnouncements.response.parse(body).find((each) => each.id === id)
}

const waitUntilSent = (id: string) =>
  vi.waitFor(async () => expect((await find(id))?.finishedAt).not.toBeNull())

async function announcedTo(client: TestClient): Promise<string[]> {
  const { body } = await client.get('/api/notifications')
  return listNotifications.response
    .parse(body)
    .flatMap((each) => (each.type === 'announcement' ? each.announcement.title : []))
}

test('every active member is notified once, at once where a page is open, and an inactive or later one is not', async () => {
  const [member, inactive] = [await server.member(), await server.member()]
  await server.admin.put(`/api/admin/users/${inactive.user.id}/status`, { active: false })
  const socket = await member.openSocket()
  const { count } = calls.countAnnouncementRecipients.response.parse(
    (await server.admin.get(`${PATH}/recipients`)).body,
  )
  const { id, recipientsCount } = await send({ title: 'To everyone' })
  expect(recipientsCount).toBe(count)
  expect(await socket.waitFor('notification')).toMatchObject({
    unreadCount: 1,
    data: {
      type: 'announcement',
      actors: [],
      actorsCount: 0,
      announcement: {
        title: 'To everyone',
        text: 'On Sunday we open it.\nCome and see.',
        link: '/discover',
      },
    },
  })
  socket.close()
  await waitUntilSent(id)
  expect(await find(id)).toMatchObject({ sentCount: count, createdBy: { id: server.admin.user.id } })
  expect(await announcedTo(member)).toEqual(['To everyone'])
  expect(await announcedTo(server.admin)).toContain('To everyone')
  const later = await server.member()
  await server.admin.put(`/api/admin/users/${inactive.user.id}/status`, { active: true })
  // Neither a repeated job nor one after it was read notifies anybody.
  await member.post('/api/notifications/read', {})
  await server.runJob(sendAnnouncementJob, { announcementId: id })
  expect(await announcedTo(member)).toEqual(['To everyone'])
  expect((await member.get('/api/notifications/unread')).body).toEqual({ unreadCount: 0 })
  expect(await announcedTo(later)).toEqual([])
  const ofInactive = eq(notifications.userId, inactive.user.id)
  expect(await server.database.db.$count(notifications, ofInactive)).toBe(0)
  const audit = await listAudit(server.database.db, 'announcement.')
  expect(audit).toMatchObject([
    { action: 'announcement.sent', subjectId: id, details: { title: 'To everyone' } },
  ])
})

test('a repeated request sends nothing again', async () => {
  const announcement = announcementOf({ title: 'Only once' })
  const member = await server.member()
  const responses = await Promise.all(Array.from({ length: 3 }, () => server.admin.post(PATH, announcement)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
  const ids = new Set(responses.map(({ body }) => calls.sendAnnouncement.response.parse(body).id))
  expect(ids.size).toBe(1)
  for (const id of ids) await waitUntilSent(id)
  expect(await announcedTo(member)).toEqual(['Only once'])
})

test('a job that fails between two batches goes on after the first, and reaches each member once', async () => {
  const { db } = server.database
  await db.execute(sql`
    insert into users (id, email, handle)
    select gen_random_uuid(), 'crowd' || n || '@example.org', 'crowd_' || n from generate_series(1, 2500) n`)
  // Fails the second batch, after its notifications were inserted.
  await db.execute(sql`
    create function fail_second_batch() returns trigger language plpgsql as $$
    begin
      if new.sent_count > 1000 then raise exception 'the process was killed'; end if;
      return new;
    end $$`)
  await db.execute(sql`
    create trigger fail_second_batch before update on announcements
    for each row execute function fail_second_batch()`)
  onTestFinished(async () => {
    await db.execute(sql`drop function if exists fail_second_batch() cascade`)
  })
  const { id, recipientsCount } = await send({ title: 'To a crowd' })
  const notified = () => db.$count(notifications, eq(notifications.subjectId, id))
  await vi.waitFor(async () => expect((await find(id))?.sentCount).toBe(1000))
  expect(await notified()).toBe(1000)
  expect((await find(id))?.finishedAt).toBeNull()

  await db.execute(sql`drop function fail_second_batch() cascade`)
  await waitUntilSent(id)
  expect(await find(id)).toMatchObject({ sentCount: recipientsCount })
  expect(await notified()).toBe(recipientsCount)
  const { rows } = await db.execute(sql`
    select user_id from notifications where subject_id = ${id} group by user_id having count(*) > 1`)
  expect(rows).toEqual([])
})

test.each([
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(121) }, 'title'],
  [{ text: '' }, 'text'],
  [{ text: 'x'.repeat(1001) }, 'text'],
  [{ link: 'https://example.org/' }, 'link'],
  [{ link: '//example.org' }, 'link'],
  [{ link: '/\\example.org' }, 'link'],
  [{ link: 'javascript:alert(1)' }, 'link'],
  [{ link: `/${'x'.repeat(200)}` }, 'link'],
])('an announcement with %j is refused, and nobody is notified', async (overrides, path) => {
  const before = calls.listAnnouncements.response.parse((await server.admin.get(PATH)).body).length
  expect(await server.admin.post(PATH, announcementOf(overrides))).toMatchObject({
    status: 400,
    body: { fields: [{ path }] },
  })
  expect(calls.listAnnouncements.response.parse((await server.admin.get(PATH)).body)).toHaveLength(before)
})
