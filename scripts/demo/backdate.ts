import type { Pool } from 'pg'
import type { CreatedRecords } from './populate.ts'

/** Spreads the records, created within half a minute, over days. Lists are sorted by id and keep their order. */
export async function backdate(pool: Pool, { posts, streams }: CreatedRecords): Promise<void> {
  for (const { id, hoursAgo } of posts) {
    const values = [id, hoursAgo]
    await pool.query(
      `update posts set created_at = now() - $2 * interval '1 hour', updated_at = now() - $2 * interval '1 hour' where id = $1`,
      values,
    )
    await pool.query(
      `update post_hashtags set created_at = now() - $2 * interval '1 hour' where post_id = $1`,
      values,
    )
    await pool.query(
      `update comments c set created_at = now() - $2 * interval '1 hour' + n.position * interval '7 minutes'
       from (select id, row_number() over (order by id) as position from comments where post_id = $1) n
       where n.id = c.id`,
      values,
    )
  }
  for (const { id, hoursAgo, minutes, viewers, thumbnailUrl } of streams) {
    await pool.query(
      `update streams set started_at = now() - $2 * interval '1 hour', created_at = now() - $2 * interval '1 hour',
         ended_at = now() - $2 * interval '1 hour' + $3 * interval '1 minute', max_viewers = $4, max_other_viewers = $4, peak_viewers = $4, peak_other_viewers = $4,
         thumbnail_url = $5
       where id = $1`,
      [id, hoursAgo, minutes, viewers, thumbnailUrl],
    )
    await pool.query(
      `update users set total_views = total_views + $2 where id = (select streamer_id from streams where id = $1)`,
      [id, viewers],
    )
  }
  await pool.query(
    `update users u set created_at = now() - (n.position * 9 + 20) * interval '1 day'
     from (select id, row_number() over (order by id) as position from users) n where n.id = u.id`,
  )
  await pool.query(
    `update notifications set last_at = now() - interval '40 minutes', created_at = now() - interval '40 minutes'`,
  )
}
