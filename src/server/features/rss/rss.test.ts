import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { PUBLIC_URL: 'http://wave.example.org' } })
})
afterAll(() => server.close())

test("a reader follows a member's posts, the newest first", async () => {
  const author = await server.member()
  for (const content of ['The first & <b>bold</b>', 'The second\nin two lines'])
    expect((await author.post('/api/posts', { content })).status).toBe(201)
  const answer = await server.client().get(`/profile/${author.user.id}/rss.xml`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('application/rss+xml')
  const document = String(answer.body)
  expect(document.indexOf('The second')).toBeLessThan(document.indexOf('The first'))
  expect(document).toContain('<title>The second in two lines</title>')
  expect(document).toContain('The first &#38; &#60;b&#62;bold')
  expect(document).toMatch(/<link>http:\/\/wave\.example\.org\/post\/[0-9a-f-]+<\/link>/)
  expect(document).not.toContain(author.user.email)
})

test("a profile's page names its feed", async () => {
  const author = await server.member()
  const { body } = await server.client().get(`/profile/${author.user.id}`)
  expect(body).toContain(`type="application/rss+xml" title="Member`)
  expect(body).toContain(`href="/profile/${author.user.id}/rss.xml"`)
})

test('a member who is not there has no feed', async () => {
  for (const id of ['42', crypto.randomUUID()])
    expect((await server.client().get(`/profile/${id}/rss.xml`)).status).toBe(404)
})
