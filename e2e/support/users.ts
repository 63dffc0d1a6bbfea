import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { type Stream, stream } from '../../src/shared/live/streams.ts'
import * as verbs from '../../src/server/testing/user-actions.ts'

/** Sends requests with the cookies of a session. */
type Sender = APIRequestContext | Page | BrowserContext

/** A signed-in user with a separate browser context. */
export type Member = verbs.SignedUp & { context: BrowserContext; page: Page }

/** Registers a new user and signs the sender in as this user. */
export const signUp = (sender: Sender, overrides?: verbs.Overrides) =>
  verbs.signUp(sendFunctionOf(sender), overrides)

/** Creates a stream of the sender's user with the request of the create form. */
export const createStream = (sender: Sender, overrides?: verbs.Overrides) =>
  verbs.createStream(sendFunctionOf(sender), overrides)

/** Fetches a stream as the page's user sees it. */
export async function fetchStream({ request }: Page, streamId: string): Promise<Stream> {
  return stream.parse(await (await request.get(`/api/streams/${streamId}`)).json())
}

/** Publishes a post of the sender's user with the request of the composer. */
export const createPost = (sender: Sender, overrides?: verbs.Overrides) =>
  verbs.createPost(sendFunctionOf(sender), overrides)

function sendFunctionOf(sender: Sender): verbs.Send {
  const request = 'request' in sender ? sender.request : sender
  return async (method, path, data) => {
    const response = await request.fetch(path, { method, data })
    return { status: response.status(), body: await response.json() }
  }
}
