import { eq, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { post as postSchema } from '#shared/community/posts.ts'
import { search, type SearchHit } from '#shared/discovery/search.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { toTsQuery } from '#server/db/search-words.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { parseSearchQuery } from './search-query.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { searches: { points: 1000, seconds: 60 } } })
})
afterAll(() => server.close())

async function signUpAs(firstName: string, lastName = ''): Promise<TestClient> {
  const client = server.client()
  await client.signUp({ firstName, lastName })
  return client
}

async function writePost(client: TestClient, content: string): Promise<string> {
  const response = await client.post('/api/posts', { content })
  return postSchema.parse(response.body).id
}

/** Lists a stream that has never been started. */
const ANNOUNCED = { scheduledFor: new Date(Date.now() + 60 * 60 * 1000).toISOString() }

const searchPath = (q: string, rest = '') => `/api/search?q=${encodeURIComponent(q)}${rest}`

async function find(q: string, rest = '', client = server.client()): Promise<SearchHit[]> {
  const response = await client.get(searchPath(q, rest))
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return search.response.parse(response.body)
}

/** First names of users, ids of other hits. */
const labelsOf = (hits: SearchHit[]) =>
  hits.map((hit) =>
    hit.type === 'people'
      ? hit.user.firstName
      : hit.type === 'posts'
        ? hit.post.id
        : hit.type === 'streams'
          ? hit.stream.id
          : hit.video.id,
  )
const firstNames = async (q: string) => labelsOf(await find(q, '&type=people'))

test.each([
  ['Fọlákẹ́', 'folake', 'Yoruba'],
  ['Fọlákẹ́', 'FOLAKÉ', 'Yoruba, other accents'],
  ['Ɗanjuma', 'danjuma', 'Hausa'],
  ['Ɓala', 'bala', 'Hausa'],
  ['Conceição', 'conceicao', 'Portuguese'],
  ['Ɔkɔnɔ', 'okono', 'Akan'],
  ['أَحْمَد', 'احمد', 'Arabic without diacritics'],
  ['ሰላም', 'ሰላም', 'Amharic'],
  ['N’Golo', "n'golo", 'an apostrophe'],
])('%s is found by %s (%s)', async (name, q) => {
  await signUpAs(name)
  expect(await firstNames(q)).toContain(name)
})

test('the last word also matches as a prefix, the others as whole words in any order', async () => {
  await signUpAs('Marisol', 'Quiñones')
  expect(await firstNames('quinones mari')).toEqual(['Marisol'])
  expect(await firstNames('quin mar')).toEqual([])
  expect(await firstNames('marisol q')).toEqual(['Marisol'])
})

test('beside other words a prefix needs three letters, and a shorter last word is ignored', () => {
  const queryOf = (q: string, prefixMatch: 'all' | 'last' = 'last') =>
    new PgDialect().sqlToQuery(toTsQuery(parseSearchQuery(q, prefixMatch).words, prefixMatch)).params[0]
  expect(['zzz w', 'w zzz', 'zzz wax', 'w'].map((q) => queryOf(q))).toEqual([
    "'zzz':*",
    "'w' & 'zzz':*",
    "'zzz' & 'wax':*",
    "'w':*",
  ])
  expect([queryOf('w zzz', 'all'), queryOf('w', 'all'), queryOf('a b', 'all')]).toEqual([
    "'zzz':*",
    "'w':*",
    "'a' & 'b'",
  ])
  expect([queryOf('w a'), queryOf('w zz a')]).toEqual(["'w' & 'a'", "'w' & 'zz' & 'a'"])
  expect([queryOf("N'Djam"), queryOf('hip-h'), queryOf('e-mail wax'), queryOf('q-z')]).toEqual([
    "('djam':* | 'ndjam':*)",
    "('hip':* | 'hiph':*)",
    "('e' & 'mail' | 'email') & 'wax':*",
    "('q' & 'z' | 'qz')",
  ])
})

test('letters of a text without spaces are whole words, of which none is a prefix', () => {
  const queryOf = (q: string) =>
    new PgDialect().sqlToQuery(toTsQuery(parseSearchQuery(q, 'all').words, 'all')).params[0]
  expect(['的', '的 光 時', '时光'].map(queryOf)).toEqual(["'的'", "'的' & '光' & '時'", "'时光'"])
})

test('a search without spaces has any number of letters, one with spaces twelve words', () => {
  const letters = '最美的时光在我们一起度过的那个夏天'
  const words = Array.from({ length: 13 }, (_, index) => `word${index}`)
  const queryOf = (q: string) => parseSearchQuery(q, 'last').words.flat(2)
  expect(queryOf(letters)).toHaveLength(letters.length - 1)
  expect(queryOf(words.join(' '))).toEqual(words.slice(0, 12))
})

test('two short words are whole words, of which none is a prefix', async () => {
  const member = await signUpAs('Brief')
  const both = await writePost(member, 'qj qk')
  await writePost(member, 'qjx qkx')
  await writePost(member, 'qj qkx')
  expect(labelsOf(await find('qj qk', '&type=posts'))).toEqual([both])
  expect(labelsOf(await find('qk qj', '&type=posts'))).toEqual([both])
})

test('one or two letters find posts and streams by the whole word, by prefix only the newest ones', async () => {
  const member = await signUpAs('Laconic')
  const createStream = async (title: string) => (await member.createStream({ title, ...ANNOUNCED })).id
  const oldExact = [await writePost(member, 'qz'), await createStream('Qz')]
  const oldPrefix = [await writePost(member, 'qzarina'), await createStream('Qzarina')]
  const { db } = server.database
  await db.execute(sql`
    insert into posts (id, author_id, content, search)
    select uuidv7(), ${member.user.id}, 'newer', array_to_tsvector('{newer}') from generate_series(1, 2000)`)
  await db.execute(sql`
    insert into streams (id, streamer_id, title, category, search)
    select uuidv7(), ${member.user.id}, 'newer', 'Gaming', array_to_tsvector('{newer}')
    from generate_series(1, 2000)`)
  const newPrefix = [await writePost(member, 'qzinnia'), await createStream('Qzinnia')]

  const found = async (q: string) => labelsOf(await find(q, '&type=posts,streams')).toSorted()
  expect(await found('qz')).toEqual([...oldExact, ...newPrefix].toSorted())
  expect(await found('qza')).toEqual(oldPrefix.toSorted())
})

test('full names come first, then whole words, then prefixes; followers break ties', async () => {
  const [prefixOnly, popular, fullName] = [
    await signUpAs('Zolani'),
    await signUpAs('Zola', 'Dube'),
    await signUpAs('Zola'),
  ]
  const setFollowers = async (client: TestClient, followersCount: number) =>
    server.database.db.update(users).set({ followersCount }).where(eq(users.id, client.user.id))
  await setFollowers(prefixOnly, 900)
  await setFollowers(popular, 500)
  const other = await signUpAs('Zola', 'Adams')
  await setFollowers(other, 50)
  const found = await find('zola', '&type=people')
  expect(found.map((hit) => hit.type === 'people' && hit.user.id)).toEqual(
    [fullName, popular, other, prefixOnly].map(({ user }) => user.id),
  )
})

test('a handle finds its user, with and without the @', async () => {
  const member = await signUpAs('Handled')
  await member.put('/api/auth/profile', { handle: 'drum_maker_of_oyo' })
  expect(await firstNames('@drum_maker_of_oyo')).toEqual(['Handled'])
  expect(await firstNames('drum_maker_of')).toEqual(['Handled'])
})

test('a renamed user is found only by the new name, and e-mail addresses find nothing', async () => {
  const member = await signUpAs('Before')
  await member.put('/api/auth/profile', {
    firstName: 'Afterwards',
    handle: 'afterwards',
    heritageRegion: 'Afro-Latin',
  })
  expect(await firstNames('before')).toEqual([])
  expect(await firstNames('afterwards latin')).toEqual(['Afterwards'])
  const [localPart = ''] = member.user.email.split('@')
  expect(await firstNames(member.user.email)).toEqual([])
  expect(await firstNames(localPart.split('-')[1] ?? '')).toEqual([])
})

test('inactive users are not found, nor are their posts and streams', async () => {
  const member = await signUpAs('Vanishing')
  await writePost(member, 'vanishing words')
  await member.createStream({ title: 'Vanishing stage', ...ANNOUNCED })
  expect(await find('vanishing')).toHaveLength(3)
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, member.user.id))
  expect(await find('vanishing')).toEqual([])
})

test('hits of several types are grouped by type; videos are not searched yet', async () => {
  const member = await signUpAs('Kizomba')
  const postId = await writePost(member, 'Kizomba on Friday')
  const stream = await member.createStream({ title: 'Kizomba basics', ...ANNOUNCED })
  await member.createStream({ title: 'Kizomba in private', settings: { isPublic: false }, ...ANNOUNCED })
  // Neither started nor announced: listed only for its owner.
  await (await signUpAs('Other')).createStream({ title: 'Kizomba to come' })
  expect(labelsOf(await find('kizomba', '', member))).toEqual(['Kizomba', postId, stream.id])
  expect(labelsOf(await find('kizomba', '&type=streams,posts'))).toEqual([postId, stream.id])
  expect(await find('kizomba', '&type=videos')).toEqual([])
})

test('a hit contains the requester’s like or follow', async () => {
  const [author, reader] = [await signUpAs('Griot'), await signUpAs('Reader')]
  const postId = await writePost(author, 'griotology for beginners')
  await reader.post(`/api/posts/${postId}/like`)
  await reader.post(`/api/users/${author.user.id}/follow`)
  expect(await find('griotology', '', reader)).toMatchObject([{ post: { isLiked: true } }])
  expect(await find('griot', '&type=people', reader)).toMatchObject([
    { user: { email: expect.stringContaining('…'), viewer: { isFollowing: true } } },
  ])
})

test('posts are ranked by exact words, likes and age', async () => {
  const member = await signUpAs('Ranker')
  const prefixOnly = await writePost(member, 'tamarinds')
  const older = await writePost(member, 'tamarind, older')
  const liked = await writePost(member, 'tamarind, liked')
  const fresh = await writePost(member, 'tamarind, fresh')
  const { db } = server.database
  const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)
  await db.update(posts).set({ createdAt: monthAgo }).where(eq(posts.id, older))
  await db.update(posts).set({ likesCount: 40 }).where(eq(posts.id, liked))
  expect(labelsOf(await find('tamarind', '&type=posts'))).toEqual([liked, fresh, prefixOnly, older])
})

test('streams are ranked live ones first, then by start time', async () => {
  const [one, two, three] = [await signUpAs('One'), await signUpAs('Two'), await signUpAs('Three')]
  const streamOf = async (client: TestClient) => (await client.createStream({ title: 'Mbalax hour' })).id
  const setLive = (client: TestClient, id: string, isLive: boolean) =>
    client.put(`/api/streams/${id}`, { isLive })
  const [live, ended, later] = [await streamOf(one), await streamOf(two), await streamOf(three)]
  await setLive(one, live, true)
  await setLive(three, later, true)
  await setLive(three, later, false)
  await setLive(two, ended, true)
  await setLive(two, ended, false)
  expect(labelsOf(await find('mbalax', '&type=streams'))).toEqual([live, ended, later])
})

async function allPages(path: string, afterEachPage = async () => {}): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  for await (const page of server.client().pages(path)) {
    hits.push(...search.response.parse(page))
    await afterEachPage()
  }
  return hits
}

test('pages have no gaps or repeats while new posts are written', async () => {
  const member = await signUpAs('Pager')
  const ids: string[] = []
  for (let index = 0; index < 7; index++) ids.push(await writePost(member, `sabar ${index}`))
  const hits = await allPages(searchPath('sabar', '&type=posts&limit=3'), async () => {
    await writePost(member, 'sabars rank lower, so that they would be on a later page')
  })
  expect(labelsOf(hits).toSorted()).toEqual(ids.toSorted())
})

test('a post is found after the clock was set back', async () => {
  const member = await server.member()
  const { id } = await member.createPost({ content: 'Quilombo clockwork' })
  const anHourAgo = Date.now() - 60 * 60 * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: anHourAgo })
  onTestFinished(() => void vi.useRealTimers())
  const { body } = await server.client().get('/api/search?q=clockwork&type=posts')
  expect(body).toMatchObject([{ post: { id } }])
})

test('a hashtag finds only posts with that tag, the newest first, page by page', async () => {
  const member = await signUpAs('Tagger')
  const ids: string[] = []
  for (let index = 0; index < 5; index++) ids.push(await writePost(member, `Number ${index} #KreyòlPoetry`))
  await writePost(member, 'kreyolpoetry as a plain word')
  expect(labelsOf(await allPages(searchPath('#kreyolpoetry', '&type=posts&limit=2')))).toEqual(
    ids.toReversed(),
  )
  expect(labelsOf(await find('#KREYÒLPOETRY'))).toEqual(ids.toReversed())
  expect(await find('kreyolpoetry', '&type=posts')).toHaveLength(6)
})

test.each(["'; drop table users; --", "a' | 'b", '!!!', '&', ':*', '\\', "folake':* | 'x", '#', '@', '%'])(
  'characters of query languages are not interpreted: %s',
  async (q) => {
    expect((await server.client().get(searchPath(q))).status).toBe(200)
  },
)

test('invalid search parameters are refused', async () => {
  const client = server.client()
  for (const path of [
    '/api/search',
    searchPath(' '),
    searchPath('x'.repeat(201)),
    searchPath('x', '&type=people,secrets'),
    searchPath('x', '&limit=1000'),
  ])
    expect(await client.get(path), path).toMatchObject({ status: 400, body: { code: 'invalid' } })
})

test('a malformed cursor is refused, a well-formed forged one is harmless', async () => {
  const forge = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const id = '0b9b8f4e-3a1c-4f0e-9a55-000000000000'
  const now = new Date().toISOString()
  for (const parts of [[], ['x', '1', id], [now, 'NaN', id], [now, '1', 'x'], [now, 1, id], { now }, 'x'])
    expect(
      await server.client().get(searchPath('x', `&type=posts&cursor=${forge(parts)}`)),
      JSON.stringify(parts),
    ).toMatchObject({ status: 400, body: { fields: [{ path: 'cursor' }] } })
  const forged = forge([now, '-999999999999999', id])
  expect(await find('x', `&type=posts&cursor=${forged}`)).toEqual([])
  // Several types at once have no second page.
  for (const types of ['', '&type=posts,people'])
    expect(await server.client().get(searchPath('x', `${types}&cursor=${forged}`))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'cursor' }] },
    })
})

test('a search that exceeds its statement timeout is cancelled', async () => {
  const response = await server.database.db.transaction(async (tx) => {
    // Every search waits for this transaction.
    await tx.execute(sql`lock table users in access exclusive mode`)
    return server.client().get('/api/search?q=wax')
  })
  expect(response).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(response.headers.get('retry-after')).toBe('5')
  expect((await server.client().get('/api/search?q=wax')).status).toBe(200)
})

test('searches are rate-limited per user and per address', async () => {
  const strictApp = await startTestApp({ rates: { searches: { points: 3, seconds: 60 } } })
  try {
    const [member, visitor] = [await strictApp.member(), strictApp.client()]
    for (let index = 0; index < 3; index++) expect((await member.get(searchPath('x'))).status).toBe(200)
    expect(await member.get(searchPath('x'))).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await visitor.get(searchPath('x'))).status).toBe(200)
  } finally {
    await strictApp.close()
  }
})

test('rows without a search vector are backfilled when the server starts', async () => {
  const first = await startTestApp()
  const member = first.client()
  await member.signUp({ firstName: 'Sankara' })
  await member.post('/api/posts', { content: 'Sankara writes' })
  await member.createStream({ title: 'Sankara live', ...ANNOUNCED })
  const { db } = first.database
  await db.execute(sql`update users set search = null`)
  await db.execute(sql`update posts set search = null`)
  await db.execute(sql`update streams set search = null`)
  await db.execute(sql`insert into users (id, email, handle)
    select gen_random_uuid(), n || '@example.org', 'old_member_' || n from generate_series(1, 450) n`)
  await first.stop()
  const second = await startTestApp({ database: first.database })
  try {
    await expect
      .poll(async () => {
        const { rows } = await db.execute(sql`
          select (select count(*) from users where search is null) + (select count(*) from posts where search is null)
            + (select count(*) from streams where search is null) as missing`)
        return rows
      })
      .toEqual([{ missing: '0' }])
    const found = search.response.parse((await second.client().get(searchPath('sankara'))).body)
    expect(found.map(({ type }) => type)).toEqual(['people', 'posts', 'streams'])
  } finally {
    await second.close()
  }
})
