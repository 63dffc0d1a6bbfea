import { expect, onTestFinished, test } from 'vitest'
import { applyMigrations } from '#server/db/migrate.ts'
import { migrateTo } from '#server/db/testing/earlier-migrations.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'

/** The migration that brings the likes of posts, streams and videos into one table. */
const ONE_TABLE = 72

const id = (number: number) => `0198c1d2-0000-7000-8000-${String(number).padStart(12, '0')}`
const [CREATOR, FAN, POST, STREAM, VIDEO] = [id(1), id(2), id(3), id(4), id(5)]
const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`

const ROWS = `
  insert into users (id, email, handle, password_hash) values
    ('${CREATOR}', 'creator@example.org', 'creator', ''), ('${FAN}', 'fan@example.org', 'fan', '');
  insert into posts (id, author_id, content) values ('${POST}', '${CREATOR}', 'Asante');
  insert into streams (id, streamer_id, title, category) values ('${STREAM}', '${CREATOR}', 'Choir', 'music');
  insert into videos (id, creator_id, title, mime_type, files_version, category)
    values ('${VIDEO}', '${CREATOR}', 'Kora', 'video/mp4', 'version', 'Music');
  insert into likes (id, user_id, post_id, created_at) values
    ('${id(11)}', '${FAN}', '${POST}', '${at(1)}'), ('${id(12)}', '${CREATOR}', '${POST}', '${at(2)}');
  insert into stream_likes (stream_id, user_id, created_at) values ('${STREAM}', '${FAN}', '${at(3)}');
  insert into video_likes (id, user_id, video_id, created_at) values ('${id(13)}', '${FAN}', '${VIDEO}', '${at(4)}');`

test('an update keeps the likes of posts, streams and videos, and then deletes them with these', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { pool } = database
  await migrateTo(pool, ONE_TABLE)
  await pool.query(ROWS)
  await applyMigrations(pool)
  const likes = async () => {
    const { rows } = await pool.query<Record<string, string>>(
      'select subject_kind, subject_id, user_id, created_at::text from likes order by created_at',
    )
    return rows.map((row) => [
      row['subject_kind'],
      row['subject_id'],
      row['user_id'],
      new Date(row['created_at'] ?? '').toISOString(),
    ])
  }
  expect(await likes()).toEqual([
    ['post', POST, FAN, at(1)],
    ['post', POST, CREATOR, at(2)],
    ['stream', STREAM, FAN, at(3)],
    ['video', VIDEO, FAN, at(4)],
  ])
  await pool.query('delete from posts; delete from videos')
  expect(await likes()).toEqual([['stream', STREAM, FAN, at(3)]])
  await pool.query(`delete from users where id = '${CREATOR}'`)
  expect(await likes()).toEqual([])
})
