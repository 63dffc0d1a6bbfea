import type { Translate } from '#server/http/translations.ts'
import { formatTime } from './format-time.ts'
import type { MailContent } from './layout.ts'
import type { Mail } from './mail.ts'

type Receipt = Extract<Mail, { template: 'receipt' }>

/** Writes the receipt of a payment or of its refund. */
export function composeReceipt(
  receipt: Receipt,
  { site, translate }: { site: { name: string; url: string }; translate: Translate },
): MailContent {
  const { of, message, isOwed, isSandbox, reference, at } = receipt
  const isReceived = of.endsWith('Received')
  const name = receipt.name ?? translate(isReceived ? 'mail.receipt.somebody' : 'mail.receipt.formerCreator')
  const values = { name, site: site.name, amount: receipt.amount }
  const isPayment = of === 'tipSent' || of === 'subscription'
  return {
    subject: translate(`mail.receipt.subject.${of}`, values),
    paragraphs: [
      ...(isSandbox ? [translate('mail.receipt.sandbox')] : []),
      translate(`mail.receipt.text.${of}`, values),
      ...(isOwed ? [translate('mail.receipt.owed', values)] : []),
    ],
    ...(message && { quote: message }),
    action: actionOf(of, site.url, translate),
    notes: [
      translate('mail.receipt.reference', { reference, time: formatTime(at) }),
      ...(isPayment ? [translate('mail.receipt.paidNote', values)] : []),
    ],
  }
}

function actionOf(of: Receipt['of'], url: string, translate: Translate) {
  if (of === 'subscription')
    return { label: translate('mail.receipt.openCreatorPro'), url: `${url}/creator-pro` }
  return of.endsWith('Received')
    ? { label: translate('mail.receipt.openEarnings'), url: `${url}/creator/earnings` }
    : { label: translate('mail.receipt.openJourney'), url: `${url}/journey` }
}
