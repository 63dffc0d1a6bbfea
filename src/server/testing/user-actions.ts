import { randomUUID } from 'node:crypto'
import * as auth from '#shared/accounts/auth.ts'
import * as posts from '#shared/community/posts.ts'
import * as streams from '#shared/live/streams.ts'
import { type CurrentUser, currentUser } from '#shared/accounts/users.ts'

/** Sends a request with a user's session. */
export type Send = (method: string, path: string, body: unknown) => Promise<{ status: number; body: unknown }>

/** Fields that replace the defaults of a request body; tests also send values that no form would. */
export type Overrides = Record<string, unknown>

/** A registered user with the credentials. */
export type SignedUp = { user: CurrentUser; email: string; password: string }

/** Registers a user with unique data; `send` then uses the user's session. */
export async function signUp(
  send: Send,
  overrides: Overrides & { email?: string; password?: string } = {},
): Promise<SignedUp> {
  // Not the prefix of a word that a test searches for.
  const unique = `x${randomUUID().slice(0, 8)}`
  const names = { firstName: 'Member', lastName: unique }
  const account = {
    email: `member-${unique}@example.org`,
    password: `password of ${unique}`,
    ...names,
    ...overrides,
  }
  const user = currentUser.parse(await create(send, auth.register, account))
  return { user, email: account.email, password: account.password }
}

/** Creates a stream of the user, as the form does. */
export async function createStream(send: Send, overrides: Overrides = {}): Promise<streams.Stream> {
  const stream = { title: `Stream ${randomUUID().slice(0, 8)}`, category: 'Gaming', ...overrides }
  return streams.stream.parse(await create(send, streams.createStream, stream))
}

/** Publishes a post of the user, as the composer does. */
export async function createPost(send: Send, overrides: Overrides = {}): Promise<posts.Post> {
  const post = { content: `Post ${randomUUID().slice(0, 8)}`, ...overrides }
  return posts.post.parse(await create(send, posts.createPost, post))
}

async function create(send: Send, call: { method: string; path: string }, body: object): Promise<unknown> {
  const response = await send(call.method, call.path, body)
  if (response.status !== 201)
    throw new Error(`${call.path} returned ${response.status}: ${JSON.stringify(response.body)}`)
  return response.body
}
