import type { z } from 'zod/mini'
import type { registration } from '#shared/auth.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import {
  emailIsTaken,
  findFreeHandle,
  insertUser,
  lockRegistrations,
  superAdminExists,
} from '#server/features/users/queries.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { HttpError, conflict, forbidden } from '#server/http/errors.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { handleBase, randomHandle } from './handle.ts'
import { hashPassword } from './passwords.ts'
import type { FirstAdmin } from './first-admin.ts'

type Circumstances = { isOpen: boolean; address: string; fromThisMachine: boolean; gate: FirstAdmin }

/**
 * Opens an account. While there is no super_admin, the one who proves to be the operator becomes it.
 * Throws 409 when the e-mail address has an account, 403 for a set-up link that no longer holds, or while sign-up is
 * closed; the first super_admin is let in all the same. Throws 422 for a password that many have.
 */
export async function registerUser(
  db: Db,
  input: z.output<typeof registration>,
  { isOpen, address, ...firstAdmin }: Circumstances,
): Promise<UserRow> {
  await refuseCommonPassword('password', input.password)
  const passwordHash = await hashPassword(input.password, address)
  const user = await db.transaction(async (tx) => {
    await lockRegistrations(tx)
    const role = await roleOfNewMember(tx, input.setupToken, firstAdmin)
    if (!isOpen && role === 'user') throw new HttpError(403, 'sign_up_closed', 'errors.signUpClosed')
    if (await emailIsTaken(tx, input.email)) throw conflict('email_taken', 'errors.emailTaken')
    const row = await insertWithHandle(tx, {
      email: input.email,
      passwordHash,
      firstName: input.firstName || null,
      lastName: input.lastName || null,
      role,
    })
    await recordEvent(tx, { eventType: 'member_registered', userId: row.id, metadata: { role } })
    return row
  })
  if (user.role === 'super_admin') firstAdmin.gate.close()
  return user
}

async function roleOfNewMember(
  tx: Executor,
  setupToken: string | undefined,
  { fromThisMachine, gate }: { fromThisMachine: boolean; gate: FirstAdmin },
): Promise<'super_admin' | 'user'> {
  const open = !(await superAdminExists(tx))
  if (setupToken !== undefined && !(open && gate.accepts(setupToken))) throw forbidden('errors.setupUsed')
  return open && (fromThisMachine || setupToken !== undefined) ? 'super_admin' : 'user'
}

async function insertWithHandle(
  tx: Executor,
  user: Omit<Parameters<typeof insertUser>[1], 'handle'>,
): Promise<UserRow> {
  const base = handleBase(user.firstName, user.lastName)
  for (let attempt = 0; attempt < 10; attempt++) {
    const free = base !== null && attempt < 5 ? await findFreeHandle(tx, base) : undefined
    const row = await insertUser(tx, { ...user, handle: free ?? randomHandle(base) })
    if (row) return row
  }
  throw new Error('no free handle in ten attempts')
}
