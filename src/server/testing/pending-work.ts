import { utimes } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { TestSmtpServer } from '#server/mail/testing/test-smtp-server.ts'
import { createTestUpload } from '#server/features/media/uploads/test-uploads.ts'
import { TestClient } from './test-client.ts'

/** Committed changes of an app whose effects are left to jobs. */
export type PendingWork = { memberAddress: string; newAddress: string; streamId: string; postId: string }

/** Makes an app that runs no jobs commit changes that enqueue jobs; recordings have separate tests. */
export async function createPendingWork(
  url: string,
  database: pg.Client,
  dataDir: string,
): Promise<PendingWork> {
  const signUp = async () => {
    const client = new TestClient(url)
    await client.signUp({ password: PASSWORD })
    return client
  }
  const [streamer, follower, reminded] = [await signUp(), await signUp(), await signUp()]
  await follower.post(`/api/users/${streamer.user.id}/follow`, { following: true })
  const scheduledFor = new Date(Date.now() + 60_000).toISOString()
  const { id: streamId } = await streamer.createStream({ scheduledFor })
  await reminded.put(`/api/streams/${streamId}/reminder`)
  await database.query('update streams set scheduled_for = now() where id = $1', [streamId])
  await streamer.put(`/api/streams/${streamId}`, { isLive: true })

  const member = await signUp()
  const { user } = member
  // The digest counts this follower.
  await follower.post(`/api/users/${user.id}/follow`, { following: true })
  await database.query(
    `update users set email_verified_at = now(), mail_choices = '{"digest": "daily"}' where id = $1`,
    [user.id],
  )
  await new TestClient(url).post('/api/auth/forgot', { email: user.email })
  const newAddress = `new-${user.email}`
  await member.put('/api/auth/email', { email: newAddress, password: PASSWORD })
  const contact = { fullName: 'A member', email: user.email, subject: 'Hello', message: 'Are you there?' }
  await member.post('/api/contact', contact)

  const { id: postId } = await member.createPost()
  const upload = await createTestUpload(member, 1000)
  const uploadId = upload.headers.get('location')?.split('/').at(-1) ?? ''
  // An upload is as old as its last byte.
  await utimes(path.join(dataDir, 'uploads', uploadId), THREE_DAYS_AGO, THREE_DAYS_AGO)
  await database.query(MAKE_OLD)
  await database.query(ENQUEUE_SCHEDULED)
  return { memberAddress: user.email, newAddress, streamId, postId }
}

const PASSWORD = 'four words in a row'
const THREE_DAYS_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000)

/** Makes rows old enough for the jobs of schedules. */
const MAKE_OLD = `
  update posts set search = null;
  update analytics_events set created_at = now() - interval '3 years';
  insert into sessions (sid, sess, expire) select 'expired', sess, now() - interval '1 day' from sessions limit 1`

/** As the library does when they are due. The others also run at each start. */
const ENQUEUE_SCHEDULED = `
  select enqueue_job(task, '{}', null, now(), 3, task || ' scheduled')
  from unnest(array['sessions.cleanup', 'logs.cleanup', 'digests.send']) as task`

/** Returns what the jobs have done so far: counts of rows, and subjects of mails. */
export async function effectsOf(
  { memberAddress, newAddress, streamId, postId }: PendingWork,
  database: pg.Client,
  smtp: TestSmtpServer,
) {
  const { rows } = await database.query<Record<string, unknown>>(
    `select
       (select count(*)::int from notifications where type = 'live' and subject_id = $1) as told,
       (select search is not null from posts where id = $2) as "isSearchable",
       (select count(*)::int from uploads) as uploads,
       (select count(*)::int from analytics_events where created_at < now() - interval '1 year') as "oldEvents",
       (select count(*)::int from sessions where expire < now()) as "expiredSessions",
       (select count(*)::int from graphile_worker.jobs) as jobs`,
    [streamId, postId],
  )
  const subjects = (address: string) =>
    smtp
      .mailsTo(address)
      .map((mail) => mail.header('subject') ?? '')
      .toSorted()
  return {
    ...rows[0],
    toMember: subjects(memberAddress),
    toNewAddress: subjects(newAddress),
    toOperator: subjects('post@example.org'),
  }
}
