import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

/** Deletes the first messages of a stream. Returns their number. */
export async function deleteMessages(db: Executor, streamId: string, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from chat_messages where id = any(array(
      select id from chat_messages where stream_id = ${streamId} order by id limit ${limit}))`)
  return rowCount ?? 0
}

/**
 * Returns the ids of deleted streams that still have messages. It skips from one stream to the next in the index, as the
 * table may have millions of messages.
 */
export async function listDeletedStreams(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive chats(stream_id) as (
      (select stream_id from chat_messages order by stream_id limit 1)
      union all
      select (select m.stream_id from chat_messages m where m.stream_id > c.stream_id order by m.stream_id limit 1)
      from chats c where c.stream_id is not null
    )
    select stream_id as id from chats
    where stream_id is not null and not exists (select from streams where streams.id = chats.stream_id)`)
  return rows.map(({ id }) => id)
}
