import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post } from '#shared/community/posts.ts'
import { PAGES } from '#shared/pages.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { canonicalAddress } from './canonical-address.ts'

let server: TestApp
let visitor: TestClient
let owner: TestClient
let member: TestClient
beforeAll(async () => {
  server = await startTestApp()
  visitor = server.client()
  owner = await server.member()
  member = await server.member()
})
afterAll(() => server.close())

const ID = '0198c1d2-0001-7000-8000-00000000abcd'

test.each([
  ['/contact/', '/contact'],
  ['/About', '/about'],
  ['/CREATOR', '/creator'],
  ['/creator/Videos/Upload//', '/creator/videos/upload'],
  ['/creator/dashboard/', '/creator/dashboard'],
  ['/search/?q=%E1%BB%8Cj%C3%A0%20Oba&kind=Posts', '/search?q=%E1%BB%8Cj%C3%A0%20Oba&kind=Posts'],
  [`/Stream/${ID}/?t=1`, `/stream/${ID}?t=1`],
  [`/stream/${ID.toUpperCase()}`, `/stream/${ID}`],
  [`/STREAM/${ID}/Broadcast`, `/stream/${ID}/broadcast`],
  [`/stream-old/${ID}/`, `/stream-old/${ID}`],
  [`/profile/${ID.toUpperCase()}/`, `/profile/${ID}`],
  [`/embed/${ID.toUpperCase()}`, `/embed/${ID}`],
  [`/Embed/Stream/${ID}/`, `/embed/stream/${ID}`],
])('%s leads to the one address of its page', async (path, to) => {
  const { status, headers } = await visitor.get(path)
  expect([status, headers.get('location')]).toEqual([308, to])
})

test('every page has one address, in which it is served', () => {
  for (const { path } of PAGES) {
    const page = path.replaceAll(/:\w+/g, ID)
    expect(canonicalAddress(page)).toBeUndefined()
    expect(canonicalAddress(`${page.toUpperCase()}/`)?.path).toBe(page)
  }
})

test('a legacy address keeps the query', async () => {
  const { status, headers } = await visitor.get('/creator/dashboard?range=28')
  expect([status, headers.get('location')]).toEqual([302, '/creator?range=28'])
})

test('a page for a role is 404 in every spelling, and redirects only those who have the role', async () => {
  for (const client of [visitor, member]) expect((await client.get('/Admin/')).status).toBe(404)
  const { status, headers } = await server.admin.get('/Admin/Users/?page=2')
  expect([status, headers.get('location')]).toEqual([308, '/admin/users?page=2'])
})

test.each([
  '//contact/',
  '//evil.example/',
  '//evil.example/contact/',
  '/\\evil.example/',
  '/nothing/',
  '/%2Fcontact/',
])('%s leads to no other site', async (path) => {
  // As raw bytes, since a client would normalize the URL.
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  const page = await text(socket)
  expect(page).toMatch(/^HTTP\/1\.1 404/)
  expect(page).not.toMatch(/^location:/im)
})

test.each(['stream', 'stream-old', 'post', 'video', 'profile'])(
  'the page of an unknown %s is there with the status 404, for visitors and members',
  async (kind) => {
    for (const client of [visitor, member])
      for (const id of ['42', ID]) {
        const { status, body } = await client.get(`/${kind}/${id}`)
        expect([kind, id, status]).toEqual([kind, id, 404])
        expect(String(body)).toContain('id="boot"')
      }
  },
)

test('a private stream’s page is 404 for visitors, and there for members and its owner', async () => {
  const { id } = await owner.createStream({ settings: { isPublic: false } })
  for (const page of [`/stream/${id}`, `/stream-old/${id}`, `/stream/${id}/broadcast`]) {
    const statuses = [await visitor.get(page), await member.get(page), await owner.get(page)]
    expect(statuses.map(({ status }) => status)).toEqual([404, 200, 200])
  }
})

test('a deleted post’s page is 404', async () => {
  const { id } = post.parse((await owner.post('/api/posts', { content: 'Soon gone' })).body)
  for (const client of [visitor, member]) expect((await client.get(`/post/${id}`)).status).toBe(200)
  await owner.send('DELETE', `/api/posts/${id}`)
  for (const client of [visitor, member]) expect((await client.get(`/post/${id}`)).status).toBe(404)
})

test('the page of a deactivated member is 404', async () => {
  const leaving = await server.member()
  expect((await member.get(`/profile/${leaving.user.id}`)).status).toBe(200)
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, leaving.user.id))
  for (const client of [visitor, member])
    expect((await client.get(`/profile/${leaving.user.id}`)).status).toBe(404)
})
