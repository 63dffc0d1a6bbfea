import { type SQL, eq, sql } from 'drizzle-orm'
import type { MediaType } from '#shared/media/uploads.ts'
import type { UploadPurpose } from '#shared/media/uploads.ts'
import type { Executor } from '#server/db/executor.ts'
import { PRIVATE_PURPOSES } from '#server/features/media/media/private-purposes.ts'
import { mediaUploads } from '#server/features/media/media/schema.ts'
import { videos } from '#server/features/videos/videos/schema.ts'

/** The table that has an item. */
export type MediaSource = 'upload' | 'video' | 'stream'

type ItemColumns = {
  id: string
  fileName: string
  originalName: string
  mimeType: string
  fileSize: number
  type: MediaType
  isPublic: boolean
  tags: string[]
  description: string | null
  width: number | null
  height: number | null
  duration: number | null
  createdAt: Date
  ownerId: string | null
  owner: OwnerColumns | null
}
type OwnerColumns = {
  id: string
  handle: string
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
}

/** An item with the columns that only one source has. */
export type MediaItemRow = ItemColumns & {
  source: MediaSource
  purpose: UploadPurpose | null
  isUsed: boolean
  url: string | null
  posterUrl: string | null
  posterName: string | null
  filesVersion: string | null
  isPlayable: boolean
  /** The post or the emoji that uses an upload, with its text or its name. */
  usedById: string | null
  usedByTitle: string | null
}

/** Returns an item by the id of its upload, video or stream. */
export async function findItem(db: Executor, id: string): Promise<MediaItemRow | undefined> {
  const [row] = await selectItems(
    db,
    sql`(select id, 'upload' as source from media_uploads where id = ${id} and ${IS_ITEM})
      union all (select id, 'video' from videos where id = ${id})
      union all (select id, 'stream' from streams where id = ${id} and thumbnail_url is not null)`,
  )
  return row
}

/** The uploads that are items of their own: used private uploads are files of a video. */
export const IS_ITEM = sql`status in ('ready', 'used')
  and (status = 'ready' or purpose not in (${sql.join(
    PRIVATE_PURPOSES.map((purpose) => sql`${purpose}`),
    sql`, `,
  )}))`

/** Selects the items of `ids`, a statement that returns `id` and `source`. */
export async function selectItems(db: Executor, ids: SQL): Promise<MediaItemRow[]> {
  const { rows } = await db.execute<Omit<MediaItemRow, 'createdAt'> & { createdAt: string }>(sql`
    select p.id, p.source, m.purpose, coalesce(m.status = 'used', true) as "isUsed",
      coalesce(m.file_name, f.original, '') as "fileName",
      coalesce(m.original_name, v.title, s.title) as "originalName",
      coalesce(m.mime_type, v.mime_type, 'image/webp') as "mimeType",
      coalesce(m.file_size + m.poster_size, f.bytes, s.thumbnail_size)::float8 as "fileSize",
      coalesce(m.url, v.upload_url, s.thumbnail_url) as url,
      coalesce(m.type, case p.source when 'video' then 'video' else 'image' end) as type,
      coalesce(m.is_public, v.is_published and v.is_public, s.is_public) as "isPublic",
      coalesce(m.tags, v.library_tags, '{}') as tags,
      coalesce(m.description, v.library_description) as description,
      coalesce(m.width, v.width) as width, coalesce(m.height, v.height) as height,
      coalesce(m.duration, nullif(v.duration, 0)) as duration,
      coalesce(m.created_at, v.created_at, s.created_at) as "createdAt",
      u.id as "ownerId",
      case when u.id is not null then json_build_object('id', u.id, 'handle', u.handle, 'email', u.email,
        'firstName', u.first_name, 'lastName', u.last_name, 'profileImageUrl', u.profile_image_url) end as owner,
      m.poster_url as "posterUrl", f.poster as "posterName", v.files_version as "filesVersion",
      coalesce(f.is_playable, false) as "isPlayable",
      coalesce(post.id, emoji.id) as "usedById", coalesce(post.content, emoji.name) as "usedByTitle"
    from (${ids}) as p
    left join media_uploads m on p.source = 'upload' and m.id = p.id
    left join videos v on p.source = 'video' and v.id = p.id
    left join streams s on p.source = 'stream' and s.id = p.id
    left join users u on u.id = coalesce(m.uploaded_by, v.creator_id, s.streamer_id)
    left join lateral (
      select sum(size) as bytes,
        max(regexp_replace(key, '^.*/', '')) filter (where kind = 'original') as original,
        max(name) filter (where kind = 'poster' and name like '%-small.webp') as poster,
        bool_or(kind in ('remux', 'rendition') or (kind = 'original' and upload_id is null)) as is_playable
      from video_files where video_id = v.id
    ) f on true
    left join lateral (
      select id, left(content, 200) as content from posts where media_url = m.url and m.purpose = 'post' limit 1
    ) post on true
    left join lateral (
      select id, name from creator_emoji
      where m.purpose = 'emoji' and creator_id = m.uploaded_by and creator_emoji.url = m.url limit 1
    ) emoji on true
    order by p.id desc`)
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

export type StoredKey = {
  key: string
  kind: string
  mimeType: string
  size: number | null
  nodeId: string | null
}

/** Returns the files of an upload, a video or a stream's picture, the main one first. */
export async function listStoredKeys(
  db: Executor,
  { id, source, mimeType }: Pick<MediaItemRow, 'id' | 'source' | 'mimeType'>,
): Promise<StoredKey[]> {
  const { rows } = await db.execute<StoredKey>(
    source === 'video'
      ? sql`select key, kind, mime_type as "mimeType", size::float8 as size, node_id as "nodeId"
          from video_files where video_id = ${id} order by created_at, name`
      : source === 'upload'
        ? sql`select key, 'file' as kind, ${mimeType}::text as "mimeType", null::float8 as size, node_id as "nodeId"
            from media_uploads, unnest(files) with ordinality as file(key, position) where id = ${id} order by position`
        : sql`select file.key, 'file' as kind, ${mimeType}::text as "mimeType", null::float8 as size,
              thumbnail_node_id as "nodeId"
            from streams, lateral (values
              (regexp_replace(thumbnail_url, '^/files/', '')),
              (regexp_replace(regexp_replace(thumbnail_url, '^/files/', ''), '[.]webp$', '-small.webp'))) as file(key)
            where id = ${id}`,
  )
  return rows
}

type Notes = { tags: string[]; description: string | null }

/** Replaces the notes about an upload or a video. */
export async function updateNotes(
  tx: Executor,
  { id, source }: Pick<MediaItemRow, 'id' | 'source'>,
  { tags, description }: Notes,
): Promise<void> {
  if (source === 'upload')
    await tx.update(mediaUploads).set({ tags, description }).where(eq(mediaUploads.id, id))
  else
    await tx
      .update(videos)
      // Members see no change.
      .set({ libraryTags: tags, libraryDescription: description, updatedAt: sql`updated_at` })
      .where(eq(videos.id, id))
}
