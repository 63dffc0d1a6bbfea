import { activeMember } from './active-member.ts'

/** Events of a year: mostly views, of which every third is a visitor's. */
export const eventsSql = (count: number) => `
  insert into analytics_events (id, event_type, user_id, session_id, metadata, ip_address, user_agent, created_at)
    select e.id, e.type, case when e.n % 3 > 0 then m.id end, md5(e.n::text), jsonb_build_object('id', e.subject),
      '192.0.2.' || e.n % 250, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      uuid_extract_timestamp(e.id)
    from (
      select n, uuidv7(make_interval(secs => (n - ${count}) * 31)) as id, ${activeMember} as member,
        gen_random_uuid() as subject,
        (array['stream_viewed', 'video_viewed', 'member_signed_in', 'post_created', 'stream_started', 'tip_sent',
          'contact_message_sent', 'member_registered'])[1 + floor(8 * power(random(), 3))::int] as type
      from generate_series(1, ${count}) n
    ) e join numbered_members m on m.n = e.member`

/**
 * Entries of 90 days: most by moderators about chats, some of failed videos and jobs. One in two hundred names the reason
 * 'harassment', every hundred thousandth a lost node; the ledger differed three times, long ago.
 */
export const logsSql = (count: number) => `
  insert into system_logs (id, level, category, message, user_id, metadata, created_at)
    select e.id, kind.level, kind.category, case when e.n % 100000 = 77 then 'A node was lost: kestrel' else kind.message end,
      case when kind.category = 'moderation' then m.id end,
      case when e.n % 400000 = 5 then jsonb_build_object('differences', array['a creator']) else
        jsonb_build_object('id', e.subject, 'streamId', md5('stream' || e.n % 20000)::uuid, 'reason',
          case when e.n % 200 = 0 then 'harassment' else (array['spam', 'off topic', 'links', 'timeout'])[1 + e.n % 4] end)
      end,
      uuid_extract_timestamp(e.id)
    from (
      select n, uuidv7(make_interval(secs => (n - ${count}) * 7.5)) as id, gen_random_uuid() as subject,
        1 + floor((select max(n) from numbered_members) / 200.0 * power(random(), 2))::int as moderator,
        case when n % 400000 = 5 then 8 else 1 + floor(8 * power(random(), 5))::int end as kind
      from generate_series(1, ${count}) n
    ) e
      join numbered_members m on m.n = e.moderator
      join (values
        (1, 'info', 'moderation', 'A chat message was deleted.'),
        (2, 'info', 'moderation', 'A member was banned from a stream.'),
        (3, 'info', 'moderation', 'A member may use a stream again.'),
        (4, 'warn', 'videos', 'A video could not be processed: the file is damaged.'),
        (5, 'info', 'moderation', 'The rules of a chat were changed.'),
        (6, 'error', 'jobs', 'A job failed for good.'),
        (7, 'error', 'recordings', 'A recording could not be published.'),
        (8, 'error', 'payments', 'A payment of a subscription was reversed, but the event does not say which one.')
      ) kind (number, level, category, message) on kind.number = e.kind
    order by e.n`

/**
 * Entries of five years by forty admins, of whom a few do most. The first one never deactivates a member, as all others do, and
 * nobody was ever refused.
 */
export const auditSql = (count: number) => `
  insert into audit_entries (id, action, actor_id, subject_id, details, created_at)
    select e.id, case when e.actor = 1 and e.action = 'user.deactivated' then 'user.noted' else e.action end, actor.id,
      case when e.action = 'setting.changed' then 'general.siteName' else subject.id::text end,
      jsonb_build_object('before', 'user', 'after', 'moderator', 'reason', 'Known from the community, number ' || e.n),
      uuid_extract_timestamp(e.id)
    from (
      select n, uuidv7(make_interval(mins => (n - ${count}) * 26)) as id, 1 + floor(40 * power(random(), 3))::int as actor,
        ${activeMember} as subject,
        (array['user.noted', 'user.approved', 'contact.done', 'user.deactivated', 'tip.paid_out', 'user.role_changed',
          'invitation.created', 'tip.refunded', 'setting.changed'])[1 + floor(9 * power(random(), 2))::int] as action
      from generate_series(1, ${count}) n
    ) e
      join numbered_members actor on actor.n = e.actor
      join numbered_members subject on subject.n = e.subject
    order by e.n`

/** One message in ten is open. */
export const contactSql = (count: number) => `
  insert into contact_messages (id, full_name, email, subject, message, user_id, done_at, done_by, created_at)
    select c.id, 'Ama Mensah', 'ama' || c.n || '@example.org', 'About my stream', repeat('Please tell me more. ', 20),
      case when c.n % 2 = 0 then m.id end, case when c.n % 10 > 0 then now() end,
      case when c.n % 10 > 0 then (select id from numbered_members where n = 1) end, uuid_extract_timestamp(c.id)
    from (
      select n, uuidv7(make_interval(mins => (n - ${count}) * 60)) as id, ${activeMember} as member
      from generate_series(1, ${count}) n
    ) c join numbered_members m on m.n = c.member`

export const invitationsSql = (count: number) => `
  insert into invitations (id, token, note, max_uses, uses_count, expires_at, created_by)
    select uuidv7(make_interval(mins => (n - ${count}) * 60)), md5('invitation' || n), 'For the choir', 20, n % 20,
      now() + interval '14 days', (select id from numbered_members where n = 1)
    from generate_series(1, ${count}) n`
