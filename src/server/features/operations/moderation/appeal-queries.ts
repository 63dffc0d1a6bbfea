import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { moderationDecisions } from '#server/features/operations/moderation-cases/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Whether an appeal has reversed a moderator's decision on a case. */
export async function isOverruled(db: Executor, caseId: string, moderatorId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: moderationDecisions.id })
    .from(moderationDecisions)
    .where(
      and(
        eq(moderationDecisions.caseId, caseId),
        eq(moderationDecisions.decidedBy, moderatorId),
        eq(moderationDecisions.appealOutcome, 'reversed'),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Whether there is an active moderator, other than these users, who outranks the role. */
export async function hasOtherModerator(
  db: Executor,
  exceptIds: readonly string[],
  roles: readonly (typeof users.$inferSelect)['role'][],
): Promise<boolean> {
  if (roles.length === 0) return false
  const { rows } = await db.execute(sql`
    select from ${users} where ${users.isActive} and ${users.role} = any(${sql.param([...roles])}::user_role[])
      and ${users.id} <> all(${sql.param([...exceptIds])}::uuid[]) limit 1`)
  return rows.length > 0
}
