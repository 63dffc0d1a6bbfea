import { createOrder } from '../../src/shared/payments.ts'
import { createTip } from '../../src/shared/tips.ts'
import { expect } from '@playwright/test'
import type { Member } from './users.ts'

/** Says where the member's tips are paid to: without it nobody can tip. */
export async function setPayout({ page, user }: Member): Promise<void> {
  const data = { payoutEmail: `tips-${user.id}@example.org`, payoutCountry: 'US' }
  expect((await page.request.put('/api/creator/payout', { data })).status()).toBe(200)
}

type Tip = { streamerId: string; streamId: string; amount: string; message?: string }

/** Sends a tip through the sandbox with the requests of the tip dialog and of the checkout page. */
export async function sendTip({ page: { request } }: Member, tip: Tip): Promise<void> {
  const ordered = await request.post(createOrder.path, { data: tip })
  const { id } = createOrder.response.parse(await ordered.json())
  const approved = await request.post(`/checkout/${id}/approve`, { form: {} })
  expect(approved.status()).toBe(200)
  expect((await request.post(`/api/paypal/order/${id}/capture`)).status()).toBe(200)
  const sent = await request.post(createTip.path, { data: { ...tip, paypalOrderId: id } })
  expect(sent.status()).toBe(201)
}
