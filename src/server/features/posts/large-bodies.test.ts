import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { largePosts: { points: 2, seconds: 600 } } })
})
afterAll(() => server.close())

test('posts that are far too large are counted before they are read, and others still go', async () => {
  const member = await server.member()
  const large = { content: 'a'.repeat(2_000_000) }
  for (const status of [400, 400, 429, 429])
    expect((await member.post('/api/posts', large)).status).toBe(status)
  expect((await member.post('/api/posts', { content: 'Nta rirarenga' })).status).toBe(201)
})
