import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listUsers, listSuggested } from '#shared/follows.ts'
import { users } from '#server/features/users/schema.ts'
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
const describe = async (member: TestClient, profile: object) => {
  expect((await member.put('/api/auth/profile', profile)).status).toBe(200)
}
const deactivate = (member: TestClient) =>
  server.database.db.update(users).set({ isActive: false }).where(eq(users.id, member.user.id))
const persons = (body: unknown) => listUsers.response.parse(body)
const ids = (body: unknown) => persons(body).map(({ id }) => id)

async function pages(client: TestClient, first: string): Promise<string[]> {
  const seen: string[] = []
  for await (const page of client.pages(first)) seen.push(...ids(page))
  return seen
}

async function suggestedTo(member: TestClient): Promise<string[]> {
  const answer = await member.get('/api/users/suggested?limit=100')
  expect(answer.status).toBe(200)
  return listSuggested.response.parse(answer.body).map(({ id }) => id)
}

test('followers and followed are listed, the latest first, by cursor', async () => {
  const [star, ...fans] = await Promise.all(Array.from({ length: 5 }, () => server.member()))
  if (!star) throw new Error('no star')
  for (const fan of fans) {
    await follow(fan, star)
    await follow(star, fan)
  }
  const latestFirst = fans.map(({ user }) => user.id).toReversed()
  expect(await pages(server.client(), `/api/users/${star.user.id}/followers?limit=3`)).toEqual(latestFirst)
  expect(await pages(server.client(), `/api/users/${star.user.id}/following?limit=3`)).toEqual(latestFirst)
})

test('each list says whom its reader follows, and hides the inactive', async () => {
  const [star, friend, stranger, gone] = [
    await server.member(),
    await server.member(),
    await server.member(),
    await server.member(),
  ]
  for (const fan of [friend, stranger, gone]) await follow(fan, star)
  await follow(star, friend)
  await deactivate(gone)
  const path = `/api/users/${star.user.id}/followers`
  const seenBy = async (client: TestClient) =>
    persons((await client.get(path)).body).map(({ id, viewer }) => [id, viewer.isFollowing])
  expect(await seenBy(star)).toEqual([
    [stranger.user.id, false],
    [friend.user.id, true],
  ])
  expect(await seenBy(server.client())).toEqual([
    [stranger.user.id, false],
    [friend.user.id, false],
  ])
})

test('the lists of a member who is not there are not there', async () => {
  const gone = await server.member()
  await deactivate(gone)
  for (const id of [gone.user.id, randomUUID(), '42'])
    for (const list of ['followers', 'following'])
      expect((await server.client().get(`/api/users/${id}/${list}`)).status).toBe(404)
})

test('people are listed by region, tag and language, the most followed first', async () => {
  const mark = randomUUID().slice(0, 8)
  const crowd = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  const [known, plain, other, fan] = crowd
  if (!known || !plain || !other || !fan) throw new Error('nobody')
  const profile = { heritageRegion: 'Afro-Pacific', collaborationTags: [`tag-${mark}`], languages: [mark] }
  for (const member of [plain, known]) await describe(member, profile)
  await describe(other, { ...profile, heritageRegion: 'Caribbean' })
  await follow(fan, known)
  const found = (query: string) => pages(fan, `/api/users?limit=1&${query}`)
  expect(await found(`tag=TAG-${mark}&region=Afro-Pacific`)).toEqual([known.user.id, plain.user.id])
  expect(await found(`language=${mark}&region=Caribbean`)).toEqual([other.user.id])
  expect((await found(`tag=tag-${mark}`)).length).toBe(3)
  expect(await found(`tag=none-${mark}`)).toEqual([])
})

test('all people can be paged through without a repeat', async () => {
  const all = await pages(server.client(), '/api/users?limit=7')
  expect(new Set(all).size).toBe(all.length)
  expect(all).toContain(server.admin.user.id)
})

test.each(['x', 'W10', 'WyItMSIsIjAxOTBhMGEwLTAwMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMCJd'])(
  'the forged cursor %s is refused',
  async (cursor) => {
    const of = `/api/users/${server.admin.user.id}/followers`
    for (const path of ['/api/users', of])
      expect((await server.client().get(`${path}?cursor=${cursor}`)).status, path).toBe(400)
  },
)

test('a follower count that no database knows is a forged cursor', async () => {
  const cursor = Buffer.from(JSON.stringify(['9999999999', randomUUID()])).toString('base64url')
  expect((await server.client().get(`/api/users?cursor=${cursor}`)).status).toBe(400)
})

test('a member without a word about itself is shown the most followed', async () => {
  const alone = await startTestApp()
  onTestFinished(() => alone.close())
  const [newcomer, known, unknown] = [await alone.member(), await alone.member(), await alone.member()]
  await follow(unknown, known)
  const answer = await newcomer.get('/api/users/suggested')
  expect(ids(answer.body)).toEqual([known.user.id, unknown.user.id, alone.admin.user.id])
  expect((await newcomer.get('/api/users/suggested?limit=1')).body).toHaveLength(1)
})

test('shared heritage comes before fame, and the closer the higher', async () => {
  const mark = randomUUID().slice(0, 8)
  const [me, near, close, famous] = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  if (!me || !near || !close || !famous) throw new Error('nobody')
  const tags = ['film', 'dance', 'poetry'].map((tag) => `${tag}-${mark}`)
  await describe(me, { heritageRegion: 'Afro-Asian', languages: [mark], collaborationTags: tags })
  await describe(near, { collaborationTags: tags.slice(0, 1) })
  await describe(close, { heritageRegion: 'Afro-Asian', languages: [mark], collaborationTags: tags })
  for (const fan of await Promise.all(Array.from({ length: 3 }, () => server.member())))
    await follow(fan, famous)
  const suggested = await suggestedTo(me)
  expect(suggested.indexOf(close.user.id)).toBe(0)
  expect(suggested.indexOf(near.user.id)).toBe(1)
  expect(suggested.indexOf(famous.user.id)).toBeGreaterThan(1)
})

test('whom those one follows follow is suggested, oneself and those one follows are not', async () => {
  const [me, friend, secondDegree, gone] = await Promise.all(Array.from({ length: 4 }, () => server.member()))
  if (!me || !friend || !secondDegree || !gone) throw new Error('nobody')
  await follow(me, friend)
  for (const followed of [secondDegree, gone, me]) await follow(friend, followed)
  await deactivate(gone)
  const suggested = await suggestedTo(me)
  expect(suggested[0]).toBe(secondDegree.user.id)
  for (const { user } of [me, friend, gone]) expect(suggested).not.toContain(user.id)
})

test('persons are found by ids, in their order', async () => {
  const [ada, ben, gone] = [await server.member(), await server.member(), await server.member()]
  await follow(ada, ben)
  await deactivate(gone)
  const { db } = server.database
  const wanted = [gone.user.id, ben.user.id, randomUUID(), ada.user.id]
  const found = await listUserSummariesByIds(db, wanted, ada.user)
  expect(found.map(({ id, viewer }) => [id, viewer.isFollowing])).toEqual([
    [ben.user.id, true],
    [ada.user.id, false],
  ])
  expect(found.map(({ email }) => email)).toEqual([expect.stringContaining('…'), ada.user.email])
  expect(await listUserSummariesByIds(db, [], null)).toEqual([])
})

test('lists never carry an address that is not the reader’s own', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  await follow(ada, ben)
  for (const path of ['/api/users?limit=100', `/api/users/${ben.user.id}/followers`])
    expect(JSON.stringify((await ben.get(path)).body)).not.toContain(ada.user.email)
})

test('lists bring what a row shows, and no bio', async () => {
  const [star, fan] = [await server.member(), await server.member()]
  await describe(fan, { bio: 'A long story', bioMultilingual: { fr: 'Une longue histoire' } })
  await follow(fan, star)
  const { body } = await star.get(`/api/users/${star.user.id}/followers`)
  expect(persons(body)).toMatchObject([{ id: fan.user.id, handle: fan.user.handle, followersCount: 0 }])
  expect(JSON.stringify(body)).not.toContain('stor')
})

test('suggestions are limited a member', async () => {
  const narrow = await startTestApp({ rates: { suggestedPeople: { points: 1, seconds: 600 } } })
  onTestFinished(() => narrow.close())
  const [ada, ben] = [await narrow.member(), await narrow.member()]
  const ask = async (client: TestClient) => (await client.get('/api/users/suggested')).status
  expect([await ask(ada), await ask(ada), await ask(ben)]).toEqual([200, 429, 200])
})

test('an `@` finds members by the beginning of handle or name: followed ones first, then by handle', async () => {
  const [writer, byName, byHandle, followed, gone] = await Promise.all(
    Array.from({ length: 5 }, () => server.member()),
  )
  if (!writer || !byName || !byHandle || !followed || !gone) throw new Error('no members')
  await describe(byName, { firstName: 'Zúlema', lastName: 'Mensah' })
  await describe(byHandle, { handle: 'zulekha_9' })
  await describe(followed, { firstName: 'Kofi', lastName: 'Zulu' })
  await describe(gone, { handle: 'zulgone' })
  await deactivate(gone)
  // A name that is followed more often still comes after a handle.
  await follow(byHandle, byName)
  await follow(writer, followed)
  const found = async (client: TestClient, typed: string) =>
    ids((await client.get(`/api/users?mention=${encodeURIComponent(typed)}`)).body)

  expect(await found(writer, 'zul')).toEqual([followed.user.id, byHandle.user.id, byName.user.id])
  expect((await found(server.client(), 'zúl'))[0]).toEqual(byHandle.user.id)
  expect(await found(writer, '@zulekha_9')).toEqual([byHandle.user.id])
  expect(await found(writer, 'zulekha_8')).toEqual([])
  for (const nothing of ['', '@', "'", '%']) expect(await found(writer, nothing)).toEqual([])
  expect(ids((await writer.get('/api/users?mention=zul&limit=1')).body)).toHaveLength(1)
  expect((await writer.get(`/api/users?mention=${'z'.repeat(41)}`)).status).toBe(400)
})
