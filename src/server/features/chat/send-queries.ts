import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { prepared } from '#server/db/prepared.ts'
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
export type Outcome = RepliedRow &
  (
    | { verdict: 'stored'; id: string; createdAt: string }
    | { verdict: 'slow_mode' | 'timed_out'; wait: number }
    | { verdict: 'chat_closed' | 'banned' | 'followers_only' | 'no_such_reply' }
    | { verdict: 'again' | 'repeated' }
  )

const [streamId, userId] = [
  sql`${sql.placeholder('streamId')}::uuid`,
  sql`${sql.placeholder('userId')}::uuid`,
]
const [clientId, replyTo] = [
  sql`${sql.placeholder('clientId')}::uuid`,
  sql`${sql.placeholder('replyTo')}::uuid`,
]

/** The first id of a moment in microseconds `us`, up to where it is random: as version 7 has it. */
const beginsAt = (us: ReturnType<typeof sql>) =>
  sql`lpad(to_hex(${us} / 1000), 12, '0') || '7' || lpad(to_hex(${us} % 1000 * 4096 / 1000), 3, '0')`
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/*
 * Looks, locks, stores and counts in one statement. It sees bans and follows as they were when it began, which may be
 * before it got the lock; whoever moderates marks the row (`holdChat`), so that a row which was marked meanwhile shows.
 * The id is made once the row is locked: ids follow each other as messages become visible, and `listAfter` skips none.
 */
const storing = prepared<NewMessage, Outcome>(
  'chat_store',
  sql`
  with place as materialized (
    select s.id, s.allow_chat, s.followers_only, s.slow_mode_seconds, s.streamer_id,
      s.updated_at <> seen.updated_at as is_moved, b.user_id is not null as is_refused, b.until,
      ${sql.placeholder('isModerator')}::bool or s.streamer_id = ${userId} as is_free
    from streams s
      join streams seen on seen.id = s.id
      join users u on u.id = s.streamer_id
      left join stream_bans b on b.stream_id = s.id and b.user_id = ${userId}
        and (b.until is null or b.until > now())
    where s.id = ${streamId} and u.is_active
    for no key update of s
  ),
  judged as materialized (
    select p.id as stream_id, ${REPLIED},
      case
        when p.is_moved then 'again'
        when not p.allow_chat then 'chat_closed'
        when p.is_refused then case when p.until is null then 'banned' else 'timed_out' end
        when p.followers_only and not p.is_free and not exists (
          select from follows f where f.follower_id = ${userId} and f.following_id = p.streamer_id
        ) then 'followers_only'
        when ${clientId} is not null and exists (
          select from chat_messages e where e.user_id = ${userId} and e.client_id = ${clientId}
        ) then 'repeated'
        when ${replyTo} is not null and r.id is null then 'no_such_reply'
        when last.ends > clock_timestamp() then 'slow_mode'
        else 'stored'
      end as verdict,
      greatest(1, ceil(extract(epoch from coalesce(p.until, last.ends) - clock_timestamp())))::int as wait
    from place p
      left join chat_messages r on r.id = ${replyTo} and r.stream_id = p.id and r.deleted_at is null
      left join users ru on ru.id = r.user_id
      left join lateral (
        select m.created_at + make_interval(secs => p.slow_mode_seconds) as ends from chat_messages m
        where p.slow_mode_seconds > 0 and not p.is_free and m.stream_id = p.id and m.user_id = ${userId}
          and m.id > rpad(${beginsAt(sql`(${NOW} - p.slow_mode_seconds * 1000000::bigint)`)}, 32, '0')::uuid
        order by m.id desc limit 1
      ) last on true
  ),
  added as (
    insert into chat_messages (id, stream_id, user_id, message, client_id, reply_to_id, created_at)
    select (${beginsAt(sql`clock.us`)} || right(gen_random_uuid()::text, 17))::uuid, j.stream_id, ${userId},
      ${sql.placeholder('message')}, ${clientId}, j."replyId", clock_timestamp()
    from judged j cross join lateral (select ${NOW} as us where j.verdict = 'stored') clock
    on conflict (user_id, client_id) do nothing
    returning id, created_at
  ),
  counted as (
    update streams s set messages_count = s.messages_count + 1 from added where s.id = ${streamId}
  )
  select j."replyId", j."replyUserId", j."replyExcerpt", j."replyEmail", j."replyFirstName", j."replyLastName", j.wait,
    case when j.verdict = 'stored' and a.id is null then 'repeated' else j.verdict end as verdict,
    a.id, a.created_at as "createdAt"
  from judged j left join added a on true`,
)

/** Stores a message and counts it, or says why not; undefined when the stream is not there. */
export async function storeMessage(db: Executor, message: NewMessage): Promise<Outcome | undefined> {
  const [outcome] = await storing(db, message)
  return outcome
}
