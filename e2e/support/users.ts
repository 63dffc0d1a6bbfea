import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { type Stream, stream } from '../../src/shared/streams.ts'
import * as verbs from '../../src/server/testing/member-verbs.ts'

/** Whoever can send requests with a session: a page, a browser context, a request context. */
type Sender = APIRequestContext | Page | BrowserContext

/** A signed-in member with a browser of its own. */
export type Member = verbs.SignedUp & { context: BrowserContext; page: Page }

/** Registers a member that no other test meets; its session is the sender's from now on. */
export const signUp = (sender: Sender, overrides?: verbs.Overrides) => verbs.signUp(sendOf(sender), overrides)

/** Creates a stream of the member, as the create form does. */
export const createStream = (sender: Sender, overrides?: verbs.Overrides) =>
  verbs.createStream(sendOf(sender), overrides)

/** How a stream stands for whoever asks. */
export async function readStream({ request }: Page, streamId: string): Promise<Stream> {
  return stream.parse(await (await request.get(`/api/streams/${streamId}`)).json())
}

/** Publishes a post of the member, as the composer does. */
export const createPost = (sender: Sender, overrides?: verbs.Overrides) =>
  verbs.createPost(sendOf(sender), overrides)

function sendOf(sender: Sender): verbs.Send {
  const request = 'request' in sender ? sender.request : sender
  return async (method, path, data) => {
    const response = await request.fetch(path, { method, data })
    return { status: response.status(), body: await response.json() }
  }
}
