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
  const { kind, message, isOwed, isSandbox, isUnconfirmed, reference, at } = receipt
  const name = receipt.name ?? translate(`mail.receipt.${unnamed(receipt)}`)
  const values = { name, site: site.name, amount: receipt.amount }
  const isPayment = kind === 'tipSent' || kind === 'subscription'
  return {
    subject: translate(`mail.receipt.subject.${kind}`, values),
    paragraphs: [
      ...(isSandbox ? [translate('mail.receipt.sandbox')] : []),
      ...(isUnconfirmed ? [translate('mail.receipt.unconfirmed', values)] : []),
      translate(`mail.receipt.text.${kind}`, values),
      ...(isOwed ? [translate('mail.receipt.owed', values)] : []),
    ],
    ...(message && { quote: message }),
    action: actionOf(kind, site.url, translate),
    notes: [
      translate('mail.receipt.reference', { reference, time: formatTime(at) }),
      ...(isPayment ? [translate('mail.receipt.paidNote', values)] : []),
    ],
  }
}

/** Returns the key of the text that stands for a payer or payee without a known name. */
function unnamed({ kind, isUnconfirmed }: Receipt) {
  if (isUnconfirmed) return kind === 'tipReceived' ? 'memberFirst' : 'member'
  return kind.endsWith('Received') ? 'somebody' : 'formerCreator'
}

function actionOf(kind: Receipt['kind'], url: string, translate: Translate) {
  if (kind === 'subscription')
    return { label: translate('mail.receipt.openCreatorPro'), url: `${url}/creator-pro` }
  return kind.endsWith('Received')
    ? { label: translate('mail.receipt.openEarnings'), url: `${url}/creator/earnings` }
    : { label: translate('mail.receipt.openJourney'), url: `${url}/journey?tab=payments` }
}
