import { type SQL, and, count, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { UserStatus, UsersQuery } from '#shared/operations/admin-users.ts'
import type { Role } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import { containsFolded } from '#server/db/folded-text.ts'
import { USER_COLUMNS, USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { type UserRow, users } from '#server/features/accounts/users/schema.ts'
import { userNotes } from './schema.ts'

/** Returns the users of a page, the newest first, and how many users match on all pages. */
export async function listUsers(
  db: Executor,
  { limit, offset, ...filter }: UsersQuery,
): Promise<{ rows: UserRow[]; total: number }> {
  const where = matches(filter)
  const rows = await db
    .select(USER_COLUMNS)
    .from(users)
    .where(where)
    .orderBy(desc(users.id))
    .limit(limit)
    .offset(offset)
  // The last page tells the total without a second query: a search that scans all users for few hits scans them once.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return { rows, total: isLast ? offset + rows.length : await countMatches(db, where) }
}

async function countMatches(db: Executor, where: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(users).where(where)
  return counted?.total ?? 0
}

function matches({ search, role, status }: Omit<UsersQuery, 'limit' | 'offset'>): SQL | undefined {
  return and(
    search ? containsFolded(users.adminSearch, search) : undefined,
    role && eq(users.role, role),
    status && hasStatus(status),
  )
}

function hasStatus(status: UserStatus): SQL | undefined {
  switch (status) {
    case 'active':
      return eq(users.isActive, true)
    case 'inactive':
      return and(eq(users.isActive, false), eq(users.awaitsApproval, false))
    case 'waiting':
      return sql`${users.awaitsApproval}`
    default:
      throw status satisfies never
  }
}

/** Returns how many users there are by role and status. */
export function countByRole(db: Executor): Promise<{ role: Role; isActive: boolean; count: number }[]> {
  return db
    .select({ role: users.role, isActive: users.isActive, count: count() })
    .from(users)
    .groupBy(users.role, users.isActive)
}

export async function countWaiting(db: Executor): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(users)
    .where(sql`${users.awaitsApproval}`)
  return row?.waiting ?? 0
}

/** Serializes changes of roles and statuses until the transaction ends, so that each sees the result of the previous one. */
export async function lockRoles(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('roles'))`)
}

export async function updateRole(tx: Executor, id: string, role: Role): Promise<UserRow> {
  return updateUser(tx, id, { role })
}

/** Also decides about a user who awaits approval. */
export async function updateStatus(tx: Executor, id: string, isActive: boolean): Promise<UserRow> {
  return updateUser(tx, id, { isActive, awaitsApproval: false })
}

async function updateUser(
  tx: Executor,
  id: string,
  change: Partial<Pick<UserRow, 'role' | 'isActive' | 'awaitsApproval'>>,
): Promise<UserRow> {
  const [row] = await tx.update(users).set(change).where(eq(users.id, id)).returning(USER_COLUMNS)
  if (!row) throw new Error('a locked user is missing')
  return row
}

/** Returns the ids of the active super_admins, except one. */
export async function listSuperAdminIds(db: Executor, exceptId: string): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), users.isActive, ne(users.id, exceptId)))
  return rows.map(({ id }) => id)
}

/** Limit of the shown notes about a user. */
const MAX_NOTES = 100

const NOTE_COLUMNS = {
  id: userNotes.id,
  text: userNotes.text,
  createdAt: userNotes.createdAt,
  author: USER_REF_COLUMNS,
}

/** Returns the notes about a user, the newest first. */
export function listNotes(db: Executor, userId: string) {
  return db
    .select(NOTE_COLUMNS)
    .from(userNotes)
    .leftJoin(users, eq(users.id, userNotes.authorId))
    .where(eq(userNotes.userId, userId))
    .orderBy(desc(userNotes.id))
    .limit(MAX_NOTES)
}
export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

export async function insertNote(
  tx: Executor,
  note: { userId: string; authorId: string; text: string },
): Promise<NoteRow> {
  const [inserted] = await tx.insert(userNotes).values(note).returning({ id: userNotes.id })
  const [row] = await tx
    .select(NOTE_COLUMNS)
    .from(userNotes)
    .leftJoin(users, eq(users.id, userNotes.authorId))
    .where(inArray(userNotes.id, inserted ? [inserted.id] : []))
  if (!row) throw new Error('an insert returned no note')
  return row
}

/** Counts a user's posts, comments, videos, streams and chat messages. */
export async function countContent(db: Executor, userId: string) {
  const { rows } = await db.execute<{
    posts: number
    comments: number
    videos: number
    streams: number
    chatMessages: number
  }>(sql`
    select
      (select count(*)::int from posts where author_id = ${userId}) as posts,
      (select count(*)::int from comments where user_id = ${userId}) as comments,
      (select count(*)::int from videos where creator_id = ${userId}) as videos,
      (select count(*)::int from streams where streamer_id = ${userId}) as streams,
      (select count(*)::int from chat_messages where user_id = ${userId}) as "chatMessages"`)
  const [counts] = rows
  if (!counts) throw new Error('a count returned no row')
  return counts
}

/** Returns number and sum of a user's tips after refunds and without reversed ones, in real money or in a sandbox. */
export async function sumTips(db: Executor, userId: string, isSandbox: boolean) {
  const { rows } = await db.execute<{ isSent: boolean; count: number; cents: number }>(sql`
    select t.tipper_id is not null as "isSent", count(*)::int as count,
      sum(t.amount_cents - t.refunded_cents)::float8 as cents
    from (
      select tipper_id, amount_cents, refunded_cents, status, is_sandbox from tips where tipper_id = ${userId}
      union all
      select null, amount_cents, refunded_cents, status, is_sandbox from tips where streamer_id = ${userId}
    ) t
    where t.is_sandbox = ${isSandbox} and t.status in ('completed', 'refunded')
    group by 1`)
  return rows
}
