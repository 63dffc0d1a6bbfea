import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listUsers, listSuggested } from '#shared/accounts/follows.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { listUserSummariesByIds } from './queries.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { follows: { points: 10_000, seconds: 600 } } })
})
afterAll(() => server.close())

const follow = (follower: TestClient, followed: TestClient) =>
  follower.post(`/api/users/${followed.user.id}/follow`, { following: true })
const updateProfile = async (member: TestClient, profile: object) => {
  expect((await member.put('/api/auth/profile', profile)).status).toBe(200)
}
const deactivate = (member: TestClient) =>
  server.database.db.update(users).set({ isActive: false }).where(eq(users.id, member.user.id))
const parseUsers = (body: unknown) => listUsers.response.parse(body)
const ids = (body: unknown) => parseUsers(body).map(({ id }) => id)

async function idsOfAllPages(client: TestClient, firstPath: string): Promise<string[]> {
  const all: string[] = []
  for await (const page of client.pages(firstPath)) all.push(...ids(page))
  return all
}

async function suggestedTo(member: TestClient): Promise<string[]> {
  const response = await member.get('/api/users/suggested?limit=100')
  expect(response.status).toBe(200)
  return listSuggested.response.parse(response.body).map(({ id }) => id)
}

test('followers and followed users are listed, the latest first, by cursor', async () => {
  const [star, ...fans] = await Promise.all(Array.from({ length: 5 }, () => server.member()))
  if (!star) throw new Error('no star')
  for (const fan of fans) {
    await follow(fan, star)
    await follow(star, fan)
  }
  const latestFirst = fans.map(({ user }) => user.id).toReversed()
  expect(await idsOfAllPages(server.client(), `/api/users/${star.user.id}/followers?limit=3`)).toEqual(
    latestFirst,
  )
  expect(await idsOfAllPages(server.client(), `/api/users/${star.user.id}/following?limit=3`)).toEqual(
    latestFirst,
  )
})

test('each list states whom its requester follows and omits inactive users', async () => {
  const [star, friend, stranger, inactive] = [
    await server.member(),
    await server.member(),
    await server.member(),
    await server.member(),
  ]
  for (const fan of [friend, stranger, inactive]) await follow(fan, star)
  await follow(star, friend)
  await deactivate(inactive)
  const path = `/api/users/${star.user.id}/followers`
  const followersSeenBy = async (client: TestClient) =>
    parseUsers((await client.get(path)).body).map(({ id, viewer }) => [id, viewer.isFollowing])
  expect(await followersSeenBy(star)).toEqual([
    [stranger.user.id, false],
    [friend.user.id, true],
  ])
  expect(await followersSeenBy(server.client())).toEqual([
    [stranger.user.id, false],
    [friend.user.id, false],
  ])
})

test('the lists of an inactive or unknown user are not found', async () => {
  const inactive = await server.member()
  await deactivate(inactive)
  for (const id of [inactive.user.id, randomUUID(), '42'])
    for (const list of ['followers', 'following'])
      expect((await server.client().get(`/api/users/${id}/${list}`)).status).toBe(404)
})

test('users are listed by region, tag and language, the most followed first', async () => {
  const tag = randomUUID().slice(0, 8)
  const clients = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  const [popular, unfollowed, other, fan] = clients
  if (!popular || !unfollowed || !other || !fan) throw new Error('no clients')
  const profile = { heritageRegion: 'Afro-Pacific', collaborationTags: [`tag-${tag}`], languages: [tag] }
  for (const member of [unfollowed, popular]) await updateProfile(member, profile)
  await updateProfile(other, { ...profile, heritageRegion: 'Caribbean' })
  await follow(fan, popular)
  const found = (query: string) => idsOfAllPages(fan, `/api/users?limit=1&${query}`)
  expect(await found(`tag=TAG-${tag}&region=Afro-Pacific`)).toEqual([popular.user.id, unfollowed.user.id])
  expect(await found(`language=${tag}&region=Caribbean`)).toEqual([other.user.id])
  expect((await found(`tag=tag-${tag}`)).length).toBe(3)
  expect(await found(`tag=none-${tag}`)).toEqual([])
})

test('all users can be paged through without a repeat', async () => {
  const all = await idsOfAllPages(server.client(), '/api/users?limit=7')
  expect(new Set(all).size).toBe(all.length)
  expect(all).toContain(server.admin.user.id)
})

test.each(['x', 'W10', 'WyItMSIsIjAxOTBhMGEwLTAwMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMCJd'])(
  'the forged cursor %s is refused',
  async (cursor) => {
    const followers = `/api/users/${server.admin.user.id}/followers`
    for (const path of ['/api/users', followers])
      expect((await server.client().get(`${path}?cursor=${cursor}`)).status, path).toBe(400)
  },
)

test('a follower count beyond the integer range is a forged cursor', async () => {
  const cursor = Buffer.from(JSON.stringify(['9999999999', randomUUID()])).toString('base64url')
  expect((await server.client().get(`/api/users?cursor=${cursor}`)).status).toBe(400)
})

test('the most followed users are suggested to a user with an empty profile', async () => {
  const emptyApp = await startTestApp()
  onTestFinished(() => emptyApp.close())
  const [newcomer, popular, unfollowed] = [
    await emptyApp.member(),
    await emptyApp.member(),
    await emptyApp.member(),
  ]
  await follow(unfollowed, popular)
  const response = await newcomer.get('/api/users/suggested')
  expect(ids(response.body)).toEqual([popular.user.id, unfollowed.user.id, emptyApp.admin.user.id])
  expect((await newcomer.get('/api/users/suggested?limit=1')).body).toHaveLength(1)
})

test('users with more in common are suggested first, before more followed ones', async () => {
  const tag = randomUUID().slice(0, 8)
  const [member, distant, close, famous] = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  if (!member || !distant || !close || !famous) throw new Error('no clients')
  const tags = ['film', 'dance', 'poetry'].map((tag) => `${tag}-${tag}`)
  await updateProfile(member, { heritageRegion: 'Afro-Asian', languages: [tag], collaborationTags: tags })
  await updateProfile(distant, { collaborationTags: tags.slice(0, 1) })
  await updateProfile(close, { heritageRegion: 'Afro-Asian', languages: [tag], collaborationTags: tags })
  for (const fan of await Promise.all(Array.from({ length: 3 }, () => server.member())))
    await follow(fan, famous)
  const suggested = await suggestedTo(member)
  expect(suggested.indexOf(close.user.id)).toBe(0)
  expect(suggested.indexOf(distant.user.id)).toBe(1)
  expect(suggested.indexOf(famous.user.id)).toBeGreaterThan(1)
})

test('users whom followed users follow are suggested, oneself and followed users are not', async () => {
  const [member, friend, secondDegree, inactive] = await Promise.all(
    Array.from({ length: 4 }, () => server.member()),
  )
  if (!member || !friend || !secondDegree || !inactive) throw new Error('no clients')
  await follow(member, friend)
  for (const followed of [secondDegree, inactive, member]) await follow(friend, followed)
  await deactivate(inactive)
  const suggested = await suggestedTo(member)
  expect(suggested[0]).toBe(secondDegree.user.id)
  for (const { user } of [member, friend, inactive]) expect(suggested).not.toContain(user.id)
})

test('summaries by ids keep the order of the ids', async () => {
  const [ada, ben, inactive] = [await server.member(), await server.member(), await server.member()]
  await follow(ada, ben)
  await deactivate(inactive)
  const { db } = server.database
  const requestedIds = [inactive.user.id, ben.user.id, randomUUID(), ada.user.id]
  const found = await listUserSummariesByIds(db, requestedIds, ada.user)
  expect(found.map(({ id, viewer }) => [id, viewer.isFollowing])).toEqual([
    [ben.user.id, true],
    [ada.user.id, false],
  ])
  expect(found.map(({ email }) => email)).toEqual([expect.stringContaining('…'), ada.user.email])
  expect(await listUserSummariesByIds(db, [], null)).toEqual([])
})

test('lists mask every e-mail address except the requester’s own', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  await follow(ada, ben)
  for (const path of ['/api/users?limit=100', `/api/users/${ben.user.id}/followers`])
    expect(JSON.stringify((await ben.get(path)).body)).not.toContain(ada.user.email)
})

test('lists contain what a row shows, and no bio', async () => {
  const [star, fan] = [await server.member(), await server.member()]
  await updateProfile(fan, { bio: 'A long story', bioMultilingual: { fr: 'Une longue histoire' } })
  await server.database.db.update(users).set({ isPremium: true }).where(eq(users.id, fan.user.id))
  await follow(fan, star)
  const { body } = await star.get(`/api/users/${star.user.id}/followers`)
  const { id, handle } = fan.user
  expect(parseUsers(body)).toMatchObject([{ id, handle, isPremium: true, followersCount: 0 }])
  expect(JSON.stringify(body)).not.toContain('stor')
})

test('suggestions are rate-limited per user', async () => {
  const strictApp = await startTestApp({ rates: { suggestedUsers: { points: 1, seconds: 600 } } })
  onTestFinished(() => strictApp.close())
  const [ada, ben] = [await strictApp.member(), await strictApp.member()]
  const requestStatus = async (client: TestClient) => (await client.get('/api/users/suggested')).status
  expect([await requestStatus(ada), await requestStatus(ada), await requestStatus(ben)]).toEqual([
    200, 429, 200,
  ])
})

test('a mention finds users by prefix of handle or name: followed ones first, then by handle', async () => {
  const [writer, byName, byHandle, followed, inactive] = await Promise.all(
    Array.from({ length: 5 }, () => server.member()),
  )
  if (!writer || !byName || !byHandle || !followed || !inactive) throw new Error('no clients')
  await updateProfile(byName, { firstName: 'Zúlema', lastName: 'Mensah' })
  await updateProfile(byHandle, { handle: 'zulekha_9' })
  await updateProfile(followed, { firstName: 'Kofi', lastName: 'Zulu' })
  await updateProfile(inactive, { handle: 'zulgone' })
  await deactivate(inactive)
  // A handle match comes before a name match with more followers.
  await follow(byHandle, byName)
  await follow(writer, followed)
  const found = async (client: TestClient, prefix: string) =>
    ids((await client.get(`/api/users?mention=${encodeURIComponent(prefix)}`)).body)

  expect(await found(writer, 'zul')).toEqual([followed.user.id, byHandle.user.id, byName.user.id])
  expect((await found(server.client(), 'zúl'))[0]).toEqual(byHandle.user.id)
  expect(await found(writer, '@zulekha_9')).toEqual([byHandle.user.id])
  expect(await found(writer, 'zulekha_8')).toEqual([])
  for (const prefix of ['', '@', "'", '%']) expect(await found(writer, prefix)).toEqual([])
  expect(ids((await writer.get('/api/users?mention=zul&limit=1')).body)).toHaveLength(1)
  expect((await writer.get(`/api/users?mention=${'z'.repeat(41)}`)).status).toBe(400)
})
