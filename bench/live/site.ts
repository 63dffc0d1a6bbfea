import { type APIRequestContext, request } from '@playwright/test'
import type { Stream } from '#shared/live/streams.ts'
import { createStream, signUp } from '../../e2e/support/users.ts'
import { startBuiltApp } from '../process/app.ts'

/** The built app as `npm start` runs it, with its own folder, database and ports, and a user who streams. */
export type Site = {
  url: string
  /** The last lines of its log. */
  logTail(): string
  member: APIRequestContext
  addStream(): Promise<Stream>
  /** Updates a stream of `member`. */
  change(stream: Stream, changes: object): Promise<void>
  close(): Promise<void>
}

const LOG_TAIL_LINES = 12

export async function openSite(): Promise<Site> {
  const app = await startBuiltApp({ LOG_LEVEL: 'warn' })
  const member = await request.newContext({ baseURL: app.url })
  const close = async () => {
    await member.dispose()
    await app.remove()
  }
  try {
    await signUp(member)
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: app.url,
    logTail: () => app.log.split('\n').slice(-LOG_TAIL_LINES).join('\n'),
    member,
    addStream: () => createStream(member, { title: 'The bench' }),
    async change({ id }, changes) {
      const response = await member.put(`/api/streams/${id}`, { data: changes })
      if (!response.ok()) throw new Error(`a stream was not changed: ${await response.text()}`)
    },
    close,
  }
}
