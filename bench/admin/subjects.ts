import type pg from 'pg'

/** The rows that the requests are about. */
export type Subjects = {
  usersCount: number
  /** Who has written most, and a part of a name that only one member has. */
  member: string
  rareName: string
  moderator: string
  admin: string
  rareAdmin: string
  order: string
  newestLog: Date
  newestEntry: Date
}

export async function findSubjects(pool: pg.Pool): Promise<Subjects> {
  const byFrequency = (table: string, column: string, order: 'asc' | 'desc') =>
    `(select ${column} from ${table} where ${column} is not null group by 1 order by count(*) ${order}, 1 limit 1)`
  const { rows } = await pool.query<Subjects>(`
    select (select count(*)::int from users) as "usersCount",
      ${byFrequency('posts', 'author_id', 'desc')} as member,
      (select split_part(email, '@', 1) from users where email like '%@post.example' order by id limit 1) as "rareName",
      ${byFrequency('system_logs', 'user_id', 'desc')} as moderator,
      ${byFrequency('audit_entries', 'actor_id', 'desc')} as admin,
      ${byFrequency('audit_entries', 'actor_id', 'asc')} as "rareAdmin",
      (select id from payment_orders order by id limit 1) as order,
      (select created_at from system_logs order by id desc limit 1) as "newestLog",
      (select created_at from audit_entries order by id desc limit 1) as "newestEntry"`)
  const [subjects] = rows
  if (!subjects) throw new Error('the community is empty')
  return subjects
}
