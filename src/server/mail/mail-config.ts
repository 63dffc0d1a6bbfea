import * as z from 'zod/mini'
import { ConfigError, invalidValue, readValue } from '#server/startup/environment.ts'
import { parseUrl } from '#shared/text/parse-url.ts'

/** The operator's mail server, and the sender of all mail. */
export type MailConfig = {
  smtp: {
    host: string
    port: number
    /** TLS from the first byte; otherwise STARTTLS, where the server offers it. */
    isImplicitTls: boolean
    auth: { user: string; pass: string } | null
  }
  /** `name` is null for the name of the site. */
  from: { name: string | null; address: string }
}

/** Reads `SMTP_URL` and `MAIL_FROM`; null when both are unset. */
export function readMail(env: NodeJS.ProcessEnv): MailConfig | null {
  const url = readValue(env, 'SMTP_URL')
  const from = readValue(env, 'MAIL_FROM')
  if (url === undefined && from === undefined) return null
  if (url === undefined)
    throw new ConfigError(
      'SMTP_URL is missing beside MAIL_FROM: set it to smtps://user:password@host, or unset both.',
    )
  if (from === undefined)
    throw new ConfigError('MAIL_FROM is missing beside SMTP_URL: set it to an e-mail address, or unset both.')
  return { smtp: readSmtp(url), from: readFrom(from) }
}

function readSmtp(value: string): MailConfig['smtp'] {
  const url = parseUrl(value)
  const isPlain = url && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
  if (!isPlain || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !url.username !== !url.password)
    // The value is not in the message: it may include a password.
    throw new ConfigError(
      'SMTP_URL is not understood: set it to smtp://user:password@host:587 or smtps://user:password@host:465.',
    )
  const isImplicitTls = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isImplicitTls ? 465 : 587) : Number(url.port),
    isImplicitTls,
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : null,
  }
}

const address = z.email()

function readFrom(value: string): MailConfig['from'] {
  const [, name, inBrackets] = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(value) ?? []
  const parsed = address.safeParse(inBrackets ?? value)
  if (!parsed.success)
    throw invalidValue('MAIL_FROM', value, 'an e-mail address, such as Our Site <post@example.org>')
  return { name: name || null, address: parsed.data }
}
