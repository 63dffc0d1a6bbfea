import type { Context } from '#server/feature.ts'
import { checkPassword } from '#server/features/accounts/auth/check-password.ts'
import { lockActiveUser } from '#server/features/accounts/auth/queries.ts'
import { findUserById, isEmailTaken } from '#server/features/accounts/users/queries.ts'
import { HttpError, conflict, invalid, unauthorized } from '#server/http/errors.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import type { LinkTokens } from '#server/mail/link-tokens.ts'
import { enqueueMail } from '#server/mail/mail.ts'
import { mailboxKey } from '#server/mail/mailbox-key.ts'
import { mailLink, storeLink } from '#server/features/accounts/account-tokens/mail-links.ts'
import { deleteTokensOf, findNewEmail } from '#server/features/accounts/account-tokens/queries.ts'

type Dependencies = Pick<Context, 'config' | 'db' | 'limits'> & { linkTokens: LinkTokens }
type Requester = { userId: string; ipAddress: string; languages: string | null }

/**
 * Mails a link to the new address of an account, and a notice to the old address. The response does not reveal whether the
 * new address has an account: its owner gets a mail instead. Throws 403 `wrong_credentials` for a wrong password, 409 without
 * outgoing mail, which is needed to verify the address.
 */
export async function changeEmail(
  { config, db, limits, linkTokens }: Dependencies,
  { userId, ipAddress, languages }: Requester,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (!config.mail) throw conflict('conflict', 'errors.noMail')
  const user = await findUserById(db, userId)
  if (!user) throw unauthorized()
  const account = await checkPassword({ db, limits }, { email: user.email, password }, ipAddress)
  if (!account?.passwordHash) throw wrongPassword()
  const { passwordHash } = account
  if (email === user.email) throw invalid([{ path: 'email', key: 'fields.sameEmail' }])
  // Several accounts must not flood one mailbox.
  const mayMailTo = (address: string) => limits.tryConsume(rateOf('mailsToUnconfirmed'), mailboxKey(address))
  const mayMail = await mayMailTo(email)
  // An address that was never confirmed may be a stranger's, too.
  const mayMailOld = user.emailVerifiedAt !== null || (await mayMailTo(user.email))
  await db.transaction(async (tx) => {
    // A reset may have changed the password meanwhile.
    if (!(await lockActiveUser(tx, userId, passwordHash))) throw wrongPassword()
    // Beyond the limit, the link of the earlier mail stays valid.
    if (!mayMail && (await findNewEmail(tx, userId)) === email) return
    // The link of an earlier request is invalid from now on.
    await deleteTokensOf(tx, userId, ['change_email'])
    const to = (address: string) => ({ to: address, languages: user.language ?? languages })
    if (mayMail && !(await isEmailTaken(tx, email)))
      await mailLink(tx, linkTokens, { user, purpose: 'change_email', languages }, email)
    else {
      // The account shows the same change as for a free address.
      await storeLink(tx, linkTokens, { userId, purpose: 'change_email', email })
      if (mayMail) await enqueueMail(tx, to(email), { template: 'emailTaken' })
    }
    if (mayMailOld) await enqueueMail(tx, to(user.email), { template: 'emailChange', email })
  })
}

function wrongPassword(): HttpError {
  const fields = [{ path: 'password', key: 'errors.wrongPassword' } as const]
  return new HttpError(403, 'wrong_credentials', 'errors.wrongPassword', { fields })
}
