import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { createTransport } from 'nodemailer'
import { timeLimit } from '#server/concurrency/time-limit.ts'
import type { MailConfig } from './mail-config.ts'

export type OutgoingMail = {
  id: string
  fromName: string
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** For `List-Unsubscribe` (RFC 8058). */
  unsubscribeUrl?: string
}

/** Sends mails over the operator's mail server. */
export type Mailer = {
  /** Throws `MailRefused` when the server will never accept this mail, and another error when it may do so later. */
  send(mail: OutgoingMail): Promise<void>
}

/** The mail server has refused the recipient or the content for good. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** Silence after which an attempt has failed. */
const TIMEOUT_MS = 20_000
/** An attempt as a whole: a server that sends a byte now and then is never silent. */
const MAX_ATTEMPT_MS = 120_000

/** `tls` is for the certificates of tests, which also shorten `maxAttemptMs`. */
export function createMailer(
  { smtp, from }: MailConfig,
  tls?: ConnectionOptions,
  maxAttemptMs = MAX_ATTEMPT_MS,
): Mailer {
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.isImplicitTls,
    // A password is sent only over TLS, or within this machine.
    requireTLS: smtp.auth !== null && !isLoopback(smtp.host),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails name no file or URL to attach; a mistake must not read one.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(smtp.auth && { auth: smtp.auth }),
    ...(tls && { tls }),
  })
  const domain = from.address.split('@')[1]
  return {
    async send({ id, fromName, unsubscribeUrl, ...mail }) {
      // At its end the connection is closed: a late mail would arrive again with the next attempt.
      const { signal, end } = timeLimit(maxAttemptMs, new AbortController().signal)
      try {
        await transport.sendMail({
          ...mail,
          from: { name: from.name ?? fromName, address: from.address },
          messageId: `<${id}@${domain}>`,
          signal,
          headers: {
            // No out-of-office replies (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
      } catch (error) {
        throw toMailError(signal.aborted ? signal.reason : error)
      } finally {
        end()
      }
    },
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The library's messages contain addresses, and errors are logged: only the codes are kept. */
function toMailError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('the mail was not sent')
  const { command, code, responseCode, permanent } = readDetails(error)
  const reason = [code, command, responseCode].filter(Boolean).join(' ')
  // A wrong sender or password is for the operator to correct, within the time of the attempts.
  const isFinal = permanent === true && (command === 'RCPT TO' || command === 'DATA')
  return isFinal ? new MailRefused(reason) : new Error(`the mail was not sent: ${reason || error.name}`)
}

type Details = { command?: unknown; code?: unknown; responseCode?: unknown; permanent?: unknown }

// Boundary: the library adds these properties to its errors.
const readDetails = (error: Error): Details => error as Details
