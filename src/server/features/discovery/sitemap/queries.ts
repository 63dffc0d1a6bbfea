import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

/** URLs of each kind, the newest; a document may have 50,000. */
const MAX_URLS = 10_000

export type SitemapRecord = { id: string; changedAt: string }

/** Public streams of active users that were started or announced. */
export async function listStreams(db: Executor): Promise<SitemapRecord[]> {
  const { rows } = await db.execute<SitemapRecord>(sql`
    select s.id, s.updated_at as "changedAt" from streams s join users u on u.id = s.streamer_id and u.is_active
    where s.is_public and (s.started_at is not null or s.scheduled_for is not null)
    order by s.id desc limit ${MAX_URLS}`)
  return rows
}

/** Active users who have published a post, stream or video. */
export async function listProfiles(db: Executor): Promise<SitemapRecord[]> {
  const { rows } = await db.execute<SitemapRecord>(sql`
    select u.id, u.updated_at as "changedAt" from users u
    where u.is_active and (
      exists (select from posts p where p.author_id = u.id)
      or exists (select from streams s where s.streamer_id = u.id and s.is_public and s.started_at is not null)
      or exists (
        select from videos v where v.creator_id = u.id and v.is_published and v.is_public and v.state = 'ready'
      )
    )
    order by u.id desc limit ${MAX_URLS}`)
  return rows
}

export type SitemapVideo = SitemapRecord & {
  title: string
  description: string | null
  duration: number
  viewsCount: number
  publishedAt: string
  filesVersion: string
  /** Name of the poster's file. */
  poster: string | null
}

/** Public videos of active users. */
export async function listVideos(db: Executor): Promise<SitemapVideo[]> {
  const { rows } = await db.execute<SitemapVideo>(sql`
    select v.id, v.updated_at as "changedAt", v.title, v.description, v.duration, v.views_count as "viewsCount",
      v.published_at as "publishedAt", v.files_version as "filesVersion", (
        select f.name from video_files f
        where f.video_id = v.id and f.kind = 'poster' and f.name not like '%-small.webp' limit 1
      ) as poster
    from videos v join users u on u.id = v.creator_id and u.is_active
    where v.is_published and v.is_public and v.state = 'ready' and v.published_at is not null
    order by v.published_at desc, v.id desc limit ${MAX_URLS}`)
  return rows
}
