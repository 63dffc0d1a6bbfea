import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdminPayment } from '#shared/operations/admin-payments.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { PaymentsPanel } from './payments-panel.tsx'
import { testPayment } from './test-payments.ts'

beforeEach(() => history.replaceState(null, '', '/admin/payments'))
afterEach(() => history.replaceState(null, '', '/'))

type Handlers = Parameters<typeof stubCalls>[0]
const FINE = { differences: [], isSandbox: true }

function show(payments: AdminPayment[], handlers: Handlers = {}) {
  const calls = stubCalls({
    'GET /api/admin/payments': () => Response.json(payments),
    'GET /api/admin/payments/ledger': () => Response.json(FINE),
    'GET /api/admin/payments/owed': () => Response.json([]),
    ...handlers,
  })
  render(
    <DataTestProvider>
      <PaymentsPanel />
      <Toaster />
    </DataTestProvider>,
  )
  return calls
}

const REFUND = `POST /api/admin/tips/${testPayment(1).tipId}/refund`
const field = (name: RegExp) => screen.getByRole('textbox', { name })
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const openRefund = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Refund $20.00 from Esi Boateng' }))

test('a payment shows its amount, users, status and ids, and that no money moved', async () => {
  show([testPayment(1)])
  expect(await screen.findByText('$20.00')).toBeTruthy()
  for (const text of [
    'Completed',
    'Sandbox: no money moves',
    'Meda wo ase',
    'The platform',
    'ORDER1',
    'CAPTURE1',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Esi Boateng' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ama Mensah' })).toBeTruthy()
  expect(
    screen.getByText('Earnings and ledger are compared every night. No difference was found.'),
  ).toBeTruthy()
})

test.each([
  ['Not paid', { status: 'created', tipId: null, captureId: null }],
  ['Being recorded', { status: 'created', tipId: null }],
  ['Pending', { status: 'pending', tipId: null }],
  ['Failed', { status: 'failed', tipId: null }],
  ['Unclaimed', { status: 'completed', tipId: null, creator: null }],
  ['Refunded', { status: 'refunded', refundedAmount: '20.00' }],
  ['Reversed', { status: 'reversed', refundedAmount: '20.00' }],
] as const)('a payment that is %s cannot be refunded', async (text, overrides) => {
  show([testPayment(1, overrides)])
  await screen.findByRole('link', { name: 'Esi Boateng' })
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull()
})

test('a payment is found by its id', async () => {
  const { seen } = show([testPayment(1)])
  type(await screen.findByRole('searchbox', { name: 'Find by id' }), ' CAPTURE1 ')
  fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  await screen.findByRole('button', { name: 'Show all' })
  expect(location.search).toBe('?q=CAPTURE1')
  expect(seen).toContain('GET /api/admin/payments?view=all&q=CAPTURE1')
})

test('an unknown id shows a message', async () => {
  history.replaceState(null, '', '/admin/payments?q=nothing')
  show([])
  expect(await screen.findByRole('heading', { name: 'No payment has this id' })).toBeTruthy()
})

test('a refund needs an amount that is left, and sends it with the reason', async () => {
  const refunded = testPayment(1, { status: 'completed', refundedAmount: '5.50' })
  const { bodies } = show([testPayment(1)], { [REFUND]: () => Response.json(refunded) })
  await openRefund()
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Refund( \$[\d.]+)?$/ })
  type(field(/^Reason/), 'Sent twice')
  for (const amount of ['20.01', '0', '1e1', '-1', '1.005', '']) {
    type(field(/^Amount/), amount)
    expect(submit().disabled, amount).toBe(true)
    expect(screen.getByText('Use an amount from 0.01 to $20.00.')).toBeTruthy()
  }
  type(field(/^Amount/), '5,5')
  expect(submit().textContent).toBe('Refund $5.50')
  fireEvent.click(submit())
  expect(await screen.findByText('The tip was refunded')).toBeTruthy()
  expect(bodies).toContainEqual({ amount: '5.50', refundedAmount: '0.00', reason: 'Sent twice' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refund needs no reason, and a reason that is too long shows why it is refused', async () => {
  const { bodies } = show([testPayment(1)], { [REFUND]: () => Response.json(testPayment(1)) })
  await openRefund()
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Refund $20.00' })
  type(field(/^Reason/), 'x'.repeat(201))
  expect(screen.getByText('Use at most 200 characters.')).toBeTruthy()
  expect(submit().disabled).toBe(true)
  type(field(/^Reason/), ' ')
  fireEvent.click(submit())
  expect(await screen.findByText('This page shows it once it is made.')).toBeTruthy()
  expect(bodies).toContainEqual({ amount: '20.00', refundedAmount: '0.00' })
})

test('a change by the provider shows when the page gets the focus', async () => {
  const current = { payments: [testPayment(1)] }
  show([], { 'GET /api/admin/payments': () => Response.json(current.payments) })
  await screen.findByText('Completed')
  current.payments = [testPayment(1, { status: 'refunded', refundedAmount: '20.00' })]
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(screen.queryByText('Completed')).toBeNull())
})

test('an order that nobody paid names no account that was paid', async () => {
  show([testPayment(1, { status: 'expired', tipId: null, captureId: null })])
  expect(await screen.findByText('Expired')).toBeTruthy()
  expect(screen.queryByText('Paid to')).toBeNull()
})

test('a refund that the provider refuses tells what to ask the creator, and keeps the form', async () => {
  const message = 'The provider lets only Ama Mensah refund this tip.'
  show([testPayment(1, { isPaidToCreator: true })], {
    [REFUND]: () => errorResponse(422, { code: 'refund_refused', message }),
  })
  await openRefund()
  type(field(/^Reason/), 'Sent twice')
  fireEvent.click(screen.getByRole('button', { name: 'Refund $20.00' }))
  const alert = await within(screen.getByRole('dialog')).findByRole('alert')
  expect(alert.textContent).toBe(`The provider refuses this refund${message}`)
  expect(field(/^Reason/)).toHaveProperty('value', 'Sent twice')
})

test('what is owed is summed by creator and marked as paid', async () => {
  history.replaceState(null, '', '/admin/payments?tab=owed')
  const payment = testPayment(1, { refundedAmount: '8.00' })
  const { seen } = show([payment], {
    'GET /api/admin/payments/owed': () =>
      Response.json([
        { creatorId: payment.creator?.id, creator: payment.creator, amount: '12.00', currency: 'USD' },
      ]),
    [`POST /api/admin/tips/${payment.tipId}/paid-out`]: () =>
      Response.json({ ...payment, paidOutAt: '2026-03-02T08:30:00.000Z' }),
  })
  expect(await screen.findByText('$12.00')).toBeTruthy()
  expect(seen).toContain('GET /api/admin/payments?view=owed')
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as paid: $12.00 to Ama Mensah' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('It moves no money')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Mark as paid' }))
  expect(await screen.findByText('Marked as paid')).toBeTruthy()
})

test('differences between earnings and ledger are shown first', async () => {
  const difference = { id: testPayment(3).id, createdAt: '2026-03-01T01:41:00.000Z', creatorsCount: 2 }
  show([], {
    'GET /api/admin/payments/ledger': () => Response.json({ ...FINE, differences: [difference] }),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('the earnings of 2 creators')
  expect(await screen.findByRole('heading', { name: 'No payments yet' })).toBeTruthy()
})

test('a failure to load shows its message', async () => {
  show([], { 'GET /api/admin/payments': () => errorResponse(503, { message: 'Busy.' }) })
  expect((await screen.findByRole('alert')).textContent).toContain('Busy.')
})
