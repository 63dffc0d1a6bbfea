import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { prepared } from '#server/db/prepared.ts'
import { violates } from '#server/db/violates.ts'
import { REPLIED, type RepliedRow } from './queries.ts'

type NewMessage = {
  streamId: string
  userId: string
  message: string
  clientId: string | null
  replyTo: string | null
  /** Slow mode and followers-only are not for moderators. */
  isModerator: boolean
}

/**
 * What became of a message. `again`: a moderator changed something while it waited, so that it has to be judged anew.
 * `repeated`: its mark was used before. `wait` is in seconds.
 */
export type Outcome =
  | ({ verdict: 'stored'; id: string; createdAt: string } & RepliedRow)
  | { verdict: 'slow_mode' | 'timed_out'; wait: number }
  | { verdict: 'chat_closed' | 'banned' | 'followers_only' | 'no_such_reply' }
  | { verdict: 'again' | 'repeated' }

const [streamId, userId] = [
  sql`${sql.placeholder('streamId')}::uuid`,
  sql`${sql.placeholder('userId')}::uuid`,
]
const replyTo = sql`${sql.placeholder('replyTo')}::uuid`

/** The first id of a moment in microseconds `us`, up to where it is random: as version 7 has it. */
const beginsAt = (us: ReturnType<typeof sql>) =>
  sql`lpad(to_hex(${us} / 1000), 12, '0') || '7' || lpad(to_hex(${us} % 1000 * 4096 / 1000), 3, '0')`
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/*
 * Looks, locks, counts and stores in one statement. What it sees of rules, bans and follows is as old as its beginning,
 * which may be before another had the stream's row; whoever moderates marks the row (`holdChat`), and a row that was
 * marked meanwhile is not counted. The id is made once the row is locked: ids follow each other as messages become
 * visible, and `listAfter` skips none.
 */
const storing = prepared<NewMessage, Outcome>(
  'chat_store',
  sql`
  with place as (
    select s.id, s.allow_chat, s.followers_only, s.slow_mode_seconds, s.streamer_id, s.updated_at,
      b.user_id is not null as is_refused, b.until,
      ${sql.placeholder('isModerator')}::bool or s.streamer_id = ${userId} as is_free
    from streams s
      join users u on u.id = s.streamer_id
      left join stream_bans b on b.stream_id = s.id and b.user_id = ${userId}
        and (b.until is null or b.until > now())
    where s.id = ${streamId} and u.is_active
  ),
  judged as materialized (
    select p.id as stream_id, p.updated_at, ${REPLIED},
      case
        when not p.allow_chat then 'chat_closed'
        when p.is_refused then case when p.until is null then 'banned' else 'timed_out' end
        when p.followers_only and not p.is_free and not exists (
          select from follows f where f.follower_id = ${userId} and f.following_id = p.streamer_id
        ) then 'followers_only'
        when ${replyTo} is not null and r.id is null then 'no_such_reply'
        when last.ends > clock_timestamp() then 'slow_mode'
        else 'stored'
      end as verdict,
      greatest(1, ceil(extract(epoch from coalesce(p.until, last.ends) - clock_timestamp())))::int as wait
    from place p
      left join lateral (
        select m.* from chat_messages m join users u on u.id = m.user_id and u.is_active
        where ${replyTo} is not null and m.id = ${replyTo} and m.stream_id = p.id and m.deleted_at is null
        limit 1
      ) r on true
      left join users ru on ru.id = r.user_id
      left join lateral (
        select m.created_at + make_interval(secs => p.slow_mode_seconds) as ends from chat_messages m
        where p.slow_mode_seconds > 0 and not p.is_free and m.stream_id = p.id and m.user_id = ${userId}
          and m.id > rpad(${beginsAt(sql`(${NOW} - p.slow_mode_seconds * 1000000::bigint)`)}, 32, '0')::uuid
        order by m.id desc limit 1
      ) last on true
  ),
  counted as (
    update streams s set messages_count = s.messages_count + 1 from judged j
    where s.id = ${streamId} and j.verdict = 'stored' and s.updated_at = j.updated_at
    returning s.id, j."replyId", ${NOW} as us
  ),
  added as (
    insert into chat_messages (id, stream_id, user_id, message, client_id, reply_to_id, created_at)
    select (${beginsAt(sql`c.us`)} || right(gen_random_uuid()::text, 17))::uuid, c.id, ${userId},
      ${sql.placeholder('message')}, ${sql.placeholder('clientId')}::uuid, c."replyId", clock_timestamp()
    from counted c
    returning id, created_at
  )
  select j."replyId", j."replyUserId", j."replyExcerpt", j."replyEmail", j."replyFirstName", j."replyLastName", j.wait,
    case when j.verdict = 'stored' and a.id is null then 'again' else j.verdict end as verdict,
    a.id, a.created_at as "createdAt"
  from judged j left join added a on true`,
)

/** Stores a message and counts it, or says why not; undefined when the stream is not there. */
export async function storeMessage(db: Executor, message: NewMessage): Promise<Outcome | undefined> {
  try {
    const [outcome] = await storing(db, message)
    return outcome
  } catch (error) {
    if (violates(error, 'chat_messages_client_key')) return { verdict: 'repeated' }
    throw error
  }
}
