import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import type { z } from 'zod/mini'
import { register } from '#shared/auth.ts'
import { createStream as createStreamCall, type Stream, stream, type streamInput } from '#shared/streams.ts'
import { type OwnUser, ownUser } from '#shared/users.ts'

/** Whoever can send requests with a session: a page, a browser context, a request context. */
type Sender = APIRequestContext | Page | BrowserContext

/** A member who signed up, and how it signs in. */
export type SignedUp = { user: OwnUser; email: string; password: string }

/** A signed-in member with a browser of its own. */
export type Member = SignedUp & { context: BrowserContext; page: Page }

/** Registers a member that no other test meets; its session is the sender's from now on. */
export async function signUp(sender: Sender, overrides: { firstName?: string } = {}): Promise<SignedUp> {
  const mark = randomUUID().slice(0, 8)
  const email = `member-${mark}@example.org`
  const password = `password of ${mark}`
  const data = { email, password, firstName: 'Member', lastName: mark, ...overrides }
  const response = await requestOf(sender).post(register.path, { data })
  expect(response.status(), await response.text()).toBe(201)
  return { user: ownUser.parse(await response.json()), email, password }
}

/** Creates a stream of the member, as the create form does. */
export async function createStream(
  sender: Sender,
  overrides: Partial<z.input<typeof streamInput>> = {},
): Promise<Stream> {
  const data = { title: `Stream ${randomUUID().slice(0, 8)}`, category: 'Gaming', ...overrides }
  const response = await requestOf(sender).post(createStreamCall.path, { data })
  expect(response.status(), await response.text()).toBe(201)
  return stream.parse(await response.json())
}

function requestOf(sender: Sender): APIRequestContext {
  return 'request' in sender ? sender.request : sender
}
