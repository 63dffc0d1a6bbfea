import type { Translate } from '#server/http/translations.ts'
import { escapeMarkup } from '#server/http/pages/markup.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import type { Checkout, CheckoutState } from './find-checkout.ts'

const HEAD = /<!--head-->[\s\S]*<!--\/head-->/
const BODY = '<!--checkout-->'

/** The message to the page that opened the checkout; none while the payer can still decide. */
type Outcome = 'approved' | 'cancelled' | 'failed'

type Page = { siteName: string; translate: Translate }
type OpenCheckout = {
  checkout: Checkout
  state: CheckoutState
  provider: PaymentProvider
  isCancelled: boolean
}

/** Returns the document of a checkout. */
export function renderCheckout(document: string, page: Page, open: OpenCheckout): string {
  const { translate } = page
  const { checkout, provider } = open
  const { content, outcome } = contentOf(translate, open)
  const sandbox = provider.movesMoney ? '' : paragraph('sandbox', translate('checkout.sandbox'))
  const attributes = `data-checkout="${escapeMarkup(checkout.providerId)}"${outcome ? ` data-outcome="${outcome}"` : ''}`
  return renderDocument(document, page, `${sandbox}${content}`, attributes)
}

/** Returns the document for a checkout that does not exist, or that cannot be used. */
export function renderNotice(
  document: string,
  page: Page,
  notice: 'missing' | 'off' | { refusal: string; path: string },
): string {
  const { translate } = page
  if (typeof notice === 'object')
    return renderDocument(
      document,
      page,
      `${message(translate('checkout.refused'), notice.refusal)}${link(notice.path, translate('checkout.retry'))}`,
    )
  const texts =
    notice === 'missing'
      ? ([translate('checkout.missing'), translate('checkout.missingWhy')] as const)
      : ([translate('checkout.off'), translate('checkout.offWhy')] as const)
  return renderDocument(document, page, `${message(...texts)}${homeLink(translate)}`)
}

function renderDocument(
  document: string,
  { siteName, translate }: Page,
  content: string,
  attributes = '',
): string {
  const title = `${translate('checkout.title')} · ${siteName}`
  return document
    .replace(HEAD, () => `<title>${escapeMarkup(title)}</title>`)
    .replace(
      BODY,
      () => `<header>${escapeMarkup(siteName)}</header><main class="card" ${attributes}>${content}</main>`,
    )
}

function contentOf(
  translate: Translate,
  { checkout, state, provider, isCancelled }: OpenCheckout,
): { content: string; outcome?: Outcome } {
  if (state.name === 'unavailable') {
    const content = message(translate('checkout.unavailable'), translate('checkout.unavailableWhy'))
    return { content: `${content}${link('', translate('checkout.retry'))}` }
  }
  if (state.name === 'approved')
    return {
      content: `${message(translate('checkout.approved'), translate('checkout.approvedNext'))}${captureForm(translate, checkout)}`,
      outcome: 'approved',
    }
  if (state.name === 'paid')
    return {
      content: `${message(translate('checkout.paid'), translate('checkout.paidNext'))}${homeLink(translate)}`,
      outcome: 'approved',
    }
  if (state.name !== 'open')
    return {
      content: `${message(translate('checkout.ended'), translate('checkout.endedWhy'))}${homeLink(translate)}`,
      outcome: 'failed',
    }
  if (isCancelled)
    return {
      content: `${message(translate('checkout.cancelled'), translate('checkout.cancelledNext'))}${link('?', translate('checkout.resume'))}`,
      outcome: 'cancelled',
    }
  return {
    content: `${summary(translate, checkout)}${approval(translate, checkout, provider, state.approveUrl)}`,
  }
}

function summary(translate: Translate, checkout: Checkout): string {
  const { title, currency } = checkout
  const heading =
    checkout.kind === 'tip'
      ? translate('checkout.tip', { name: title })
      : translate('checkout.subscription', { name: title })
  const label = checkout.kind === 'tip' ? translate('checkout.youSend') : translate('checkout.youPay')
  const renewal = checkout.kind === 'tip' ? '' : paragraph('note', translate('checkout.renews'))
  return `<h1>${escapeMarkup(heading)}</h1>
<p class="amount"><span>${escapeMarkup(label)}</span><strong>${amountOf(translate, checkout)} <small>${escapeMarkup(currency)}</small></strong></p>${renewal}`
}

const amountOf = (translate: Translate, { amountCents }: Checkout) =>
  escapeMarkup(translate('checkout.amount', { amount: amountCents / 100 }))

function approval(
  translate: Translate,
  checkout: Checkout,
  provider: PaymentProvider,
  approveUrl: string | null,
): string {
  const cancel = `<form method="get"><button class="cancel" name="cancelled" value="1">${escapeMarkup(translate('checkout.cancel'))}</button></form>`
  if (provider.approval.kind === 'form') {
    const pay = `${escapeMarkup(translate('checkout.pay'))} ${amountOf(translate, checkout)}`
    return `<form method="post" action="/checkout/${encodeURIComponent(checkout.providerId)}/approve"><button class="pay">${pay}</button></form>${cancel}`
  }
  const kind = checkout.kind === 'tip' ? 'order' : 'subscription'
  const script = provider.approval.scriptUrl(kind, checkout.currency)
  // Where the SDK does not run, the provider's page does the same; it cannot be framed.
  const fallback = approveUrl === null ? '' : link(approveUrl, translate('checkout.providerPage'), '_blank')
  return `<div id="buttons" data-kind="${kind}" data-script="${escapeMarkup(script)}" data-error="${escapeMarkup(translate('checkout.scriptFailed'))}"><p role="status" hidden>${escapeMarkup(translate('checkout.loading'))}</p></div>${fallback}${cancel}`
}

/** For a payer who has closed the page that captures the payment. */
const captureForm = (translate: Translate, { providerId, capture }: Checkout) =>
  capture
    ? `<form method="post" action="/checkout/${encodeURIComponent(providerId)}/finish"><button class="pay">${escapeMarkup(translate('checkout.finish'))}</button></form>`
    : homeLink(translate)

const message = (heading: string, text: string) =>
  `<h1>${escapeMarkup(heading)}</h1>${paragraph('text', text)}`

const paragraph = (name: string, text: string) => `<p class="${name}">${escapeMarkup(text)}</p>`

const link = (href: string, label: string, target = '_self') =>
  `<p><a class="link" href="${escapeMarkup(href)}" target="${target}" rel="noopener">${escapeMarkup(label)}</a></p>`

const homeLink = (translate: Translate) => link('/', translate('checkout.home'), '_top')
