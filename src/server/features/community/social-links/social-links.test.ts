import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SocialLink, listSocialLinks, socialLink } from '#shared/community/social-links.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PATH = '/api/creator/social-links'
const valid = { platform: 'instagram', url: 'https://instagram.example/folake' }
const addLink = async (member: TestClient, overrides: object = {}): Promise<SocialLink> => {
  const response = await member.post(PATH, { ...valid, ...overrides })
  expect(response.status).toBe(201)
  return socialLink.parse(response.body)
}
const ownLinks = async (member: TestClient) => listSocialLinks.response.parse((await member.get(PATH)).body)
const publicLinks = async (member: TestClient) =>
  listSocialLinks.response.parse(
    (await server.client().get(`/api/users/${member.user.id}/social-links`)).body,
  )

test('links are added, changed and deleted', async () => {
  const member = await server.member()
  const first = await addLink(member, { displayName: ' The loom ' })
  expect(first).toMatchObject({
    ...valid,
    creatorId: member.user.id,
    displayName: 'The loom',
    isPublic: true,
  })
  const second = await addLink(member, { platform: 'website', displayName: '', isPublic: false })
  expect(second).toMatchObject({ displayName: null, isPublic: false })
  expect(await ownLinks(member)).toEqual([first, second])
  expect(await publicLinks(member)).toEqual([first])

  const url = 'http://example.org/?a=1#b'
  const changed = await member.put(`${PATH}/${second.id}`, {
    platform: 'other',
    url,
    displayName: 'B',
    isPublic: true,
  })
  expect(changed).toMatchObject({ status: 200, body: { platform: 'other', url, displayName: 'B' } })
  expect((await publicLinks(member)).map(({ id }) => id)).toEqual([first.id, second.id])

  expect((await member.send('DELETE', `${PATH}/${first.id}`)).body).toEqual({ id: first.id })
  expect((await ownLinks(member)).map(({ id }) => id)).toEqual([second.id])
  expect((await member.send('DELETE', `${PATH}/${first.id}`)).status).toBe(404)
})

test('an update keeps omitted fields: a hidden link stays hidden', async () => {
  const member = await server.member()
  const { id, url } = await addLink(member, { displayName: 'The loom', isPublic: false })
  const response = await member.put(`${PATH}/${id}`, { platform: 'tiktok' })
  expect(response.body).toMatchObject({ platform: 'tiktok', url, displayName: 'The loom', isPublic: false })
  expect((await member.put(`${PATH}/${id}`, {})).status).toBe(200)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.org',
  '//example.org',
  'example.org',
  'https://',
  '',
  `https://example.org/${'x'.repeat(2000)}`,
])('the URL %s is refused when creating and when updating', async (url) => {
  const member = await server.member()
  const link = await addLink(member)
  for (const response of [
    await member.post(PATH, { ...valid, url }),
    await member.put(`${PATH}/${link.id}`, { url }),
  ])
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path: 'url' }] } })
  expect(await ownLinks(member)).toEqual([link])
})

test('an override in a URL is stored as an escape', async () => {
  const { url } = await addLink(await server.member(), { url: 'https://x.org/a\u202Eb' })
  expect(url).toBe('https://x.org/a%E2%80%AEb')
})

test.each([
  [{ platform: 'myspace' }, 'platform'],
  [{ url: undefined }, 'url'],
  [{ displayName: 'x'.repeat(101) }, 'displayName'],
  [{ isPublic: 'yes' }, 'isPublic'],
])('%j is invalid', async (invalid, path) => {
  const member = await server.member()
  const response = await member.post(PATH, { ...valid, ...invalid })
  expect(response).toMatchObject({ status: 400, body: { fields: [{ path }] } })
})

test('a user has at most 20 links, also when they are added concurrently', async () => {
  const member = await server.member()
  const responses = await Promise.all(Array.from({ length: 25 }, () => member.post(PATH, valid)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect(statuses.filter((status) => status === 422)).toHaveLength(5)
  expect(await ownLinks(member)).toHaveLength(20)
})

test('another user’s link cannot be changed, and a hidden one is not found', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const [open, hidden] = [await addLink(member), await addLink(member, { isPublic: false })]
  for (const [{ id }, status] of [
    [open, 403],
    [hidden, 404],
    [{ id: randomUUID() }, 404],
    [{ id: '42' }, 404],
  ] as const) {
    expect((await other.put(`${PATH}/${id}`, { url: 'https://example.org/mine' })).status).toBe(status)
    expect((await other.send('DELETE', `${PATH}/${id}`)).status).toBe(status)
  }
  expect(await ownLinks(member)).toEqual([open, hidden])
  expect(await ownLinks(other)).toEqual([])
})

test('the links of an inactive or unknown user are not found', async () => {
  const inactive = await server.member()
  await addLink(inactive)
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, inactive.user.id))
  for (const id of [inactive.user.id, randomUUID(), '42'])
    expect((await server.client().get(`/api/users/${id}/social-links`)).status).toBe(404)
})

test('the owner of a link is always the current user', async () => {
  const [member, other] = [await server.member(), await server.member()]
  expect(await addLink(member, { creatorId: other.user.id })).toMatchObject({ creatorId: member.user.id })
})
