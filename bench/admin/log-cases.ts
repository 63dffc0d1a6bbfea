import { type Case, refColumns, sql } from './case.ts'
import type { Subjects } from './subjects.ts'

export function logCases({ moderator, newestLog }: Subjects): Case[] {
  const list = (name: string, query: string, where = 'true', limit = 20): Case => ({
    name: `logs, ${name}`,
    path: `/api/admin/logs?limit=${limit}${query}`,
    floor:
      sql(`select l.id, l.level, l.message, l.category, l.user_id, l.metadata, l.created_at, ${refColumns('u')}
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
    list("search 'id: ab1', 1 in 4000", ...search('"id": "ab1')),
    list("search 'banned xylo', none", ...search('banned xylo')),
    list(
      'errors with harassment',
      '&level=error&search=harassment',
      `${isLevel('error')} and l.search like '%harassment%'`,
    ),
    list('new ones', `&from=${since}`, `l.created_at >= '${since}'`, 100),
  ]
}

export function auditCases({ admin, rareAdmin, member, newestEntry }: Subjects): Case[] {
  const list = (name: string, query: string, where = 'true', limit = 20): Case => ({
    name: `audit, ${name}`,
    path: `/api/admin/audit?limit=${limit}${query}`,
    floor: sql(`select e.*, ${refColumns('a')}, ${refColumns('s')} from audit_entries e
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
      `&actorId=${admin}&action=user.deactivated`,
      `${byAdmin} and e.action = 'user.deactivated'`,
    ),
    list('about a member', `&subjectId=${member}`, `e.subject_id = '${member}'`),
    list('ten days', `&from=${from}&to=${to}`, `e.created_at >= '${from}' and e.created_at < '${to}'`),
    list('new ones', `&from=${since}`, `e.created_at >= '${since}'`, 100),
  ]
}

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
