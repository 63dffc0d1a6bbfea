import type { Translate } from '#server/http/translations.ts'
import { formatTime } from './format-time.ts'
import type { MailContent } from './layout.ts'
import type { Mail } from './mail.ts'

type Receipt = Extract<Mail, { template: 'receipt' }>

/** Writes the receipt of a payment or of its refund. */
export function composeReceipt(
  receipt: Receipt,
  { site, t }: { site: { name: string; url: string }; t: Translate },
): MailContent {
  const { of, message, isOwed, isSandbox, reference, at } = receipt
  const isReceived = of.endsWith('Received')
  const name = receipt.name ?? t(isReceived ? 'mail.receipt.somebody' : 'mail.receipt.formerCreator')
  const values = { name, site: site.name, amount: receipt.amount }
  const isPayment = of === 'tipSent' || of === 'subscription'
  return {
    subject: t(`mail.receipt.${of}.subject`, values),
    paragraphs: [
      ...(isSandbox ? [t('mail.receipt.sandbox')] : []),
      t(`mail.receipt.${of}.text`, values),
      ...(isOwed ? [t('mail.receipt.tipReceived.owed', values)] : []),
    ],
    ...(message && { quote: message }),
    action: actionOf(of, site.url, t),
    notes: [
      t('mail.receipt.reference', { reference, time: formatTime(at) }),
      ...(isPayment ? [t('mail.receipt.paidNote', values)] : []),
    ],
  }
}

function actionOf(of: Receipt['of'], url: string, t: Translate) {
  if (of === 'subscription') return { label: t('mail.receipt.openCreatorPro'), url: `${url}/creator-pro` }
  return of.endsWith('Received')
    ? { label: t('mail.receipt.openEarnings'), url: `${url}/creator/earnings` }
    : { label: t('mail.receipt.openJourney'), url: `${url}/journey` }
}
