import { eq, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { post as postSchema } from '#shared/posts.ts'
import { search, type SearchHit } from '#shared/search.ts'
import { posts } from '#server/features/posts/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { wordsQuery } from '#server/db/search-words.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { parseSearchQuery } from './search-query.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { searches: { points: 1000, seconds: 60 } } })
})
afterAll(() => server.close())

async function named(firstName: string, lastName = ''): Promise<TestClient> {
  const client = server.client()
  await client.signUp({ firstName, lastName })
  return client
}

async function writes(client: TestClient, content: string): Promise<string> {
  const answer = await client.post('/api/posts', { content })
  return postSchema.parse(answer.body).id
}

/** Puts a stream on the lists before it was ever started. */
const ANNOUNCED = { scheduledFor: new Date(Date.now() + 60 * 60 * 1000).toISOString() }

const address = (q: string, rest = '') => `/api/search?q=${encodeURIComponent(q)}${rest}`

async function find(q: string, rest = '', client = server.client()): Promise<SearchHit[]> {
  const answer = await client.get(address(q, rest))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return search.response.parse(answer.body)
}

/** Ids, and of people their first names. */
const said = (hits: SearchHit[]) =>
  hits.map((hit) =>
    hit.type === 'people' ? hit.user.firstName : hit.type === 'posts' ? hit.post.id : hit.stream.id,
  )
const people = async (q: string) => said(await find(q, '&type=people'))

test.each([
  ['Fọlákẹ́', 'folake', 'Yoruba'],
  ['Fọlákẹ́', 'FOLAKÉ', 'Yoruba, other accents'],
  ['Ɗanjuma', 'danjuma', 'Hausa'],
  ['Ɓala', 'bala', 'Hausa'],
  ['Conceição', 'conceicao', 'Portuguese'],
  ['Ɔkɔnɔ', 'okono', 'Akan'],
  ['أَحْمَد', 'احمد', 'Arabic without its signs'],
  ['ሰላም', 'ሰላም', 'Amharic'],
  ['N’Golo', "n'golo", 'an apostrophe'],
])('%s is found by %s (%s)', async (name, q) => {
  await named(name)
  expect(await people(q)).toContain(name)
})

test('the last word may be the beginning of one; the others stand as they are, in any order', async () => {
  await named('Marisol', 'Quiñones')
  expect(await people('quinones mari')).toEqual(['Marisol'])
  expect(await people('quin mar')).toEqual([])
  expect(await people('marisol q')).toEqual(['Marisol'])
})

test('beside other words a beginning has three letters, and a shorter last word is not looked up', () => {
  const wordsOf = (q: string, beginnings: 'all' | 'last' = 'last') => parseSearchQuery(q, beginnings).words
  const queryOf = (words: readonly string[]) => new PgDialect().sqlToQuery(wordsQuery(words, 'all')).params
  expect([wordsOf('zzz w'), wordsOf('w zzz'), wordsOf('zzz wax'), wordsOf('w')]).toEqual([
    ['zzz'],
    ['w', 'zzz'],
    ['zzz', 'wax'],
    ['w'],
  ])
  expect([wordsOf('w zzz', 'all'), wordsOf('a b', 'all')]).toEqual([['zzz'], ['a', 'b']])
  expect([queryOf(['w']), queryOf(['w', 'zzz']), queryOf(['a', 'b'])]).toEqual([
    ["'w':*"],
    ["'w' & 'zzz':*"],
    ["'a' & 'b'"],
  ])
})

test('whole names come first, then whole words, then beginnings; followers decide among equals', async () => {
  const [longer, popular, whole] = [await named('Zolani'), await named('Zola', 'Dube'), await named('Zola')]
  const followers = async (client: TestClient, followersCount: number) =>
    server.database.db.update(users).set({ followersCount }).where(eq(users.id, client.user.id))
  await followers(longer, 900)
  await followers(popular, 500)
  const other = await named('Zola', 'Adams')
  await followers(other, 50)
  const found = await find('zola', '&type=people')
  expect(found.map((hit) => hit.type === 'people' && hit.user.id)).toEqual(
    [whole, popular, other, longer].map(({ user }) => user.id),
  )
})

test('a handle finds its member, with and without its sign', async () => {
  const member = await named('Handled')
  await member.put('/api/auth/profile', { handle: 'drum_maker_of_oyo' })
  expect(await people('@drum_maker_of_oyo')).toEqual(['Handled'])
  expect(await people('drum_maker_of')).toEqual(['Handled'])
})

test('a changed name is found by the new one alone, and e-mail addresses find nobody', async () => {
  const member = await named('Before')
  await member.put('/api/auth/profile', {
    firstName: 'Afterwards',
    handle: 'afterwards',
    heritageRegion: 'Afro-Latin',
  })
  expect(await people('before')).toEqual([])
  expect(await people('afterwards latin')).toEqual(['Afterwards'])
  const [mark = ''] = member.user.email.split('@')
  expect(await people(member.user.email)).toEqual([])
  expect(await people(mark.split('-')[1] ?? '')).toEqual([])
})

test('deactivated members are not found, nor what they wrote and streamed', async () => {
  const member = await named('Vanishing')
  await writes(member, 'vanishing words')
  await member.createStream({ title: 'Vanishing stage', ...ANNOUNCED })
  expect(await find('vanishing')).toHaveLength(3)
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, member.user.id))
  expect(await find('vanishing')).toEqual([])
})

test('several kinds come in their order, the first of each; videos are none yet', async () => {
  const member = await named('Kizomba')
  const postId = await writes(member, 'Kizomba on Friday')
  const stream = await member.createStream({ title: 'Kizomba basics', ...ANNOUNCED })
  await member.createStream({ title: 'Kizomba in private', settings: { isPublic: false }, ...ANNOUNCED })
  // Neither started nor announced: found by its owner alone.
  await (await named('Other')).createStream({ title: 'Kizomba to come' })
  expect(said(await find('kizomba', '', member))).toEqual(['Kizomba', postId, stream.id])
  expect(said(await find('kizomba', '&type=streams,posts'))).toEqual([postId, stream.id])
  expect(await find('kizomba', '&type=videos')).toEqual([])
})

test('what one may do with a hit comes with it', async () => {
  const [author, reader] = [await named('Griot'), await named('Reader')]
  const postId = await writes(author, 'griotology for beginners')
  await reader.post(`/api/posts/${postId}/like`)
  await reader.post(`/api/users/${author.user.id}/follow`)
  expect(await find('griotology', '', reader)).toMatchObject([{ post: { isLiked: true } }])
  expect(await find('griot', '&type=people', reader)).toMatchObject([
    { user: { email: expect.stringContaining('…'), viewer: { isFollowing: true } } },
  ])
})

test('posts: words as they stand before longer ones, much liked ones and new ones before others', async () => {
  const member = await named('Ranker')
  const longer = await writes(member, 'tamarinds')
  const older = await writes(member, 'tamarind, older')
  const liked = await writes(member, 'tamarind, liked')
  const fresh = await writes(member, 'tamarind, fresh')
  const { db } = server.database
  const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000)
  await db.update(posts).set({ createdAt: monthAgo }).where(eq(posts.id, older))
  await db.update(posts).set({ likesCount: 40 }).where(eq(posts.id, liked))
  expect(said(await find('tamarind', '&type=posts'))).toEqual([liked, fresh, longer, older])
})

test('streams: live ones first, then the one that started last', async () => {
  const [one, two, three] = [await named('One'), await named('Two'), await named('Three')]
  const streamOf = async (client: TestClient) => (await client.createStream({ title: 'Mbalax hour' })).id
  const isLive = (client: TestClient, id: string, value: boolean) =>
    client.put(`/api/streams/${id}`, { isLive: value })
  const [live, over, later] = [await streamOf(one), await streamOf(two), await streamOf(three)]
  await isLive(one, live, true)
  await isLive(three, later, true)
  await isLive(three, later, false)
  await isLive(two, over, true)
  await isLive(two, over, false)
  expect(said(await find('mbalax', '&type=streams'))).toEqual([live, over, later])
})

async function allPages(path: string, between = async () => {}): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  for await (const page of server.client().pages(path)) {
    hits.push(...search.response.parse(page))
    await between()
  }
  return hits
}

test('pages follow each other without gaps or repeats while new posts come in', async () => {
  const member = await named('Pager')
  const ids: string[] = []
  for (let index = 0; index < 7; index++) ids.push(await writes(member, `sabar ${index}`))
  const hits = await allPages(address('sabar', '&type=posts&limit=3'), async () => {
    await writes(member, 'sabars rank lower, so that they would come later')
  })
  expect(said(hits).toSorted()).toEqual(ids.toSorted())
})

test('a hashtag finds its posts alone, the newest first, page by page', async () => {
  const member = await named('Tagger')
  const ids: string[] = []
  for (let index = 0; index < 5; index++) ids.push(await writes(member, `Number ${index} #KreyòlPoetry`))
  await writes(member, 'kreyolpoetry without its sign')
  expect(said(await allPages(address('#kreyolpoetry', '&type=posts&limit=2')))).toEqual(ids.toReversed())
  expect(said(await find('#KREYÒLPOETRY'))).toEqual(ids.toReversed())
  expect(await find('kreyolpoetry', '&type=posts')).toHaveLength(6)
})

test.each(["'; drop table users; --", "a' | 'b", '!!!', '&', ':*', '\\', "folake':* | 'x", '#', '@', '%'])(
  'signs of query languages are no words: %s',
  async (q) => {
    expect((await server.client().get(address(q))).status).toBe(200)
  },
)

test('what is not a question is refused', async () => {
  const client = server.client()
  for (const path of [
    '/api/search',
    address(' '),
    address('x'.repeat(201)),
    address('x', '&type=people,secrets'),
    address('x', '&limit=1000'),
  ])
    expect(await client.get(path), path).toMatchObject({ status: 400, body: { code: 'invalid' } })
})

test('a forged cursor is refused, or is a place like any other', async () => {
  const forge = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const id = '0b9b8f4e-3a1c-4f0e-9a55-000000000000'
  const now = new Date().toISOString()
  for (const parts of [[], ['x', '1', id], [now, 'NaN', id], [now, '1', 'x'], [now, 1, id], { now }, 'x'])
    expect(
      await server.client().get(address('x', `&type=posts&cursor=${forge(parts)}`)),
      JSON.stringify(parts),
    ).toMatchObject({ status: 400, body: { fields: [{ path: 'cursor' }] } })
  const place = forge([now, '-999999999999999', id])
  expect(await find('x', `&type=posts&cursor=${place}`)).toEqual([])
  // Of several kinds at once there is no page after the first.
  for (const types of ['', '&type=posts,people'])
    expect(await server.client().get(address('x', `${types}&cursor=${place}`))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'cursor' }] },
    })
})

test('a search that takes too long is ended, and holds up nothing else', async () => {
  const answer = await server.database.db.transaction(async (tx) => {
    // Every search waits for this transaction.
    await tx.execute(sql`lock table users in access exclusive mode`)
    return server.client().get('/api/search?q=wax')
  })
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(answer.headers.get('retry-after')).toBe('5')
  expect((await server.client().get('/api/search?q=wax')).status).toBe(200)
})

test('a flood is refused, of one member or one address alone', async () => {
  const small = await startTestApp({ rates: { searches: { points: 3, seconds: 60 } } })
  try {
    const [member, visitor] = [await small.member(), small.client()]
    for (let index = 0; index < 3; index++) expect((await member.get(address('x'))).status).toBe(200)
    expect(await member.get(address('x'))).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await visitor.get(address('x'))).status).toBe(200)
  } finally {
    await small.close()
  }
})

test('rows that came before the search get their words when the server starts', async () => {
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
    const found = search.response.parse((await second.client().get(address('sankara'))).body)
    expect(found.map(({ type }) => type)).toEqual(['people', 'posts', 'streams'])
  } finally {
    await second.close()
  }
})
