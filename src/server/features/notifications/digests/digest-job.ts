import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { enqueueMail } from '#server/mail/mail.ts'
import { recordDigest, listDueUsers } from './queries.ts'

export const sendDigests = defineJob({
  name: 'digests.send',
  payload: noPayload,
  attempts: 6,
  backoffSeconds: [60, 600],
})

const BATCH_SIZE = 200
/** Sorts before every other id. */
const MIN_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Mails digests of unread notifications every morning, to users who have chosen a daily or weekly digest. The next run
 * catches up a missed one.
 */
export const digestHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    sendDigests,
    async (_payload, { signal }) => {
      let after = MIN_ID
      for (;;) {
        const users = await listDueUsers(db, { after, limit: BATCH_SIZE })
        for (const { id: userId, email, language } of users) {
          signal.throwIfAborted()
          await db.transaction(async (tx) => {
            const counts = await recordDigest(tx, userId)
            if (Object.keys(counts).length === 0) return
            await enqueueMail(tx, { to: email, languages: language }, { template: 'digest', userId, counts })
          })
          after = userId
        }
        if (users.length < BATCH_SIZE) return
      }
    },
    { cron: '0 6 * * *' },
  )
