import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { prepareStatement } from '#server/db/prepared.ts'

const liveVersion = prepareStatement<Record<string, never>, { version: string }>(
  'streams_live_version',
  sql`select md5(coalesce(
      string_agg(concat_ws(' ', s.id, s.started_at, s.title, s.category, s.thumbnail_url,
        (select 1 from stream_frames f where f.stream_id = s.id)), ',' order by s.id), ''
    )) as version
    from streams s join users u on u.id = s.streamer_id
    where s.is_live and s.is_public and u.is_active`,
)

/**
 * The version of the list of public live streams. Changes with everything that a card shows, except counts and later frames.
 */
export async function findLiveVersion(db: Executor): Promise<string> {
  const [row] = await liveVersion(db, {})
  if (!row) throw new Error('an aggregate returned no row')
  return row.version
}
