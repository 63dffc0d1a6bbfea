import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { invitations } from './schema.ts'

const selectInvitations = (db: Executor) =>
  db
    .select({ invitation: invitations, creator: USER_REF_COLUMNS })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.createdBy))
export type InvitationRow = Awaited<ReturnType<typeof selectInvitations>>[number]

/** Returns invitations, the newest first; one more than `limit` when there are more. */
export function listInvitationRows(
  db: Executor,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<InvitationRow[]> {
  return selectInvitations(db)
    .where(before === undefined ? undefined : lt(invitations.id, before))
    .orderBy(desc(invitations.id))
    .limit(limit + 1)
}

export async function findInvitation(db: Executor, id: string): Promise<InvitationRow | undefined> {
  const [row] = await selectInvitations(db).where(eq(invitations.id, id))
  return row
}

type NewInvitation = Pick<
  typeof invitations.$inferInsert,
  'token' | 'note' | 'maxUses' | 'expiresAt' | 'createdBy'
>

export async function insertInvitation(tx: Executor, invitation: NewInvitation): Promise<string> {
  const [row] = await tx.insert(invitations).values(invitation).returning({ id: invitations.id })
  if (!row) throw new Error('an insert returned no invitation')
  return row.id
}

/** Returns false if it was revoked already, or does not exist. */
export async function markRevoked(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(and(eq(invitations.id, id), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id })
  return rows.length > 0
}

/** Uses an invitation once; undefined if it is unknown, revoked, expired or used up. Concurrent calls cannot exceed `maxUses`. */
export async function consumeInvitation(tx: Executor, token: string): Promise<string | undefined> {
  const [row] = await tx
    .update(invitations)
    .set({ usesCount: sql`${invitations.usesCount} + 1` })
    .where(
      and(
        eq(invitations.token, token),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, new Date()),
        lt(invitations.usesCount, invitations.maxUses),
      ),
    )
    .returning({ id: invitations.id })
  return row?.id
}
