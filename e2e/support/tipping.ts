import { createOrder } from '../../src/shared/money/payments.ts'
import { createTip } from '../../src/shared/money/tips.ts'
import { expect } from '@playwright/test'
import type { Member } from './users.ts'

/** Sets the payout address of a member, without which nobody can tip the member. */
export async function setPayout({ page, user }: Member): Promise<void> {
  const data = { payoutEmail: `tips-${user.id}@example.org`, payoutCountry: 'US' }
  expect((await page.request.put('/api/creator/payout', { data })).status()).toBe(200)
}

type Order = { amount: string; streamerId?: string; streamId?: string | null; message?: string }
type Tip = Order & { streamerId: string }

/** Pays an order in the sandbox with the requests of the tip dialog and of the checkout page. Returns the provider's id. */
export async function payOrder({ page: { request } }: Member, order: Order): Promise<string> {
  const ordered = await request.post(createOrder.path, { data: order })
  const { id } = createOrder.response.parse(await ordered.json())
  const approved = await request.post(`/checkout/${id}/approve`, { form: {} })
  expect(approved.status()).toBe(200)
  expect((await request.post(`/api/paypal/order/${id}/capture`)).status()).toBe(200)
  return id
}

/** Records the tip of an order that the member has paid. */
export async function recordTip(
  { page: { request } }: Member,
  paypalOrderId: string,
  tip: Tip,
): Promise<void> {
  const recorded = await request.post(createTip.path, { data: { ...tip, paypalOrderId } })
  expect(recorded.status()).toBe(201)
}

/** Pays a tip and records it. Returns the provider's id of its order. */
export async function sendTip(payer: Member, tip: Tip): Promise<string> {
  const id = await payOrder(payer, tip)
  await recordTip(payer, id, tip)
  return id
}
