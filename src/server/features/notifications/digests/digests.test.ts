import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { sendDigests } from './digest-job.ts'

let smtp: TestSmtpServer
let server: TestApp
let fan: TestClient
beforeAll(async () => {
  smtp = await TestSmtpServer.start()
  server = await startTestApp({ env: smtp.env })
  fan = await server.member()
})
beforeEach(() => void smtp.received.splice(0))
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

/** A user with a confirmed address and an unread notification. */
async function createReader(digest: 'off' | 'daily' | 'weekly', isVerified = true): Promise<TestClient> {
  const member = await server.member()
  await member.put('/api/auth/preferences', { mail: { digest } })
  if (isVerified)
    await server.database.db.execute(
      sql`update users set email_verified_at = now() where id = ${member.user.id}`,
    )
  await likeNewPost(member)
  return member
}

async function likeNewPost(member: TestClient): Promise<void> {
  const { id } = await member.createPost()
  expect((await fan.post(`/api/posts/${id}/like`, { liked: true })).status).toBe(200)
}

/** Runs the job, and resolves when its mails were sent. */
async function runDigests(): Promise<void> {
  await server.runJob(sendDigests)
  await vi.waitFor(async () => {
    const { rows } = await server.database.db.execute(sql`select id from graphile_worker.jobs`)
    expect(rows).toEqual([])
  })
}

const digestsTo = ({ user }: TestClient) =>
  smtp.mailsTo(user.email).filter((mail) => mail.header('List-Unsubscribe'))

/** Makes the latest digest older, as time would. */
const age = (member: TestClient, days: number) =>
  server.database.db.execute(
    sql`update digests set covered_until = covered_until - make_interval(days => ${days}) where user_id = ${member.user.id}`,
  )

test('a user who asked for it gets one digest per day of what is unread since the last one', async () => {
  const reader = await createReader('daily')
  await likeNewPost(reader)
  await runDigests()
  await runDigests()
  expect(digestsTo(reader).map((mail) => mail.header('Subject'))).toEqual([
    '2 new things for you at Creative Wave',
  ])
  expect(digestsTo(reader)[0]?.body).toContain('2 of your posts and videos were liked.')

  await server.database.db.execute(
    sql`update notifications set last_at = last_at - interval '3 days' where user_id = ${reader.user.id}`,
  )
  await likeNewPost(reader)
  await runDigests()
  expect(digestsTo(reader)).toHaveLength(1)
  await age(reader, 1)
  await runDigests()
  expect(digestsTo(reader)[1]?.header('Subject')).toBe('1 new thing for you at Creative Wave')
  expect(digestsTo(reader)[1]?.body).toContain('One of your posts or videos was liked.')
  expect(digestsTo(reader)[1]?.body).toMatch(/http.*\/preferences/)

  for (const follower of [fan, await server.member()])
    await follower.post(`/api/users/${reader.user.id}/follow`, { following: true })
  await age(reader, 1)
  await runDigests()
  expect(digestsTo(reader)[2]?.body).toContain('2 people followed you.')
})

test('a weekly digest comes once a week', async () => {
  const reader = await createReader('weekly')
  await runDigests()
  expect(digestsTo(reader)).toHaveLength(1)
  await age(reader, 7)
  await likeNewPost(reader)
  await runDigests()
  await likeNewPost(reader)
  await runDigests()
  expect(digestsTo(reader)).toHaveLength(2)
})

test('nobody gets a digest without asking, without a confirmed address, or with nothing unread', async () => {
  const readers = [await createReader('off'), await createReader('daily', false), await createReader('daily')]
  await readers[2]?.post('/api/notifications/read')
  await runDigests()
  for (const reader of readers) expect(digestsTo(reader)).toEqual([])
})

test('one click of a mail program ends the digests, without a session', async () => {
  const reader = await createReader('daily')
  await runDigests()
  const [mail] = digestsTo(reader)
  expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const { pathname, search } = new URL(mail?.header('List-Unsubscribe')?.replace(/[<>]/g, '') ?? '')
  const post = (query: string) =>
    server.client().send('POST', pathname + query, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    })
  const forged = search.replace(/(?<==)./, (first) => (first === 'A' ? 'B' : 'A'))
  expect((await post(forged)).status).toBe(404)
  expect((await reader.get('/api/auth/preferences')).body).toMatchObject({ mail: { digest: 'daily' } })
  expect(await post(search)).toMatchObject({ status: 200, body: { digest: 'off' } })
  expect((await reader.get('/api/auth/preferences')).body).toMatchObject({ mail: { digest: 'off' } })
})
