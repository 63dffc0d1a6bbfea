import { sql } from 'drizzle-orm'
import { type MediaKind, REPORTED_USERS } from '#shared/operations/admin-media.ts'
import type { Executor } from '#server/db/executor.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'

/**
 * The stored bytes with their owner and kind. A video's bytes are those of its used uploads, and of its files without an
 * upload. `is_item` is true for one row per item, so that each item is counted once.
 */
const STORED = sql`
  select uploaded_by as owner_id, file_size + poster_size as bytes,
    case when status = 'ready' then 'unused' when purpose in ('video', 'thumbnail', 'captions') then 'video'
      else purpose end as kind,
    status = 'ready' or purpose not in ('video', 'thumbnail', 'captions') as is_item
  from media_uploads where status in ('ready', 'used')
  union all
  select v.creator_id, coalesce(f.bytes, 0), 'video', true
  from videos v left join (
    select video_id, sum(size) as bytes from video_files where upload_id is null group by video_id
  ) f on f.video_id = v.id
  union all
  select streamer_id, thumbnail_size, 'stream', true from streams where thumbnail_url is not null`

/** Returns the number of items and bytes of each stored kind. */
export async function sumByKind(db: Executor): Promise<{ kind: MediaKind; items: number; bytes: number }[]> {
  const { rows } = await db.execute<{ kind: MediaKind; items: number; bytes: number }>(sql`
    select kind, (count(*) filter (where is_item))::int as items, sum(bytes)::float8 as bytes
    from (${STORED}) as stored group by kind`)
  return rows
}

type OwnerRow = Pick<
  UserRow,
  'id' | 'handle' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'isPremium'
> & { bytes: number }

/** Returns the users who store the most. */
export async function listLargestOwners(db: Executor): Promise<OwnerRow[]> {
  const { rows } = await db.execute<OwnerRow>(sql`
    select u.id, u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.profile_image_url as "profileImageUrl", u.is_premium as "isPremium", largest.bytes
    from (
      select owner_id, sum(bytes)::float8 as bytes from (${STORED}) as stored
      where owner_id is not null group by owner_id order by 2 desc, 1 limit ${REPORTED_USERS}
    ) as largest join users u on u.id = largest.owner_id
    order by largest.bytes desc, u.id`)
  return rows
}
