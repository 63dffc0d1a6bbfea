import type { z } from 'zod/mini'
import type { registration } from '#shared/accounts/auth.ts'
import type { SignUpMode } from '#shared/settings/public-settings.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import { recordEvent } from '#server/logs/queries.ts'
import {
  isEmailTaken,
  findFreeHandle,
  insertUser,
  lockRegistrations,
  hasSuperAdmin,
} from '#server/features/accounts/users/queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { type RateLimits, rateOf } from '#server/http/rates/rate-limits.ts'
import { admitRegistration } from './admit-registration.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { mailLink } from '#server/features/accounts/account-tokens/mail-links.ts'
import type { LinkTokens } from '#server/mail/link-tokens.ts'
import { mailboxKey } from '#server/mail/mailbox-key.ts'
import { createHandleBase, createRandomHandle } from './handle.ts'
import { hashPassword } from './passwords.ts'
import type { FirstAdminSetup } from './first-admin.ts'

/** `isLocal`: the request comes from the server's own machine, which only the operator uses. */
type RegistrationContext = {
  signUp: SignUpMode
  ipAddress: string
  isLocal: boolean
  firstAdmin: FirstAdminSetup
  /** With outgoing mail: the new user is asked to confirm the address. */
  verification: { limits: RateLimits; linkTokens: LinkTokens; languages: string | null } | null
}

/**
 * Creates an account. While there is no super_admin, an account registered from this machine or with the set-up token
 * becomes super_admin, even if sign-up is closed. Throws 409 when the e-mail address has an account, 403 for an invalid
 * set-up token and for somebody who may not open an account, and 422 for a common password.
 */
export async function registerUser(
  db: Db,
  input: z.output<typeof registration>,
  { signUp, ipAddress, isLocal, firstAdmin, verification }: RegistrationContext,
): Promise<UserRow> {
  await refuseCommonPassword('password', input.password)
  const passwordHash = await hashPassword(input.password, ipAddress)
  const mailing = verification && (await tryConsumeVerificationMail(verification, input.email))
  const store = async (tx: Executor) => {
    await lockRegistrations(tx)
    const role = await roleForNewUser(tx, input.setupToken, { isLocal, firstAdmin })
    // Checked first: while sign-up is closed, the response must not reveal which addresses have an account.
    const admission = role === 'user' ? await admitRegistration(tx, signUp, input.invitation) : 'admitted'
    if (await isEmailTaken(tx, input.email)) throw conflict('email_taken', 'errors.emailTaken')
    const row = await insertWithHandle(tx, {
      email: input.email,
      passwordHash,
      firstName: input.firstName || null,
      lastName: input.lastName || null,
      role,
      awaitsApproval: admission === 'waiting',
    })
    await recordEvent(tx, { eventType: 'member_registered', userId: row.id, ipAddress, metadata: { role } })
    await mailing?.mailTo(tx, row)
    return row
  }
  const user = await db.transaction(store).catch(async (error: unknown) => {
    await mailing?.refund()
    throw error
  })
  if (user.role === 'super_admin') firstAdmin.close()
  return user
}

/**
 * Consumes the rate limit for the mail that confirms an address. Returns the functions that send the mail, or refund the
 * limit; null if the limit of the mailbox is exceeded. Called before the transaction, which holds the lock of all
 * registrations and must not wait for a second connection.
 */
async function tryConsumeVerificationMail(
  { limits, linkTokens, languages }: NonNullable<RegistrationContext['verification']>,
  email: string,
): Promise<{ mailTo(tx: Executor, user: UserRow): Promise<void>; refund(): Promise<void> } | null> {
  const [rate, mailbox] = [rateOf('mailsToUnconfirmed'), mailboxKey(email)]
  if (!(await limits.tryConsume(rate, mailbox))) return null
  return {
    mailTo: (tx, user) => mailLink(tx, linkTokens, { user, purpose: 'verify_email', languages }),
    refund: () => limits.refund(rate, mailbox),
  }
}

async function roleForNewUser(
  tx: Executor,
  setupToken: string | undefined,
  { isLocal, firstAdmin }: Pick<RegistrationContext, 'isLocal' | 'firstAdmin'>,
): Promise<'super_admin' | 'user'> {
  const needsSuperAdmin = !(await hasSuperAdmin(tx))
  if (setupToken !== undefined && !(needsSuperAdmin && firstAdmin.accepts(setupToken)))
    throw forbidden('errors.setupUsed')
  return needsSuperAdmin && (isLocal || setupToken !== undefined) ? 'super_admin' : 'user'
}

async function insertWithHandle(
  tx: Executor,
  user: Omit<Parameters<typeof insertUser>[1], 'handle'>,
): Promise<UserRow> {
  const base = createHandleBase(user.firstName, user.lastName)
  for (let attempt = 0; attempt < 10; attempt++) {
    const free = base !== null && attempt < 5 ? await findFreeHandle(tx, base) : undefined
    const row = await insertUser(tx, { ...user, handle: free ?? createRandomHandle(base) })
    if (row) return row
  }
  throw new Error('no free handle in ten attempts')
}
