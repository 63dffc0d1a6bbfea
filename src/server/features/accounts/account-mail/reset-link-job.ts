import * as z from 'zod/mini'
import type { WorkerContext } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob } from '#server/jobs/job.ts'
import { LinkTokens } from '#server/mail/link-tokens.ts'
import { mailLink } from '#server/features/accounts/account-tokens/mail-links.ts'
import { findActiveByEmail } from './queries.ts'

/** The seed of the link's token makes a repeated job mail nothing. */
const payload = z.object({ email: z.string(), languages: z.nullable(z.string()), seed: z.string() })

/**
 * Mails a link for a new password, if the address has an account. This is a job so that the request does the same work
 * and takes the same time for every address.
 */
export const mailResetLink = defineJob({
  name: 'passwords.forgotten',
  payload,
  attempts: 6,
  backoffSeconds: [1, 10, 60, 300],
})

export function resetLinkHandler({ db, secrets }: Pick<WorkerContext, 'db' | 'secrets'>): JobHandler {
  const linkTokens = new LinkTokens(secrets.session)
  return handleJob(mailResetLink, async ({ email, languages, seed }) => {
    await db.transaction(async (tx) => {
      const user = await findActiveByEmail(tx, email)
      if (user) await mailLink(tx, linkTokens, { user, purpose: 'reset_password', languages, seed })
    })
  })
}
