import { randomUUID } from 'node:crypto'
import * as auth from '#shared/auth.ts'
import * as posts from '#shared/posts.ts'
import * as streams from '#shared/streams.ts'
import { type OwnUser, ownUser } from '#shared/users.ts'

/** Sends a call with somebody's session. */
export type Send = (method: string, path: string, body: unknown) => Promise<{ status: number; body: unknown }>

/** What a form says otherwise; tests also send what no form would. */
export type Overrides = Record<string, unknown>

/** A member who signed up, and how it signs in. */
export type SignedUp = { user: OwnUser; email: string; password: string }

/** Registers a member that no other test meets; its session is the sender's from now on. */
export async function signUp(
  send: Send,
  overrides: Overrides & { email?: string; password?: string } = {},
): Promise<SignedUp> {
  const mark = randomUUID().slice(0, 8)
  const names = { firstName: 'Member', lastName: mark }
  const account = {
    email: `member-${mark}@example.org`,
    password: `password of ${mark}`,
    ...names,
    ...overrides,
  }
  const user = ownUser.parse(await make(send, auth.register, account))
  return { user, email: account.email, password: account.password }
}

/** Creates a stream of the member, as the create form does. */
export async function createStream(send: Send, overrides: Overrides = {}): Promise<streams.Stream> {
  const stream = { title: `Stream ${randomUUID().slice(0, 8)}`, category: 'Gaming', ...overrides }
  return streams.stream.parse(await make(send, streams.createStream, stream))
}

/** Publishes a post of the member, as the composer does. */
export async function createPost(send: Send, overrides: Overrides = {}): Promise<posts.Post> {
  const post = { content: `Post ${randomUUID().slice(0, 8)}`, ...overrides }
  return posts.post.parse(await make(send, posts.createPost, post))
}

async function make(send: Send, call: { method: string; path: string }, body: object): Promise<unknown> {
  const answer = await send(call.method, call.path, body)
  if (answer.status !== 201)
    throw new Error(`${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
