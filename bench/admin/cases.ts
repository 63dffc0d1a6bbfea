import type pg from 'pg'
import type { Statement } from '../process/recorded-statements.ts'
import { type Subjects, findSubjects } from './subjects.ts'

/**
 * A request. `floor`: the simplest statement that returns its rows, with their ids in the first column or, for figures,
 * only the figures; or the app's own statements, sent by the driver alone; or none where the request is not about rows.
 */
export type Case = { name: string; path: string; floor: Statement | 'own statements' | 'none' }

export async function createCases(pool: pg.Pool): Promise<Case[]> {
  const subjects = await findSubjects(pool)
  return [
    ...userCases(subjects),
    ...logCases(subjects),
    ...auditCases(subjects),
    ...paymentCases(subjects),
    ...otherCases(),
  ]
}

const REF = (alias: string) =>
  ['id', 'handle', 'email', 'first_name', 'last_name', 'profile_image_url']
    .map((column) => `${alias}.${column} as ${alias}_${column}`)
    .join(', ')

const USER = `id, email, email_verified_at, handle, first_name, last_name, profile_image_url, bio, followers_count,
  following_count, total_views, streams_count, paypal_customer_id, paypal_subscription_id, is_premium, heritage_region,
  country_of_origin, languages, collaboration_tags, bio_multilingual, language, notification_choices, mail_choices, role,
  is_active, awaits_approval, last_login_at, created_at, updated_at`

function userCases({ member, membersCount, rareName }: Subjects): Case[] {
  const list = (name: string, query: string, where = 'true', offset = 0): Case => ({
    name: `users, ${name}`,
    path: `/api/admin/users?limit=20${query}`,
    floor: sql(`select ${USER}, (select count(*)::int from users where ${where}) as total
      from users where ${where} order by id desc limit 20 offset ${offset}`),
  })
  const deep = Math.floor((membersCount * 0.9) / 20) * 20
  const search = (text: string) => [`&search=${text}`, `admin_search like '%${text}%'`] as const
  return [
    list('first page', ''),
    list('deep', `&offset=${deep}`, 'true', deep),
    list('moderators', '&role=moderator', `role = 'moderator'`),
    list('inactive', '&status=inactive', 'not is_active and not awaits_approval'),
    list('waiting', '&status=waiting', 'awaits_approval'),
    list("search 'a'", ...search('a')),
    list("search 'am'", ...search('am')),
    list("search 'zq', no hits", ...search('zq')),
    list("search 'mensah', many hits", ...search('mensah')),
    list('search of one', ...search(rareName)),
    list("search 'xylo', no hits", ...search('xylo')),
    {
      name: 'users, counts',
      path: '/api/admin/users/counts',
      floor: sql(`select count(*)::int as total, count(*) filter (where is_active)::int as active,
        count(*) filter (where role in ('admin', 'super_admin'))::int as admins,
        count(*) filter (where role = 'moderator')::int as moderators,
        count(*) filter (where awaits_approval)::int as waiting from users`),
    },
    { name: 'user, details', path: `/api/admin/users/${member}`, floor: 'own statements' },
  ]
}

function logCases({ moderator, newestLog }: Subjects): Case[] {
  const list = (name: string, query: string, where = 'true', limit = 20): Case => ({
    name: `logs, ${name}`,
    path: `/api/admin/logs?limit=${limit}${query}`,
    floor: sql(`select l.id, l.level, l.message, l.category, l.user_id, l.metadata, l.created_at, ${REF('u')}
      from system_logs l left join users u on u.id = l.user_id
      where ${where} order by l.id desc limit ${limit}`),
  })
  const search = (text: string) =>
    [`&search=${encodeURIComponent(text)}`, `l.search like '%${text}%'`] as const
  const isLevel = (level: string) => `l.level = '${level}'`
  const [from, to] = [daysAgo(60), daysAgo(59)]
  const since = new Date(newestLog.getTime() - 5000).toISOString()
  return [
    list('all', ''),
    list('errors', '&level=error', isLevel('error')),
    list('videos', '&category=videos', `l.category = 'videos'`),
    list(
      'errors of payments',
      '&level=error&category=payments',
      `${isLevel('error')} and l.category = 'payments'`,
    ),
    list(
      'infos of payments, none',
      '&level=info&category=payments',
      `${isLevel('info')} and l.category = 'payments'`,
    ),
    list('of a moderator', `&userId=${moderator}`, `l.user_id = '${moderator}'`),
    list('a day', `&from=${from}&to=${to}`, `l.created_at >= '${from}' and l.created_at < '${to}'`),
    list("search 'deleted', most", ...search('deleted')),
    list("search 'harassment', 1 in 200", ...search('harassment')),
    list("search 'kestrel', ten", ...search('kestrel')),
    list("search 'banned xylo', none", ...search('banned xylo')),
    list(
      'errors with harassment',
      '&level=error&search=harassment',
      `${isLevel('error')} and l.search like '%harassment%'`,
    ),
    list('new ones', `&from=${since}`, `l.created_at >= '${since}'`, 100),
  ]
}

function auditCases({ admin, rareAdmin, member, newestEntry }: Subjects): Case[] {
  const list = (name: string, query: string, where = 'true', limit = 20): Case => ({
    name: `audit, ${name}`,
    path: `/api/admin/audit?limit=${limit}${query}`,
    floor: sql(`select e.*, ${REF('a')}, ${REF('s')} from audit_entries e
      left join users a on a.id = e.actor_id
      left join users s on s.id = case when e.subject_id ~ '^[0-9a-f-]{36}$' then e.subject_id::uuid end
      where ${where} order by e.id desc limit ${limit}`),
  })
  const [from, to] = [daysAgo(400), daysAgo(390)]
  const since = new Date(newestEntry.getTime() - 5000).toISOString()
  const byAdmin = `e.actor_id = '${admin}'`
  return [
    list('all', ''),
    list('an action', '&action=user.role_changed', `e.action = 'user.role_changed'`),
    list('an action that nobody did', '&action=user.refused', `e.action = 'user.refused'`),
    list('of a busy admin', `&actorId=${admin}`, byAdmin),
    list('of a rare admin', `&actorId=${rareAdmin}`, `e.actor_id = '${rareAdmin}'`),
    list(
      'of an admin, an action',
      `&actorId=${admin}&action=setting.changed`,
      `${byAdmin} and e.action = 'setting.changed'`,
    ),
    list(
      'of an admin, never done',
      `&actorId=${admin}&action=user.refused`,
      `${byAdmin} and e.action = 'user.refused'`,
    ),
    list('about a member', `&subjectId=${member}`, `e.subject_id = '${member}'`),
    list('ten days', `&from=${from}&to=${to}`, `e.created_at >= '${from}' and e.created_at < '${to}'`),
    list('new ones', `&from=${since}`, `e.created_at >= '${since}'`, 100),
  ]
}

function paymentCases({ order }: Subjects): Case[] {
  const list = (name: string, query: string, where: string): Case => ({
    name: `payments, ${name}`,
    path: `/api/admin/payments?limit=20${query}`,
    floor:
      sql(`select o.*, t.id as tip_id, t.status as tip_status, t.refunded_cents, ${REF('p')}, ${REF('c')}, l.created_at as paid_at
      from payment_orders o left join tips t on t.order_id = o.id
      left join users p on p.id = o.payer_id left join users c on c.id = o.creator_id
      left join ledger_entries l on l.reference = 'payout:' || o.id
      where ${where} order by o.id desc limit 20`),
  })
  const atPlatform = `o.payee_email is null and o.status = 'completed'`
  return [
    list('all', '', 'true'),
    list('owed', '&view=owed', `${atPlatform} and t.refunded_cents < t.amount_cents and l.id is null`),
    list('unclaimed', '&view=unclaimed', `${atPlatform} and t.id is null`),
    list('by id', `&q=${order}`, `o.id = '${order}'`),
    list("by the provider's id", '&q=CAPTURE-50', `o.capture_id = 'CAPTURE-50'`),
    {
      name: 'payments, owed to each',
      path: '/api/admin/payments/owed',
      floor:
        sql(`select p.user_id, sum(p.amount_cents), ${REF('u')} from ledger_postings p left join users u on u.id = p.user_id
        where p.account = 'creator_owed' group by p.user_id, u.id having sum(p.amount_cents) <> 0 order by p.user_id limit 20`),
    },
    {
      name: 'payments, differences',
      path: '/api/admin/payments/ledger',
      floor:
        sql(`select id, created_at, metadata from system_logs where level = 'error' and category = 'payments'
        and metadata ? 'differences' order by id desc limit 5`),
    },
  ]
}

function otherCases(): Case[] {
  const messages = (state: string, where: string): Case => ({
    name: `contact, ${state}`,
    path: `/api/admin/contact?limit=20&state=${state}`,
    floor: sql(`select m.*, ${REF('s')}, ${REF('d')} from contact_messages m
      left join users s on s.id = m.user_id left join users d on d.id = m.done_by
      where ${where} order by m.id desc limit 20`),
  })
  return [
    messages('open', 'm.done_at is null'),
    messages('done', 'm.done_at is not null'),
    messages('all', 'true'),
    {
      name: 'invitations',
      path: '/api/admin/invitations?limit=20',
      floor: sql(`select i.*, ${REF('c')} from invitations i left join users c on c.id = i.created_by
        order by i.id desc limit 20`),
    },
    { name: 'settings', path: '/api/admin/settings', floor: 'own statements' },
    {
      name: 'dashboard',
      path: '/api/admin/dashboard',
      floor:
        sql(`select (select count(*)::int from users) as users, (select count(*)::int from users where is_active) as active,
        (select count(*)::int from streams) as streams, (select count(*)::int from streams where is_live) as live,
        (select count(*)::int from users where created_at > now() - interval '7 days') as recent,
        (select count(*)::int from contact_messages where done_at is null) as open`),
    },
    { name: 'health', path: '/api/admin/health', floor: 'none' },
    { name: 'live', path: '/api/admin/live', floor: 'none' },
  ]
}

const sql = (text: string): Statement => ({ text, values: [] })

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
