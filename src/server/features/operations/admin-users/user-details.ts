import type { UserDetails, UserNote } from '#shared/operations/admin-users.ts'
import { formatCents } from '#shared/money/money.ts'
import type { Context } from '#server/feature.ts'
import { listUserSessions } from '#server/features/accounts/auth/queries.ts'
import { presentSession } from '#server/features/accounts/auth/present-session.ts'
import type { StorageAllowance } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { findUserById } from '#server/features/accounts/users/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { presentAdminUser } from './present-admin-user.ts'
import { type NoteRow, countContent, listNotes, sumTips } from './queries.ts'

/** Returns a user with sessions, content, storage and tips. Throws 404 if there is no such user. */
export async function getUserDetails(
  { allowance, db, payments }: Pick<Context, 'db' | 'payments'> & { allowance: StorageAllowance },
  admin: Caller,
  userId: string,
): Promise<UserDetails> {
  const user = await findUserById(db, userId)
  if (!user) throw notFound('notFound.user')
  const sessions = await listUserSessions(db, userId, '')
  const tips = await sumTips(db, userId, isSandboxSite(payments))
  const tipsOf = (isSent: boolean) => {
    const { count, cents } = tips.find((sum) => sum.isSent === isSent) ?? { count: 0, cents: 0 }
    return { count, amount: formatCents(cents) }
  }
  return {
    user: presentAdminUser(user),
    sessions: sessions.map((session) => presentSession(session, '')),
    content: await countContent(db, userId),
    storage: await allowance.usageOf(db, userId),
    payments: { tipsSent: tipsOf(true), tipsReceived: tipsOf(false) },
    notes: (await listNotes(db, userId)).map((note) => presentNote(note, admin)),
  }
}

export function presentNote({ id, author, text, createdAt }: NoteRow, admin: Caller): UserNote {
  return { id, author: author && presentUserRef(author, admin), text, createdAt: createdAt.toISOString() }
}
