import { type SQL, and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { memoizeByDb } from '#server/db/prepared.ts'
import { toSearchVector } from '#server/db/search-words.ts'
import { type UserRow, users } from './schema.ts'

const {
  passwordHash: _passwordHash,
  search: _search,
  adminSearch: _adminSearch,
  ...columns
} = getTableColumns(users)
/** Every column except the password hash, which only `findCredentials` reads, and the columns for searches. */
export const USER_COLUMNS = columns
const { followersCount, followingCount, totalViews, streamsCount, ...sessionColumns } = columns
/** The columns of a `SessionUser`. */
export const SESSION_USER_COLUMNS = sessionColumns
/** The columns of `UserCounts`. */
export const USER_COUNT_COLUMNS = { followersCount, followingCount, totalViews, streamsCount }
/** Returns the columns of a `UserRef`, of `users` or of an alias of it. */
export const userRefColumns = <Id, Handle, Email, First, Last, Image>({
  id,
  handle,
  email,
  firstName,
  lastName,
  profileImageUrl,
}: {
  id: Id
  handle: Handle
  email: Email
  firstName: First
  lastName: Last
  profileImageUrl: Image
}) => ({ id, handle, email, firstName, lastName, profileImageUrl })
export const USER_REF_COLUMNS = userRefColumns(users)
/** The columns of a `ShownUser`. */
export const SHOWN_USER_COLUMNS = { ...USER_REF_COLUMNS, liveStreamId: users.liveStreamId }

type SearchableUser = Pick<
  UserRow,
  | 'firstName'
  | 'lastName'
  | 'handle'
  | 'heritageRegion'
  | 'countryOfOrigin'
  | 'languages'
  | 'collaborationTags'
>

/** Value of the column `search`. Each statement that changes one of its sources must also write this column. */
export function userSearchVector(user: SearchableUser): SQL<string> {
  const { firstName, lastName, handle, heritageRegion, countryOfOrigin } = user
  return toSearchVector(
    firstName,
    lastName,
    handle,
    heritageRegion,
    countryOfOrigin,
    ...user.languages,
    ...user.collaborationTags,
  )
}

const userById = memoizeByDb((db) =>
  db
    .select(USER_COLUMNS)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id'),
)

export async function findUserById(db: Executor, id: string): Promise<UserRow | undefined> {
  const [row] = await userById(db).execute({ id })
  return row
}

/** Returns a user and locks the row until the transaction ends. */
export async function lockUser(tx: Executor, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.select(USER_COLUMNS).from(users).where(eq(users.id, id)).for('no key update')
  return row
}

export async function isUserActive(db: Executor, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), users.isActive))
  return row !== undefined
}

export async function isEmailTaken(db: Executor, email: string): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return row !== undefined
}

/** Highest number that is tried for a handle; beyond it the caller appends a random number. */
const MAX_NUMBERED_HANDLES = 1000

/** Returns the first free one of `kofi_mensah`, `kofi_mensah_2` and so on; undefined when all are taken. */
export async function findFreeHandle(db: Executor, base: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ handle: string }>(sql`
    select handle from (
      select number, ${base} || case when number = 1 then '' else '_' || number end as handle
      from generate_series(1, ${MAX_NUMBERED_HANDLES}) as numbers(number)
    ) candidates
    where not exists (select from users where users.handle = candidates.handle)
    order by number limit 1`)
  return rows[0]?.handle
}

type Credentials = Pick<UserRow, 'id' | 'isActive' | 'awaitsApproval'> & { passwordHash: string | null }

/** Returns what a sign-in verifies; the only query that reads the password hash. */
export async function findCredentials(db: Executor, email: string): Promise<Credentials | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      isActive: users.isActive,
      awaitsApproval: users.awaitsApproval,
    })
    .from(users)
    .where(eq(users.email, email))
  return row
}

type NewUser = Pick<UserRow, 'email' | 'handle' | 'firstName' | 'lastName' | 'role' | 'awaitsApproval'> & {
  passwordHash: string
}

/** Inserts a user, who signs in now or awaits approval; undefined when the e-mail address or handle is taken. */
export async function insertUser(db: Executor, user: NewUser): Promise<UserRow | undefined> {
  const search = userSearchVector({
    ...user,
    heritageRegion: null,
    countryOfOrigin: null,
    languages: [],
    collaborationTags: [],
  })
  const [row] = await db
    .insert(users)
    .values({
      ...user,
      search,
      isActive: !user.awaitsApproval,
      lastLoginAt: user.awaitsApproval ? null : new Date(),
    })
    .onConflictDoNothing()
    .returning(USER_COLUMNS)
  return row
}

export async function updateLastLogin(db: Executor, id: string): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ lastLoginAt: new Date() })
    .where(eq(users.id, id))
    .returning(USER_COLUMNS)
  return row
}

export async function hasSuperAdmin(db: Executor): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'super_admin')).limit(1)
  return row !== undefined
}

/** Serializes registrations until the transaction ends, so that only one becomes the first super_admin. */
export async function lockRegistrations(transaction: Executor): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('registrations'))`)
}

/** Deletes the row of a user, with what foreign keys delete with it. */
export async function deleteUser(tx: Executor, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId))
}

/** Deactivates a user, unless it is the only active super_admin. Returns false then. */
export async function deactivateForDeletion(tx: Executor, userId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update users set is_active = false where id = ${userId} and (
      role <> 'super_admin' or exists (
        select from users other where other.role = 'super_admin' and other.is_active and other.id <> ${userId}
      )
    )`)
  return rowCount === 1
}
