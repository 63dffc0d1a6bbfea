import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/features/accounts/users/schema.ts'
import { chatMessage } from '#shared/live/chat.ts'
import { post } from '#shared/community/posts.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let nameless: TestClient
let handle: string
beforeAll(async () => {
  server = await startTestApp({ env: { PUBLIC_URL: 'http://wave.example.org' } })
  nameless = await server.member()
  handle = nameless.user.handle
  const noName = { firstName: null, lastName: null }
  await server.database.db.update(users).set(noName).where(eq(users.id, nameless.user.id))
})
afterAll(() => server.close())

/** Pages and documents that others read. */
const DOCUMENTS: [string, (client: TestClient) => Promise<string>][] = [
  ['the page of a profile', async ({ user }) => `/profile/${user.id}`],
  ['a feed', async ({ user }) => `/profile/${user.id}/rss.xml`],
  ['the page of a post', async (client) => `/post/${await createPost(client)}`],
  ['the page of a stream', async (client) => `/stream/${(await client.createStream()).id}`],
]

async function createPost(client: TestClient): Promise<string> {
  const { body } = await client.post('/api/posts', { content: 'No name yet' })
  return post.parse(body).id
}

test.each(DOCUMENTS)('a member without a name is shown by the handle: %s', async (_name, prepare) => {
  const { body } = await server.client().get(await prepare(nameless))
  expect(String(body)).toContain(`@${handle}`)
  expect(String(body)).not.toContain('…@')
})

test('a member without a name is quoted by the handle in a chat', async () => {
  const owner = await server.member()
  const { id: streamId } = await owner.createStream()
  const first = await nameless.post('/api/chat/send', { streamId, message: 'Hello' })
  const welcome = { streamId, message: 'Welcome', replyTo: chatMessage.parse(first.body).id }
  const { body: reply } = await owner.post('/api/chat/send', welcome)
  expect(reply).toMatchObject({ replyTo: { name: `@${handle}` } })
  const { body: list } = await owner.get(`/api/streams/${streamId}/chat`)
  expect(JSON.stringify(list)).toContain(`"name":"@${handle}"`)
})
