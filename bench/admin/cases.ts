import type pg from 'pg'
import { type Case, refColumns, sql } from './case.ts'
import { auditCases, logCases } from './log-cases.ts'
import { mediaCases } from './media-cases.ts'
import { type Subjects, findSubjects } from './subjects.ts'

export async function createCases(pool: pg.Pool): Promise<Case[]> {
  const subjects = await findSubjects(pool)
  return [
    ...userCases(subjects),
    ...logCases(subjects),
    ...auditCases(subjects),
    ...paymentCases(subjects),
    ...mediaCases(subjects),
    ...otherCases(),
  ]
}

const USER = `id, email, email_verified_at, handle, first_name, last_name, profile_image_url, bio, followers_count,
  following_count, total_views, streams_count, paypal_customer_id, paypal_subscription_id, is_premium, heritage_region,
  country_of_origin, languages, collaboration_tags, bio_multilingual, language, notification_choices, mail_choices, role,
  is_active, awaits_approval, last_login_at, created_at, updated_at`

function userCases({ member, usersCount, rareName }: Subjects): Case[] {
  const list = (name: string, query: string, where = 'true', offset = 0): Case => ({
    name: `users, ${name}`,
    path: `/api/admin/users?limit=20${query}`,
    floor: sql(`select ${USER}, (select count(*)::int from users where ${where}) as total
      from users where ${where} order by id desc limit 20 offset ${offset}`),
  })
  const deep = Math.floor((usersCount * 0.9) / 20) * 20
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

function paymentCases({ order }: Subjects): Case[] {
  const list = (name: string, query: string, where: string): Case => ({
    name: `payments, ${name}`,
    path: `/api/admin/payments?limit=20${query}`,
    floor:
      sql(`select o.*, t.id as tip_id, t.status as tip_status, t.refunded_cents, ${refColumns('p')}, ${refColumns('c')}, l.created_at as paid_at
      from payment_orders o left join tips t on t.order_id = o.id
      left join users p on p.id = o.payer_id left join users c on c.id = o.creator_id
      left join ledger_entries l on l.reference = 'payout:' || o.id
      where ${where} order by o.id desc limit 20`),
  })
  const atPlatform = `o.payee_email is null and o.status = 'completed'`
  return [
    list('all', '', 'true'),
    list('owed', '&view=owed', `${atPlatform} and t.refunded_cents < t.amount_cents and l.id is null`),
    list(
      'unclaimed',
      '&view=unclaimed',
      `${atPlatform} and t.id is null and o.amount_cents >
        (select coalesce(sum((r->>'amountCents')::int), 0) from jsonb_array_elements(o.reversals) r)`,
    ),
    list(
      'by id',
      `&q=${order}`,
      `o.id = '${order}' or o.id = (select order_id from tips where id = '${order}')`,
    ),
    list("by the provider's id", '&q=CAPTURE-50', `o.capture_id = 'CAPTURE-50'`),
    {
      name: 'payments, owed to each',
      path: '/api/admin/payments/owed',
      floor: sql(`select p.user_id, sum(p.amount_cents), ${refColumns('u')} from ledger_postings p
        join ledger_entries e on e.id = p.entry_id and e.is_sandbox left join users u on u.id = p.user_id
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
    floor: sql(`select m.*, ${refColumns('s')}, ${refColumns('d')} from contact_messages m
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
      floor: sql(`select i.*, ${refColumns('c')} from invitations i left join users c on c.id = i.created_by
        order by i.id desc limit 20`),
    },
    { name: 'settings', path: '/api/admin/settings', floor: 'own statements' },
    { name: 'analytics, 28 days', path: '/api/admin/analytics?days=28', floor: 'own statements' },
    { name: 'analytics, 365 days', path: '/api/admin/analytics?days=365', floor: 'own statements' },
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
