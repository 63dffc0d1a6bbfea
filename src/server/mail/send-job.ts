import type { ConnectionOptions } from 'node:tls'
import type { Logger } from 'pino'
import { unsubscribe } from '#shared/notifications/digests.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/executor.ts'
import { type RateLimits, rateOf } from '#server/http/rates/rate-limits.ts'
import type { Translations } from '#server/http/translations.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineService } from '#server/services.ts'
import { hasMailingProcess } from '#server/nodes/queries.ts'
import type { Settings } from '#server/settings/settings.ts'
import { composeMail } from './compose-mail.ts'
import { renderHtml, renderText } from './layout.ts'
import { LinkTokens } from './link-tokens.ts'
import { type MailJob, sendMail } from './mail.ts'
import { mailboxKey } from './mailbox-key.ts'
import { MailRefused, type OutgoingMail, createMailer } from './mailer.ts'
import { UnsubscribeTokens } from './unsubscribe-tokens.ts'

export type MailDependencies = {
  db: Db
  config: Pick<Config, 'env' | 'mail' | 'publicUrl'>
  log: Logger
  limits: RateLimits
  settings: Settings
  translations: Translations
  secrets: { session: string }
  mailTls?: ConnectionOptions | undefined
}

/** Accepts the certificates of the mail servers of tests. */
export const mailTlsService = defineService('TLS of mail', (): ConnectionOptions | undefined => undefined)

/**
 * Writes and sends a mail. A process without a mail server leaves it to one that has one; when none has, only the log
 * says that there was a mail.
 */
export function mailHandler(dependencies: MailDependencies): JobHandler {
  const { config, db, limits, log, mailTls } = dependencies
  const mailer = config.mail && createMailer(config.mail, mailTls)
  const write = createWriter(dependencies)
  return handleJob(sendMail, async (job) => {
    const { template } = job.mail
    const { to, until, isRationed = false } = job.recipient
    if (until !== undefined && Date.parse(until) < Date.now())
      return log.warn({ template }, 'a mail was not sent in time')
    const outgoing = write(job)
    if (!mailer) {
      if (await hasMailingProcess(db)) throw new Error('this process has no SMTP_URL, unlike another one')
      // The text may have a link that signs its reader in.
      const shown = config.env === 'development' && { to: outgoing.to, text: outgoing.text }
      return log.info({ template, ...shown }, 'a mail was not sent: SMTP_URL is not set')
    }
    const [rate, mailbox] = [rateOf('mailsToUnconfirmed'), mailboxKey(to)]
    if (isRationed && !(await limits.tryConsume(rate, mailbox)))
      return log.info({ template }, 'a mail was left out: its mailbox got too many')
    await mailer.send(outgoing).catch(async (error: unknown) => {
      if (isRationed) await limits.refund(rate, mailbox)
      // Another attempt would be refused, too.
      if (!(error instanceof MailRefused)) throw error
      log.warn({ template, reason: error.message }, 'a mail was refused')
    })
  })
}

function createWriter({ config, settings, translations, secrets }: MailDependencies) {
  const linkTokens = new LinkTokens(secrets.session)
  const unsubscribeTokens = new UnsubscribeTokens(secrets.session)
  const { origin } = config.publicUrl
  return ({ id, recipient, mail }: MailJob): OutgoingMail => {
    const site = { name: settings.get('general.siteName'), url: origin }
    const content = composeMail(mail, {
      site,
      t: translations.for(null, recipient.languages ?? ''),
      tokenOf: (seed) => linkTokens.fromSeed(seed),
      unsubscribeUrlOf: (userId) => `${origin}${unsubscribe.path}?token=${unsubscribeTokens.create(userId)}`,
    })
    const { subject, replyTo, unsubscribeUrl } = content
    return {
      id,
      fromName: site.name,
      to: recipient.to,
      subject,
      text: renderText(content, site),
      html: renderHtml(content, site),
      ...(replyTo !== undefined && { replyTo }),
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    }
  }
}
