import { expect } from 'vitest'
import * as z from 'zod/mini'
import { type Tip, createTip } from '#shared/money/tips.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

type Order = { amount: string | number; streamerId?: string; streamId?: string | null; message?: string }

/** Creates a member who can receive tips. */
export async function createCreator(server: TestApp): Promise<TestClient> {
  const creator = await server.member()
  await creator.put('/api/creator/payout', { payoutEmail: creator.user.email, payoutCountry: 'US' })
  return creator
}

/** Returns the id of a response's body. */
export const idOf = ({ body }: { body: unknown }): string => z.object({ id: z.string() }).parse(body).id

/** Creates an order that its payer has not approved. */
export async function openOrder(payer: TestClient, order: Order): Promise<{ id: string }> {
  const created = await payer.post('/api/paypal/order', { currency: 'USD', intent: 'CAPTURE', ...order })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return { id: idOf(created) }
}

/** Approves an order of the sandbox as its payer does on the checkout page. */
export async function approveOrder(server: TestApp, payer: TestClient, id: string): Promise<void> {
  const approval = server.app.context.payments?.approval
  if (approval?.kind !== 'form') throw new Error('the provider of this test has no form')
  expect(await approval.approve(id, payer.user.id)).toBe(true)
}

/** Creates, approves and captures an order: it is paid. */
export async function payOrder(server: TestApp, payer: TestClient, order: Order): Promise<{ id: string }> {
  const { id } = await openOrder(payer, order)
  await approveOrder(server, payer, id)
  expect(await payer.post(`/api/paypal/order/${id}/capture`)).toMatchObject({
    status: 200,
    body: { id, status: 'COMPLETED' },
  })
  return { id }
}

/** Pays and records a tip, as the dialog does. */
export async function sendTip(
  server: TestApp,
  payer: TestClient,
  order: Order & { streamerId: string },
): Promise<Tip> {
  const { id: paypalOrderId } = await payOrder(server, payer, order)
  const recorded = await payer.post('/api/tips', { ...order, paypalOrderId })
  expect(recorded.status, JSON.stringify(recorded.body)).toBe(201)
  return createTip.response.parse(recorded.body)
}
