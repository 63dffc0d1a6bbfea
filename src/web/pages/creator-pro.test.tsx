import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CreatorPro, CreatorProPayment } from '#shared/money/creator-pro.ts'
import { pageUser } from '#web/api/page-user.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { CreatorProPage } from './creator-pro.tsx'

const offer: CreatorPro = {
  status: 'none',
  price: '5.00',
  currency: 'USD',
  interval: 'month',
  intervalCount: 1,
  renewsAt: null,
  endsAt: null,
  isSandbox: true,
  isOffered: true,
  reason: null,
}
const active = { ...offer, status: 'active', renewsAt: '2026-12-21T12:00:00.000Z' } as const
const payment: CreatorProPayment = {
  id: '01900000-0000-7000-8000-000000000001',
  amount: '5.00',
  currency: 'USD',
  status: 'completed',
  isSandbox: true,
  paidAt: '2026-11-21T12:00:00.000Z',
}

/** What the checkout page says after the payer has approved. */
const APPROVED = { type: 'checkout', orderId: 'I-1', outcome: 'approved' }

const created = (checkout = 'frame') =>
  Response.json(
    { subscriptionId: 'I-1', approveUrl: 'http://site.test/checkout/I-1', checkout },
    { status: 201 },
  )

type Handlers = Parameters<typeof stubCalls>[0]

/** A fake of the frame's window: no frames are loaded in tests. */
// Boundary: only its identity is used.
const frameWindow = new EventTarget() as Window

beforeEach(() => {
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frameWindow)
})
afterEach(() => pageUser.set({ user: null }))

/** The page of a member; `state` may be changed later. */
function show(state: CreatorPro, handlers: Handlers = {}, { isPremium = false } = {}) {
  const server = TestSocketServer.listen()
  const user = testCurrentUser(1, { isPremium })
  pageUser.set({ user })
  const site: { state: CreatorPro; payments: CreatorProPayment[] } = { state, payments: [] }
  const { seen } = stubCalls({
    'GET /api/creator-pro': () => Response.json(site.state),
    'GET /api/creator-pro/payments': () => Response.json(site.payments),
    ...handlers,
  })
  render(
    <DataTestProvider>
      <CreatorProPage />
      <Toaster />
    </DataTestProvider>,
  )
  act(() => server.accept())
  const hear = () => act(() => server.sendMessage({ type: 'account_changed', userId: user.id }))
  return { site, seen, hear }
}

test('the page says what Creator Pro gives and costs, and that no money moves', async () => {
  show(offer)
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeTruthy()
  expect(screen.getByText('$5.00')).toBeTruthy()
  expect(screen.getByText('a month')).toBeTruthy()
  expect(screen.getByText('Sandbox: no money moves')).toBeTruthy()
  const benefits = within(screen.getByRole('region', { name: 'What you get' }))
  expect(benefits.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '100 GB of storage',
    'Longer analytics',
    'Scheduled publishing',
    'Your own chat emoji',
    'A badge',
    'Support the site',
  ])
})

test('an approved checkout is checked at the server, and shows the new state', async () => {
  const { seen, site } = show(offer, {
    'POST /api/creator-pro': () => created(),
    'POST /api/creator-pro/refresh': () => Response.json((site.state = active)),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  const frame = await screen.findByTitle('Payment')
  expect(frame.getAttribute('src')).toBe('/checkout/I-1')
  announce(APPROVED)
  expect(await screen.findByText('Welcome to Creator Pro')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByText('The next payment of $5.00 is due on December 21, 2026.')).toBeTruthy()
  expect(refreshesIn(seen)).toHaveLength(1)
})

test.each([
  ['another site', { origin: 'https://other.test' }],
  ['another window', { source: window }],
  ['the checkout of another subscription', { data: { ...APPROVED, orderId: 'ANOTHER' } }],
  ['a page that says something else', { data: 'approved' }],
])('a message of %s is ignored', async (_who, from) => {
  const { seen } = show(offer, {
    'POST /api/creator-pro': () => created(),
    'POST /api/creator-pro/refresh': () => Response.json(active),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  await screen.findByTitle('Payment')
  announce(APPROVED, from)
  expect(screen.queryByRole('dialog')).toBeTruthy()
  expect(seen).not.toContain('POST /api/creator-pro/refresh')
  announce(APPROVED)
  await waitFor(() => expect(seen).toContain('POST /api/creator-pro/refresh'))
})

test('an approval in another tab is received', async () => {
  const { seen } = show(offer, {
    'POST /api/creator-pro': () => created(),
    'POST /api/creator-pro/refresh': () => Response.json(active),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  await screen.findByTitle('Payment')
  const tab = new BroadcastChannel('checkout')
  tab.postMessage(APPROVED)
  await waitFor(() => expect(seen).toContain('POST /api/creator-pro/refresh'))
  expect(screen.queryByRole('dialog')).toBeNull()
  tab.close()
})

test('a cancelled checkout changes nothing', async () => {
  const { seen } = show(offer, {
    'POST /api/creator-pro': () => created(),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  await screen.findByTitle('Payment')
  announce({ type: 'checkout', orderId: 'I-1', outcome: 'cancelled' })
  expect(await screen.findByText('Nothing was paid')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeTruthy()
  expect(seen).not.toContain('POST /api/creator-pro/refresh')
})

test('a failed checkout says so, and changes nothing', async () => {
  const { seen } = show(offer, { 'POST /api/creator-pro': () => created() })
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  await screen.findByTitle('Payment')
  announce({ type: 'checkout', orderId: 'I-1', outcome: 'failed' })
  expect(await screen.findByText("The payment didn't work")).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(refreshesIn(seen)).toEqual([])
})

test('a checkout that cannot be framed opens in a tab of its own, and can be confirmed by hand', async () => {
  const { site, seen } = show(offer, {
    'POST /api/creator-pro': () => {
      site.state = { ...offer, status: 'pending' }
      return created('window')
    },
    'POST /api/creator-pro/refresh': () => Response.json(site.state),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  const link = await screen.findByRole('link', { name: 'Open the payment' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/checkout/I-1', '_blank'])
  expect(document.querySelector('iframe')).toBeNull()
  const confirm = screen.getByRole('button', { name: "I've approved it" })
  fireEvent.click(confirm)
  expect(await screen.findByText(/^The payment isn't approved yet\./)).toBeTruthy()
  site.state = active
  fireEvent.click(confirm)
  expect(await screen.findByText('Welcome to Creator Pro')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(refreshesIn(seen)).toHaveLength(2)
})

test('a refused subscription says why', async () => {
  show(offer, {
    'POST /api/creator-pro': () =>
      errorResponse(409, { code: 'already_subscribed', message: 'You have Creator Pro already.' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByText("Subscribing didn't work")).toBeTruthy()
  expect(screen.getByText('You have Creator Pro already.')).toBeTruthy()
})

test('cancelling is confirmed, with the day until which Creator Pro stays', async () => {
  const { seen } = show(active, {
    'DELETE /api/creator-pro': () =>
      Response.json({ ...active, status: 'cancelled', renewsAt: null, endsAt: active.renewsAt }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Cancel Creator Pro?' })
  expect(dialog.textContent).toContain('You keep Creator Pro until December 21, 2026.')
  expect(seen).not.toContain('DELETE /api/creator-pro')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))
  expect(await screen.findByText(/You keep Creator Pro until December 21, 2026; after that/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
})

test('a cancellation that does not reach the provider leaves the dialog open', async () => {
  show(active, { 'DELETE /api/creator-pro': () => errorResponse(503, { code: 'unavailable' }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  fireEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel subscription' }),
  )
  expect(await screen.findByText("Your subscription isn't cancelled")).toBeTruthy()
  expect(screen.getByRole('alertdialog')).toBeTruthy()
})

test.each([
  [
    'grace',
    { status: 'grace', endsAt: '2026-11-30T12:00:00.000Z' },
    /You keep Creator Pro until November 30, 2026/,
    ['Check again', 'Cancel subscription'],
  ],
  ['suspended', { status: 'suspended' }, /Its renewal isn't paid/, ['Check again', 'Cancel subscription']],
  [
    'pending',
    { status: 'pending' },
    /Nothing is charged until you approve it/,
    ['Continue to payment', 'Check again', "Don't subscribe"],
  ],
  ['switched off', { isOffered: false, price: null, reason: 'payments_off' }, /can't take payments/, []],
  [
    'without a plan',
    { isOffered: false, price: null, reason: 'plan_missing' },
    /no plan to subscribe to/,
    [],
  ],
  ['unreachable', { isOffered: false, price: null, reason: 'unavailable' }, /Try again in a moment/, []],
] as const)(
  'a subscription that is %s says so, and what can be done',
  async (_name, state, text, buttons) => {
    show({ ...offer, ...state })
    expect(await screen.findByText(text)).toBeTruthy()
    const names = screen.queryAllByRole('button').map(({ textContent }) => textContent)
    expect(names.filter((name) => name !== '')).toEqual(buttons)
  },
)

test('a renewal elsewhere shows on the open page, with its payment', async () => {
  const { site, hear } = show({ ...offer, status: 'grace', endsAt: '2026-11-30T12:00:00.000Z' })
  await screen.findByText("The last renewal hasn't been paid")
  site.state = active
  site.payments = [payment, { ...payment, id: '01900000-0000-7000-8000-000000000000', status: 'failed' }]
  hear()
  expect(await screen.findByText('You have Creator Pro. Thank you.')).toBeTruthy()
  const list = await screen.findByRole('region', { name: 'Your payments' })
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['November 21, 2026$5.00 Completed', 'November 21, 2026$5.00 Failed']),
  )
})

test('a member who has Creator Pro without a subscription is not asked to buy it', async () => {
  show(offer, {}, { isPremium: true })
  expect(await screen.findByText('You have Creator Pro. Thank you.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
})

test('a state that does not load can be loaded again', async () => {
  let fails = true
  show(offer, {
    'GET /api/creator-pro': () => (fails ? errorResponse(500, {}) : Response.json(offer)),
  })
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  fails = false
  fireEvent.click(retry)
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeTruthy()
})

const refreshesIn = (seen: string[]) => seen.filter((call) => call === 'POST /api/creator-pro/refresh')

/** Sends what the checkout page sends, twice before the page renders again; `from` overrides where it comes from. */
function announce(data: object, from: Partial<MessageEventInit> = {}): void {
  const message = { data, origin: location.origin, source: frameWindow, ...from }
  act(() => {
    for (let times = 0; times < 2; times++) dispatchEvent(new MessageEvent('message', message))
  })
}
