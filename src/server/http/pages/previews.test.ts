import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { post } from '#shared/community/posts.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ env: { PUBLIC_URL: 'http://wave.example.org' } })
})
afterAll(() => server.close())

async function fetchPage(path: string): Promise<string> {
  const { body } = await server.client().get(path)
  return String(body)
}

test('the preview of a stream has its title, creator and address', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({ title: 'Sunday stew', description: 'Egusi,\nslow and easy' })
  const head = await fetchPage(`/stream/${id}?from=elsewhere`)
  expect(head).toContain('<title>Sunday stew · Creative Wave</title>')
  expect(head).toContain(`<meta property="og:url" content="http://wave.example.org/stream/${id}">`)
  expect(head).toMatch(/og:description" content="Member \w+ · Gaming · Egusi, slow and easy"/)
  expect(head).toContain('og:image" content="http://wave.example.org/card.png"')
})

test('a title is escaped in the head', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({ title: '"><script>alert(1)</script> $& <!--boot-->' })
  const head = await fetchPage(`/stream/${id}`)
  expect(head).not.toContain('<script>alert')
  expect(head).toContain('&#60;script&#62;alert')
  expect(head.match(/id="boot"/g)).toHaveLength(1)
})

test('a private and a missing stream have the same preview', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({ title: 'For friends', settings: { isPublic: false } })
  for (const path of [`/stream/${id}`, '/stream/42', `/stream/${crypto.randomUUID()}`]) {
    const head = await fetchPage(path)
    expect(head).not.toContain('For friends')
    expect(head).toContain('<title>Creative Wave</title>')
  }
})

test.each([
  '//evil.example/x',
  '///evil.example',
  '/\\evil.example/x',
  '//evil.example%2fx',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
])('the page of %s has no address of another site', async (path) => {
  // As raw bytes, since a client would normalize the URL.
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  const page = await text(socket)
  expect(page).toMatch(/^HTTP\/1\.1 404/)
  expect(page.match(/<meta property="og:url" content="([^"]*)">/)?.[1]).toMatch(
    /^http:\/\/wave\.example\.org\/(%2Fevil\.example|%5cevil\.example)?$/,
  )
  expect(page).not.toMatch(/(content|href)="[^"]*\/\/evil/)
})

test('a long text is cut between characters', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream({ title: 'Long', description: '🎉'.repeat(250) })
  const [, description = ''] =
    /og:description" content="([^"]*)"/.exec(await fetchPage(`/stream/${id}`)) ?? []
  expect([...description]).toHaveLength(200)
  expect(description.endsWith('🎉…')).toBe(true)
})

test('the preview of a post or a profile has its author, and nothing that only members see', async () => {
  const author = await server.member()
  const { body } = await author.post('/api/posts', { content: 'Forty of us, one loom' })
  const { id } = post.parse(body)
  const head = await fetchPage(`/post/${id}`)
  expect(head).toMatch(/og:title" content="A post by Member \w+"/)
  expect(head).toContain('og:description" content="Forty of us, one loom"')
  for (const path of [`/post/${id}`, `/profile/${author.user.id}`])
    expect(await fetchPage(path)).not.toContain(author.user.email)
})

test('a page is sent without a preview that fails to load; for members no preview is loaded', async () => {
  const loadPreview = vi.fn(() => Promise.reject(new Error('no such table')))
  server.app.context.previews.on('/about', loadPreview)
  expect((await server.client().get('/about')).status).toBe(200)
  expect(loadPreview).toHaveBeenCalledTimes(1)
  expect((await server.admin.get('/about')).status).toBe(200)
  expect(loadPreview).toHaveBeenCalledTimes(1)
})
