import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Notification, listNotifications } from '#shared/notifications/notifications.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import type { SubjectKind } from './notification-subject.ts'

let server: TestApp
let reader: TestClient
let author: TestClient
beforeAll(async () => {
  server = await startTestApp()
  reader = await server.member()
  author = await server.member()
})
afterAll(() => server.close())

type Case = {
  kind: SubjectKind
  type: Notification['type']
  /** Inserts the row `$1`, of the author `$2` for the reader `$3`. */
  insert: string
  table: string
  shown: object
}
const CASES: Case[] = [
  {
    kind: 'post',
    type: 'mention',
    insert: `insert into posts (id, author_id, content) values ($1, $2, coalesce('A post of ' || $3::uuid, ''))`,
    table: 'posts',
    shown: { post: { excerpt: expect.stringContaining('A post of') }, tip: null },
  },
  {
    kind: 'stream',
    type: 'live',
    insert: `insert into streams (id, streamer_id, title, category, is_public) values ($1, $2, 'Choir', 'Music', $3::uuid is null)`,
    table: 'streams',
    shown: { stream: { title: null, isLive: false } },
  },
  {
    kind: 'video',
    type: 'video',
    insert: `insert into videos (id, creator_id, title, mime_type, files_version, category, is_published)
      values ($1, $2, 'Dance', 'video/mp4', 'v', 'Music', $3::uuid is null)`,
    table: 'videos',
    shown: { video: { title: null } },
  },
  {
    kind: 'tip',
    type: 'tip',
    insert: `with paid as (
        insert into payment_orders (id, provider, is_sandbox, amount_cents, currency, status)
        values (gen_random_uuid(), 'paypal', false, 520, 'USD', 'completed') returning id
      )
      insert into tips (id, order_id, is_sandbox, tipper_id, streamer_id, amount_cents, currency, paypal_order_id, status)
      select $1, id, false, $2, $3, 520, 'USD', 'order', 'completed' from paid`,
    table: 'tips',
    shown: { tip: { amount: '5.20', currency: 'USD', isSandbox: false, message: null } },
  },
  {
    kind: 'announcement',
    type: 'announcement',
    insert: `insert into announcements (id, title, text, idempotency_key, recipients_count, created_by)
      select $1, 'A new stage', 'Come and see', gen_random_uuid(), 1, $2 where $3::uuid is not null`,
    table: 'announcements',
    shown: { announcement: { title: 'A new stage', text: 'Come and see', link: null } },
  },
  {
    kind: 'decision',
    type: 'decision',
    insert: `insert into moderation_decisions (id, decided_by, user_id, kind, subject_type, subject_id, snapshot, rule)
      values ($1, $2, $3, 'removal', 'post', gen_random_uuid(), '{}', 'A rule')`,
    table: 'moderation_decisions',
    shown: { decision: { kind: 'removal', rule: 'A rule', isUndone: false, appealOutcome: null } },
  },
  {
    kind: 'report',
    type: 'report',
    insert: `with opened as (
        insert into moderation_cases (id, subject_type, subject_id, owner_id, snapshot, outcome)
        values (gen_random_uuid(), 'post', gen_random_uuid(), $2, '{}', 'dismissed') returning *
      )
      insert into reports (id, case_id, reporter_id, subject_type, subject_id)
      select $1, id, $3, 'post', subject_id from opened`,
    table: 'reports',
    shown: { report: { subjectType: 'post', isActedOn: false } },
  },
]

test.each(CASES)('a notification shows its $kind, and is deleted with it', async (subject) => {
  const { kind, type, insert, table, shown } = subject
  const id = await newId()
  await query(insert, [id, author.user.id, reader.user.id])
  await notify({ type, kind, id })
  // Its subject was deleted while it was written.
  await notify({ type, kind, id: await newId() })
  expect(await list()).toMatchObject([{ type, ...shown }])
  await query(`delete from ${table} where id = $1`, [id])
  expect(await list()).toEqual([])
  expect(await countAbout(id)).toBe(0)
})

test('the deletion of an author deletes the notifications about its posts, and only those', async () => {
  const [gone, other] = [await server.member(), await server.member()]
  const posts = [await gone.createPost(), await other.createPost()]
  for (const { id } of posts) await notify({ type: 'like', kind: 'post', id })
  await query('delete from users where id = $1', [gone.user.id])
  expect(await list()).toMatchObject([{ post: { id: posts[1]?.id } }])
  expect(await countAbout(posts[0]?.id)).toBe(0)
  await other.send('DELETE', `/api/posts/${posts[1]?.id}`)
})

test('a deleted comment takes the notification of its mention with it, and no other', async () => {
  const post = await reader.createPost()
  const commentId = await newId()
  await query(`insert into comments (id, user_id, post_id, content) values ($1, $2, $3, 'Asante')`, [
    commentId,
    author.user.id,
    post.id,
  ])
  const subject = { kind: 'post', id: post.id } as const
  const mention = await notify({ type: 'mention', ...subject })
  await query('update notifications set comment_id = $2 where id = $1', [mention, commentId])
  const comment = await notify({ type: 'comment', ...subject })
  await query('update notification_actors set comment_id = $2 where notification_id = $1', [
    comment,
    commentId,
  ])
  const shown = { post: { id: post.id }, comment: { id: commentId, excerpt: 'Asante' } }
  expect(await list()).toMatchObject([
    { type: 'comment', ...shown },
    { type: 'mention', ...shown },
  ])
  await query('delete from comments where id = $1', [commentId])
  expect(await list()).toMatchObject([{ type: 'comment', post: { id: post.id }, comment: null }])
  expect(await query('select from notification_actors where comment_id = $1', [commentId])).toEqual([])
})

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.database.pool.query<Row>(text, values)).rows
}

async function newId(): Promise<string> {
  const [row] = await query<{ id: string }>('select gen_random_uuid() as id')
  return row?.id ?? ''
}

/** Opens a notification by the author for the reader, as higher features do. */
async function notify({
  type,
  kind,
  id,
}: {
  type: Notification['type']
  kind: SubjectKind
  id: string
}): Promise<string> {
  const notificationId = await newId()
  await query(
    `insert into notifications (id, user_id, type, group_key, subject_kind, subject_id, actors_count)
     values ($1, $2, $3, $4, $5, $6, 1)`,
    [notificationId, reader.user.id, type, `${type}:${id}`, kind, id],
  )
  await query('insert into notification_actors (notification_id, actor_id) values ($1, $2)', [
    notificationId,
    author.user.id,
  ])
  return notificationId
}

async function list(): Promise<Notification[]> {
  return listNotifications.response.parse((await reader.get('/api/notifications')).body)
}

async function countAbout(id: string | undefined): Promise<number | undefined> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from notifications where subject_id = $1',
    [id],
  )
  return row?.count
}
