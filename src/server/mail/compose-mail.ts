import type { Translate } from '#server/http/translations.ts'
import type { MailContent, MailLink } from './layout.ts'
import { composeReceipt } from './compose-receipt.ts'
import { formatTime } from './format-time.ts'
import type { Mail } from './mail.ts'

type Site = { name: string; url: string }

type Composition = {
  site: Site
  /** Translates into the recipient's language. */
  t: Translate
  /** Returns the token of a seed. */
  tokenOf: (seed: string) => string
  /** Returns the URL that ends the digests of a user. */
  unsubscribeUrlOf: (userId: string) => string
}

/** Writes a mail in the language of its recipient. */
export function composeMail(mail: Mail, { site, t, tokenOf, unsubscribeUrlOf }: Composition): MailContent {
  const values = { site: site.name }
  const linkTo = (path: string, seed: string) => `${site.url}${path}?token=${tokenOf(seed)}`
  const preferences = { label: t('mail.openPreferences'), url: `${site.url}/preferences` }
  switch (mail.template) {
    case 'resetPassword':
      return {
        subject: t('mail.resetPassword.subject'),
        paragraphs: [t('mail.resetPassword.text', values)],
        action: { label: t('mail.resetPassword.action'), url: linkTo('/auth/reset', mail.seed) },
        notes: [t('mail.resetPassword.note')],
      }
    case 'verifyEmail':
      return {
        subject: t('mail.verifyEmail.subject'),
        paragraphs: [t('mail.verifyEmail.text', values)],
        action: { label: t('mail.verifyEmail.action'), url: linkTo('/auth/verify', mail.seed) },
        notes: [t('mail.verifyEmail.note', values)],
      }
    case 'confirmEmail':
      return {
        subject: t('mail.confirmEmail.subject'),
        paragraphs: [t('mail.confirmEmail.text', values)],
        action: { label: t('mail.confirmEmail.action'), url: linkTo('/auth/verify', mail.seed) },
        notes: [t('mail.confirmEmail.note')],
      }
    case 'emailTaken':
      return {
        subject: t('mail.emailTaken.subject'),
        paragraphs: [t('mail.emailTaken.text', values)],
        notes: [t('mail.emailTaken.note')],
      }
    case 'emailChange':
      return {
        subject: t('mail.emailChange.subject'),
        paragraphs: [t('mail.emailChange.text', { ...values, email: mail.email })],
        action: preferences,
        notes: [t('mail.emailChange.note')],
      }
    case 'newSignIn':
      return {
        subject: t('mail.newSignIn.subject'),
        paragraphs: [
          t('mail.newSignIn.text', values),
          t('mail.newSignIn.details', {
            browser: browserName(mail, t),
            time: formatTime(mail.at),
          }),
        ],
        action: preferences,
        notes: [t('mail.newSignIn.note')],
      }
    case 'approved':
      return {
        subject: t('mail.approved.subject', values),
        paragraphs: [t('mail.approved.text', values)],
        action: { label: t('mail.approved.action'), url: `${site.url}/auth/login` },
        notes: [],
      }
    case 'contact':
      return composeContact(mail, t)
    case 'contactAnswer':
      return {
        subject: t('mail.contactAnswer.subject', { subject: mail.subject }),
        paragraphs: [mail.answer, t('mail.contactAnswer.quote')],
        quote: mail.message,
        notes: [t('mail.contactAnswer.note', values)],
        replyTo: mail.replyTo,
      }
    case 'receipt':
      return composeReceipt(mail, { site, translate: t })
    case 'digest':
      return composeDigest(mail, unsubscribeUrlOf(mail.userId), preferences, { site, t })
    default:
      throw mail satisfies never
  }
}

function browserName({ browser, system }: Extract<Mail, { template: 'newSignIn' }>, t: Translate): string {
  if (browser && system) return t('mail.newSignIn.browserOn', { browser, system })
  return browser ?? system ?? t('mail.newSignIn.unknownBrowser')
}

function composeContact({ message }: Extract<Mail, { template: 'contact' }>, t: Translate): MailContent {
  const { fullName, email, subject } = message
  return {
    subject: t('mail.contact.subject', { fullName, subject }),
    paragraphs: [t('mail.contact.text', { fullName, email })],
    quote: message.message,
    notes: [t('mail.contact.note')],
    replyTo: email,
  }
}

function composeDigest(
  { counts }: Extract<Mail, { template: 'digest' }>,
  unsubscribeUrl: string,
  preferences: MailLink,
  { site, t }: Pick<Composition, 'site' | 't'>,
): MailContent {
  const lines = {
    mention: t('mail.digest.mention', { count: counts.mention ?? 0 }),
    comment: t('mail.digest.comment', { count: counts.comment ?? 0 }),
    like: t('mail.digest.like', { count: counts.like ?? 0 }),
    follow: t('mail.digest.follow', { count: counts.follow ?? 0 }),
    live: t('mail.digest.live', { count: counts.live ?? 0 }),
    video: t('mail.digest.video', { count: counts.video ?? 0 }),
    recording: t('mail.digest.recording', { count: counts.recording ?? 0 }),
    tip: t('mail.digest.tip', { count: counts.tip ?? 0 }),
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    subject: t('mail.digest.subject', { count: total, site: site.name }),
    paragraphs: Object.values(lines).filter((line) => line !== ''),
    action: { label: t('mail.digest.action'), url: `${site.url}/activity` },
    notes: [t('mail.digest.note')],
    noteLink: preferences,
    unsubscribeUrl,
  }
}
