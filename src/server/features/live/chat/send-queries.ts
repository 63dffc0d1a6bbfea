import { sql } from 'drizzle-orm'
import type { ChatWordsAction } from '#shared/accounts/watched-words.ts'
import type { Executor } from '#server/db/executor.ts'
import { prepareStatement } from '#server/db/prepared.ts'
import { violatesConstraint } from '#server/db/violates.ts'
import { isBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { NEW_MESSAGE_ID, NOW_MICROSECONDS, minIdAt } from './message-id-queries.ts'
import { participantsCte } from './participant-queries.ts'
import { REPLIED_COLUMNS, type RepliedRow } from './queries.ts'

type NewMessage = {
  streamId: string
  userId: string
  message: string
  clientId: string | null
  replyTo: string | null
  /** Moderators are exempt from slow mode and followers-only. */
  isModerator: boolean
  /** The version of the chat's words that the message was compared with. */
  wordsVersion: number
  /** The action for a watched word in the message; null without such a word. */
  watched: ChatWordsAction | null
}

/**
 * The result of storing a message. `retry`: the rules or bans changed while the statement waited for the stream's row.
 * `words_changed`: the message was compared with another version of the chat's words. `duplicate`: the `clientId` was used
 * before. `wait` is in seconds.
 */
export type Outcome =
  | ({
      verdict: 'stored'
      id: string
      createdAt: string
      isFirst: boolean
      isHeld: boolean
      messagesCount: number
      messagesAtStart: number
    } & RepliedRow)
  | { verdict: 'slow_mode' | 'timed_out'; wait: number }
  | { verdict: 'follow_too_new'; wait: number; neededMinutes: number }
  | { verdict: 'chat_closed' | 'blocked' | 'banned' | 'followers_only' | 'no_such_reply' }
  | { verdict: 'retry' | 'words_changed' | 'watched_word' | 'duplicate' }

const [streamId, userId] = [
  sql`${sql.placeholder('streamId')}::uuid`,
  sql`${sql.placeholder('userId')}::uuid`,
]
const replyTo = sql`${sql.placeholder('replyTo')}::uuid`

/*
 * Checks, locks, counts and stores in one statement. Its snapshot of rules, bans and follows is taken at its start,
 * possibly before it waits for the lock of the stream's row. Moderation increments `chat_version` (`lockChat`): if it
 * differs once the row is locked, or the chat was closed, nothing is counted or stored. The id is generated under the
 * lock: ids grow in the order in which messages become visible, so that `listAfter` skips none.
 */
const storeStatement = prepareStatement<NewMessage, Outcome>(
  'chat_store',
  sql`
  with target as (
    select s.id, s.allow_chat, s.followers_only, s.followers_only_minutes, s.slow_mode_seconds, s.streamer_id, s.chat_version, s.words_version,
      b.user_id is not null as is_banned, b.until,
      ${isBlockBetween(userId, sql`s.streamer_id`)} as has_block,
      ${sql.placeholder('isModerator')}::bool or s.streamer_id = ${userId} as is_exempt
    from streams s
      join users u on u.id = s.streamer_id
      left join stream_bans b on b.stream_id = s.id and b.user_id = ${userId}
        and (b.until is null or b.until > now())
    where s.id = ${streamId} and s.hidden_at is null and u.is_active
  ),
  checked as materialized (
    select t.id as stream_id, t.chat_version, ${REPLIED_COLUMNS},
      case
        when not t.allow_chat then 'chat_closed'
        when t.has_block or ${isBlockBetween(userId, sql`r.user_id`)} then 'blocked'
        when t.is_banned then case when t.until is null then 'banned' else 'timed_out' end
        when t.followers_only and not t.is_exempt and follow.since is null then 'followers_only'
        when follow.is_new then 'follow_too_new'
        when ${replyTo} is not null and r.id is null then 'no_such_reply'
        when t.words_version <> ${sql.placeholder('wordsVersion')}::int then 'words_changed'
        when ${sql.placeholder('watched')}::text = 'refuse' then 'watched_word'
        when last.ends > clock_timestamp() then 'slow_mode'
        else 'stored'
      end as verdict,
      greatest(1, ceil(extract(epoch from
        case when follow.is_new then follow.counts_from else coalesce(t.until, last.ends) end - clock_timestamp()
      )))::int as wait,
      t.followers_only_minutes as "neededMinutes",
      coalesce(${sql.placeholder('watched')}::text = 'hold', false) and not t.is_exempt as is_held
    from target t
      left join lateral (
        select m.* from chat_messages m join users u on u.id = m.user_id and u.is_active
        where ${replyTo} is not null and m.id = ${replyTo} and m.stream_id = t.id and m.deleted_at is null
        limit 1
      ) r on true
      left join lateral (
        select f.created_at as since, counts_from, counts_from > clock_timestamp() as is_new
        from follows f, lateral (select f.created_at + make_interval(mins => t.followers_only_minutes) as counts_from) c
        where t.followers_only and not t.is_exempt and f.follower_id = ${userId} and f.following_id = t.streamer_id
      ) follow on true
      left join users ru on ru.id = r.user_id
      left join lateral (
        select m.created_at + make_interval(secs => t.slow_mode_seconds) as ends from chat_messages m
        where t.slow_mode_seconds > 0 and not t.is_exempt and m.stream_id = t.id and m.user_id = ${userId}
          and m.id > ${minIdAt(sql`(${NOW_MICROSECONDS} - t.slow_mode_seconds * 1000000::bigint)`)}
        order by m.id desc limit 1
      ) last on true
  ),
  counted as (
    update streams s set messages_count = s.messages_count + case when c.is_held then 0 else 1 end from checked c
    where s.id = ${streamId} and c.verdict = 'stored' and s.chat_version = c.chat_version and s.allow_chat
    returning s.id, s.streamer_id, s.messages_count, s.messages_at_start, c."replyId", c.is_held, ${NOW_MICROSECONDS} as us
  ),
  ${participantsCte(userId)},
  added as (
    insert into chat_messages (id, stream_id, user_id, message, client_id, is_first, reply_to_id, created_at, held_at, deleted_at)
    select ${NEW_MESSAGE_ID}, c.id, ${userId},
      ${sql.placeholder('message')}, ${sql.placeholder('clientId')}::uuid, exists (select from joined), c."replyId", clock_timestamp(),
      case when c.is_held then now() end, case when c.is_held then now() end
    from counted c
    returning id, is_first, created_at, held_at
  )
  select c."replyId", c."replyUserId", c."replyExcerpt", c."replyHandle", c."replyFirstName", c."replyLastName", c.wait,
    c."neededMinutes",
    case when c.verdict = 'stored' and a.id is null then 'retry' else c.verdict end as verdict,
    a.id, a.is_first as "isFirst", a.held_at is not null as "isHeld", a.created_at as "createdAt",
    counted.messages_count as "messagesCount", counted.messages_at_start as "messagesAtStart"
  from checked c left join added a on true left join counted on true`,
)

/** Stores and counts a message, or returns why it was rejected. Returns undefined if the stream does not exist. */
export async function storeMessage(db: Executor, message: NewMessage): Promise<Outcome | undefined> {
  try {
    const [outcome] = await storeStatement(db, message)
    return outcome
  } catch (error) {
    if (violatesConstraint(error, 'chat_messages_client_key')) return { verdict: 'duplicate' }
    throw error
  }
}
