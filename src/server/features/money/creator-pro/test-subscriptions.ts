import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

export const PATH = '/api/creator-pro'
const DAY_MS = 24 * 60 * 60 * 1000

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** Creates a subscription that nobody has approved; returns the provider's id. */
export async function startSubscription(member: TestClient): Promise<string> {
  const created = await member.post(PATH)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return z.object({ subscriptionId: z.string() }).parse(created.body).subscriptionId
}

/** Approves a subscription of the sandbox as its subscriber does on the checkout page. */
export async function approveInSandbox(server: TestApp, member: TestClient, id: string): Promise<void> {
  const approval = server.app.context.payments?.approval
  if (approval?.kind !== 'form') throw new Error('the provider of this test has no form')
  expect(await approval.approve(id, member.user.id)).toBe(true)
}

export async function isPremium(member: TestClient): Promise<boolean> {
  const { body } = await member.get('/api/auth/user')
  return z.object({ isPremium: z.boolean() }).parse(body).isPremium
}
