import { expect, onTestFinished, test } from 'vitest'
import { migrateTo } from '#server/db/testing/earlier-migrations.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { applyMigrations } from '#server/db/migrate.ts'

/** The first migration in which a notification has a kind and a subject. */
const WITH_SUBJECTS = 71

const id = (number: number) => `0198c1d2-0000-7000-8000-${String(number).padStart(12, '0')}`
const [READER, ACTOR, POST, COMMENT, STREAM, VIDEO] = [id(1), id(2), id(3), id(4), id(5), id(6)]
const [TIP, ANNOUNCEMENT, DECISION, REPORT, CASE, ORDER] = [id(7), id(8), id(9), id(10), id(11), id(12)]

const ROWS = `
  insert into users (id, email, handle, password_hash) values
    ('${READER}', 'reader@example.org', 'reader', ''), ('${ACTOR}', 'actor@example.org', 'actor', '');
  insert into posts (id, author_id, content) values ('${POST}', '${READER}', 'Jollof');
  insert into comments (id, user_id, post_id, content) values ('${COMMENT}', '${ACTOR}', '${POST}', 'Asante');
  insert into streams (id, streamer_id, title, category) values ('${STREAM}', '${ACTOR}', 'Choir', 'Music');
  insert into videos (id, creator_id, title, mime_type, files_version, category)
    values ('${VIDEO}', '${ACTOR}', 'Dance', 'video/mp4', 'v', 'Music');
  insert into payment_orders (id, provider, is_sandbox, amount_cents, currency, status)
    values ('${ORDER}', 'paypal', false, 500, 'USD', 'completed');
  insert into tips (id, order_id, is_sandbox, amount_cents, currency, paypal_order_id, status)
    values ('${TIP}', '${ORDER}', false, 500, 'USD', 'order', 'completed');
  insert into announcements (id, title, text, idempotency_key, recipients_count)
    values ('${ANNOUNCEMENT}', 'A new stage', 'Come', '${id(20)}', 1);
  insert into moderation_cases (id, subject_type, subject_id, snapshot) values ('${CASE}', 'post', '${POST}', '{}');
  insert into moderation_decisions (id, user_id, kind, subject_type, subject_id, snapshot, rule)
    values ('${DECISION}', '${READER}', 'removal', 'post', '${POST}', '{}', 'A rule');
  insert into reports (id, case_id, reporter_id, subject_type, subject_id)
    values ('${REPORT}', '${CASE}', '${READER}', 'post', '${POST}');
  insert into notifications (id, user_id, type, subject, post_id, comment_id, stream_id, video_id, tip_id, about_user_id,
      role, announcement_id, decision_id, report_id) values
    ('${id(101)}', '${READER}', 'follow', 'follow', null, null, null, null, null, null, null, null, null, null),
    ('${id(102)}', '${READER}', 'payout', 'payout', null, null, null, null, null, null, null, null, null, null),
    ('${id(103)}', '${READER}', 'role', 'role', null, null, null, null, null, '${ACTOR}', 'admin', null, null, null),
    ('${id(104)}', '${READER}', 'like', 'like:p', '${POST}', null, null, null, null, null, null, null, null, null),
    ('${id(105)}', '${READER}', 'like', 'like:v', null, null, null, '${VIDEO}', null, null, null, null, null, null),
    ('${id(106)}', '${READER}', 'mention', 'mention', '${POST}', '${COMMENT}', null, null, null, null, null, null, null, null),
    ('${id(107)}', '${READER}', 'live', 'live', null, null, '${STREAM}', null, null, null, null, null, null, null),
    ('${id(108)}', '${READER}', 'tip', 'tip', null, null, null, null, '${TIP}', null, null, null, null, null),
    ('${id(109)}', '${READER}', 'announcement', 'a', null, null, null, null, null, null, null, '${ANNOUNCEMENT}', null, null),
    ('${id(110)}', '${READER}', 'decision', 'd', null, null, null, null, null, null, null, null, '${DECISION}', null),
    ('${id(111)}', '${READER}', 'report', 'r', null, null, null, null, null, null, null, null, null, '${REPORT}');`

test('an update gives each notification the kind and id of what it is about', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { pool } = database
  await migrateTo(pool, WITH_SUBJECTS)
  await pool.query(ROWS)
  await applyMigrations(pool)
  const { rows } = await pool.query<Record<string, string | null>>(
    `select type, group_key, subject_kind, subject_id, comment_id, about_user_id from notifications order by id`,
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['follow', 'follow', null, null, null, null],
    ['payout', 'payout', null, null, null, null],
    ['role', 'role', null, null, null, ACTOR],
    ['like', 'like:p', 'post', POST, null, null],
    ['like', 'like:v', 'video', VIDEO, null, null],
    ['mention', 'mention', 'post', POST, COMMENT, null],
    ['live', 'live', 'stream', STREAM, null, null],
    ['tip', 'tip', 'tip', TIP, null, null],
    ['announcement', 'a', 'announcement', ANNOUNCEMENT, null, null],
    ['decision', 'd', 'decision', DECISION, null, null],
    ['report', 'r', 'report', REPORT, null, null],
  ])
})
