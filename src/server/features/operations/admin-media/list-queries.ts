import { type SQL, and, desc, eq, lt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { MediaKind, MediaQuery } from '#shared/operations/admin-media.ts'
import type { Executor } from '#server/db/executor.ts'
import { containsFolded, foldedText } from '#server/db/folded-text.ts'
import { mediaUploads } from '#server/features/media/media/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { IS_ITEM, type MediaItemRow, type MediaSource, selectItems } from './queries.ts'

export type MediaFilter = Pick<MediaQuery, 'kind' | 'userId' | 'search'>

/** Returns the items that match, the newest first; one more than `limit` when there are more. */
export async function listItems(
  db: Executor,
  filter: MediaFilter,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<MediaItemRow[]> {
  const pages = SOURCES.flatMap(({ conditionOf, ...source }) => {
    const condition = conditionOf(filter.kind)
    return condition === null ? [] : [selectPage(db, source, filter, { condition, before, limit: limit + 1 })]
  })
  return selectItems(
    db,
    sql`select id, source from (${sql.join(pages, sql` union all `)}) as pages order by id desc limit ${limit + 1}`,
  )
}

type Source = {
  name: MediaSource
  table: PgTable
  id: PgColumn
  owner: PgColumn
  /** The searched text. */
  text: PgColumn | SQL
}

/** The tables with items, and their condition for a kind; null: the table has no items of that kind. */
const SOURCES: (Source & { conditionOf(kind: MediaKind | undefined): SQL | null })[] = [
  {
    name: 'upload',
    table: mediaUploads,
    id: mediaUploads.id,
    owner: mediaUploads.uploadedBy,
    text: mediaUploads.search,
    conditionOf(kind) {
      if (kind === undefined) return IS_ITEM
      if (kind === 'video' || kind === 'stream') return null
      return kind === 'unused' ? sql`status = 'ready'` : sql`purpose = ${kind} and status = 'used'`
    },
  },
  {
    name: 'video',
    table: videos,
    id: videos.id,
    owner: videos.creatorId,
    text: videos.librarySearch,
    conditionOf: (kind) => (kind === undefined || kind === 'video' ? sql`true` : null),
  },
  {
    name: 'stream',
    table: streams,
    id: streams.id,
    owner: streams.streamerId,
    text: foldedText('title'),
    conditionOf: (kind) => (kind === undefined || kind === 'stream' ? sql`thumbnail_url is not null` : null),
  },
]

type PageOptions = { condition: SQL; before: string | undefined; limit: number }

/** Returns the statement for the next ids of a table. */
function selectPage(
  db: Executor,
  { name, table, id, owner, text }: Source,
  { userId, search }: MediaFilter,
  { condition, before, limit }: PageOptions,
): SQL {
  const next = db
    .select({ id, source: sql`${name}::text`.as('source') })
    .from(table)
    .where(
      and(
        condition,
        userId === undefined ? undefined : eq(owner, userId),
        search ? containsFolded(text, search) : undefined,
        before === undefined ? undefined : lt(id, before),
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
  return sql`${next}`
}
