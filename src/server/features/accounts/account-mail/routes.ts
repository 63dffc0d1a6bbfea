import * as calls from '#shared/accounts/account-mail.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import type { Mount } from '#server/feature.ts'
import { rememberDevice } from '#server/features/accounts/auth/known-device.ts'
import { presentOwnUser } from '#server/features/accounts/users/present-user.ts'
import { conflict, unauthorized } from '#server/http/errors.ts'
import { languagesOf } from '#server/http/translations.ts'
import { addressKey, rateOf } from '#server/http/rates/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { LinkTokens, newSeed } from '#server/mail/link-tokens.ts'
import { mailboxKey } from '#server/mail/mailbox-key.ts'
import { mailLink } from '#server/features/accounts/account-tokens/mail-links.ts'
import { deleteTokensOf, findNewEmail } from '#server/features/accounts/account-tokens/queries.ts'
import { changeEmail } from './change-email.ts'
import { mailResetLink } from './reset-link-job.ts'
import { resetPassword } from './reset-password.ts'
import { verifyEmail } from './verify-email.ts'

export const mountAccountMail: Mount = (app, { config, db, events, limits, secrets, sockets, service }) => {
  const linkTokens = new LinkTokens(secrets.session)
  const sessionCache = service(sessionCacheService)
  const secure = config.publicUrl.protocol === 'https:'

  route(app, calls.forgotPassword, async ({ body: { email }, request }) => {
    await limits.consume(rateOf('passwordMails'), mailboxKey(email))
    await enqueue(db, mailResetLink, { email, languages: languagesOf(request), seed: newSeed() })
    return { email }
  })

  route(app, calls.resetPassword, async ({ body, request, reply }) => {
    const dependencies = { db, events, sessionCache, sockets }
    const { user, passwordHash } = await resetPassword(dependencies, body, addressKey(request.ip))
    await reply.beginSession(user.id, passwordHash)
    rememberDevice(request, reply, { email: user.email, secure })
    return presentOwnUser(user)
  })

  route(app, calls.verifyEmail, async ({ body, user, request, reply }) => {
    const { userId, email } = await verifyEmail({ db, sessionCache }, body.token)
    // The cookie of known browsers contains a hash of the address.
    if (user?.id === userId) rememberDevice(request, reply, { email, secure })
    return { email }
  })

  route(app, calls.requestVerification, async ({ user, request }) => {
    if (!config.mail) throw conflict('conflict', 'errors.noMail')
    const row = await sessionCache.findUser(user.id)
    if (!row) throw unauthorized()
    const languages = languagesOf(request)
    const isVerified = row.emailVerifiedAt !== null
    if (!isVerified) {
      await limits.consume(rateOf('mailsToUnconfirmed'), mailboxKey(row.email))
      await db.transaction((tx) =>
        mailLink(tx, linkTokens, { user: row, purpose: 'verify_email', languages }),
      )
    }
    return { email: row.email, isVerified }
  })

  route(app, calls.changeEmail, async ({ body, user, request }) => {
    const requester = {
      userId: user.id,
      ipAddress: addressKey(request.ip),
      languages: languagesOf(request),
    }
    await changeEmail({ config, db, limits, linkTokens }, requester, body)
    return { email: body.email }
  })

  route(app, calls.getEmailChange, async ({ user }) => ({ email: await findNewEmail(db, user.id) }))

  route(app, calls.cancelEmailChange, async ({ user }) => {
    await deleteTokensOf(db, user.id, ['change_email'])
    return { email: null }
  })
}
