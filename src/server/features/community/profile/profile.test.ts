import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CurrentUser, currentUser } from '#shared/accounts/users.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const update = (member: TestClient, body: unknown) => member.put('/api/auth/profile', body)
const currentProfile = async (member: TestClient): Promise<CurrentUser> =>
  currentUser.parse((await member.get('/api/auth/user')).body)

const fullProfile = {
  firstName: 'Fọlákẹ́',
  lastName: 'Adéyẹmí',
  bio: 'Weaver and teacher.\nCloth is a way of writing things down.',
  heritageRegion: 'Continental African',
  countryOfOrigin: 'Ìbàdàn, Nigeria',
  languages: ['Yoruba', 'English'],
  collaborationTags: ['fashion', 'education'],
  bioMultilingual: { yo: 'Alásọ àti olùkọ́.', en: 'Weaver and teacher.' },
}

test('a profile is stored as sent, and everyone sees it', async () => {
  const member = await server.member()
  const response = await update(member, fullProfile)
  expect(response).toMatchObject({ status: 200, body: { ...fullProfile, email: member.user.email } })
  expect(await currentProfile(member)).toMatchObject(fullProfile)
  const publicProfile = (await server.client().get(`/api/users/${member.user.id}`)).body
  expect(publicProfile).toMatchObject(fullProfile)
  expect(JSON.stringify(publicProfile)).not.toContain(member.user.email)
})

test('omitted fields keep their value, empty ones are cleared', async () => {
  const member = await server.member()
  await update(member, fullProfile)
  await update(member, { bio: '', heritageRegion: '', countryOfOrigin: null, bioMultilingual: { en: ' ' } })
  expect(await currentProfile(member)).toMatchObject({
    ...fullProfile,
    bio: null,
    heritageRegion: null,
    countryOfOrigin: null,
    bioMultilingual: {},
  })
  expect((await update(member, {})).status).toBe(200)
  expect(await currentProfile(member)).toMatchObject({
    firstName: fullProfile.firstName,
    languages: fullProfile.languages,
  })
})

test('fields that a user may not set are ignored', async () => {
  const member = await server.member()
  const before = await currentProfile(member)
  const forbidden = {
    id: server.admin.user.id,
    email: 'else@example.org',
    role: 'super_admin',
    isActive: false,
    isPremium: true,
    followersCount: 1000,
    followingCount: 1000,
    totalViews: 1000,
    streamsCount: 1000,
    paypalCustomerId: 'free',
    paypalSubscriptionId: 'free',
    profileImageUrl: 'https://elsewhere.example/face.png',
    passwordHash: 'known',
    lastLoginAt: null,
    createdAt: '2000-01-01T00:00:00.000Z',
  }
  const response = await update(member, { ...forbidden, bio: 'Only this.' })
  expect(response).toMatchObject({ status: 200 })
  expect(await currentProfile(member)).toEqual({
    ...before,
    bio: 'Only this.',
    updatedAt: expect.any(String),
  })
})

test('null clears lists and multilingual bios, as it clears a text', async () => {
  const member = await server.member()
  await update(member, fullProfile)
  const cleared = { languages: null, collaborationTags: null, bioMultilingual: null, bio: null }
  expect((await update(member, cleared)).status).toBe(200)
  expect(await currentProfile(member)).toMatchObject({
    languages: [],
    collaborationTags: [],
    bioMultilingual: {},
    bio: null,
  })
})

test('lists drop duplicates, and tags drop their leading #', async () => {
  const member = await server.member()
  await update(member, {
    languages: ['Igbo', ' igbo ', 'Krio'],
    collaborationTags: ['#film', 'Film', '# dance', 'spoken-word'],
  })
  expect(await currentProfile(member)).toMatchObject({
    languages: ['Igbo', 'Krio'],
    collaborationTags: ['film', 'dance', 'spoken-word'],
  })
})

test('a bio in Jamaican Patois is stored under its language tag', async () => {
  const member = await server.member()
  await update(member, { bioMultilingual: { jm: 'Wah gwaan.', ht: 'Sak pase.' } })
  expect((await currentProfile(member)).bioMultilingual).toEqual({ jam: 'Wah gwaan.', ht: 'Sak pase.' })
})

test('one language under both of its codes is refused as ambiguous', async () => {
  const member = await server.member()
  const bioMultilingual = { jm: 'Wah gwaan.', jam: 'Likkle more.' }
  expect(await member.put('/api/auth/profile', { bioMultilingual })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'bioMultilingual' }] },
  })
  expect((await currentProfile(member)).bioMultilingual).toEqual({})
})

test('control characters and bidirectional overrides are removed', async () => {
  const member = await server.member()
  await update(member, { firstName: 'A\u202Emara\u0007', bio: 'One\u2066\ntwo\u0000' })
  expect(await currentProfile(member)).toMatchObject({ firstName: 'Amara', bio: 'One\ntwo' })
})

const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag-${index}`)

test.each([
  ['10,000 tags', { collaborationTags: tags(10_000) }, 'collaborationTags'],
  ['31 tags', { collaborationTags: tags(31) }, 'collaborationTags'],
  ['21 languages', { languages: tags(21) }, 'languages'],
  ['a tag of 41 letters', { collaborationTags: ['x'.repeat(41)] }, 'collaborationTags.0'],
  ['a tag that is only a #', { collaborationTags: ['#'] }, 'collaborationTags.0'],
  ['an empty language', { languages: [' '] }, 'languages.0'],
  ['a name of 101 letters', { firstName: 'x'.repeat(101) }, 'firstName'],
  ['a bio of 1,001 letters', { bio: 'x'.repeat(1001) }, 'bio'],
  ['a bio in an unknown language', { bioMultilingual: { xx: 'Hello.' } }, 'bioMultilingual.xx'],
  ['a bio of 1,001 letters in Yoruba', { bioMultilingual: { yo: 'x'.repeat(1001) } }, 'bioMultilingual.yo'],
  ['an unknown region', { heritageRegion: 'Atlantis' }, 'heritageRegion'],
  ['a number for a name', { firstName: 42 }, 'firstName'],
  ['a handle with a space', { handle: 'a b' }, 'handle'],
  ['a handle of one letter', { handle: 'a' }, 'handle'],
])('%s is refused, and nothing is stored', async (_, invalid, path) => {
  const member = await server.member()
  const before = await currentProfile(member)
  const response = await update(member, { lastName: 'Changed', ...invalid })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path }] } })
  expect(await currentProfile(member)).toEqual(before)
})

test('keys of Object.prototype are not languages', async () => {
  const member = await server.member()
  const response = await update(member, '{"bioMultilingual":{"__proto__":"x","constructor":"x"}}')
  expect(response.status).toBe(400)
})

test('a handle is unique regardless of case', async () => {
  const [ada, ben] = [await server.member(), await server.member()]
  const handle = `ada_${ada.user.id.slice(-6)}`
  expect((await update(ada, { handle: `@${handle.toUpperCase()}` })).body).toMatchObject({ handle })
  const refused = await update(ben, { handle, bio: 'Lost with it.' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'handle_taken', fields: [{ path: 'handle' }] } })
  expect((await currentProfile(ben)).bio).toBeNull()
  expect((await update(ada, { handle })).status).toBe(200)
})

test('a user is found by the new name and by unchanged fields', async () => {
  const member = await server.member()
  await update(member, fullProfile)
  await update(member, { lastName: 'Ọ̀ṣun' })
  const found = async (word: string) => {
    const rows = await server.database.db
      .select({ id: users.id })
      .from(users)
      .where(sql`${eq(users.id, member.user.id)} and ${users.search} @@ ${word}::tsquery`)
    return rows.length === 1
  }
  for (const word of ['folake', 'osun', 'yoruba', 'fashion', 'ibadan'])
    expect(await found(word), word).toBe(true)
  expect(await found('adeyemi')).toBe(false)
})
