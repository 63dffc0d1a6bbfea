import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { search, suggest } from '#shared/discovery/search.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ rates: { searches: { points: 1000, seconds: 60 } } })
})
afterAll(() => server.close())

async function found(q: string) {
  const { body } = await server.client().get(`/api/search?q=${encodeURIComponent(q)}`)
  return search.response.parse(body)
}

async function suggested(q: string) {
  const { body } = await server.client().get(`/api/search/suggest?q=${encodeURIComponent(q)}`)
  return suggest.response.parse(body)
}

test.each([
  ["Côte d'Ivoire", 'ivoire'],
  ['L’Afrique', 'afrique'],
  ["Burna Boy's", 'boy'],
  ['أهـــلا', 'اهلا'],
  ['الدوري', 'الدورى'],
  ['مدرسة', 'مدرسه'],
  ['ሐበሻ', 'ሀበሻ'],
  ['ሠላም', 'ሰላም'],
  ['Ndjamena', "N'Djamena"],
  ['ngombe', "ng'ombe"],
  ['aujourdhui', "aujourd'hui"],
  ['OConnor', "O'Connor"],
  ['Quran recitation', "Qur'an recitation"],
  ['Hawaii', 'Hawaiʻi'],
  ['guineebissau', 'Guinée-Bissau'],
  ['最美的时光', '时光'],
  ['古老的歌', '老'],
  ['日本語のテスト', 'テスト'],
  ['Guinée-Équatoriale', 'guineeequatoriale'],
  ['مصر ١٩٥٢', '1952'],
  ['Đà Nẵng', 'da nang'],
  ['ፀሐይ', 'ጸሀይ'],
  ['کتاب', 'كتاب'],
  ['กรุงเทพมหานคร', 'มหานคร'],
])('%s is found by %s in names, posts, streams and videos, and is suggested', async (text, q) => {
  const member = await server.member()
  await member.put('/api/auth/profile', { firstName: text })
  await member.post('/api/posts', { content: `🎉 ${text}!` })
  await member.createStream({ title: text, scheduledFor: new Date(Date.now() + 3_600_000).toISOString() })
  await storeVideo(server.database.db, member.user.id, { title: text, isPublished: true })
  expect((await found(q)).map(({ type }) => type)).toEqual(['people', 'posts', 'streams', 'videos'])
  expect((await suggested(q)).map(({ type }) => type)).toEqual(['person', 'stream', 'video'])
})

test('a long post without spaces is found by its end', async () => {
  const member = await server.member()
  const letters = Array.from({ length: 4990 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
  await member.post('/api/posts', { content: `${letters}夜曲` })
  expect(await found('夜曲')).toMatchObject([{ type: 'posts' }])
})

test('a hashtag is one, however its letters are written, also one of a post that was written before', async () => {
  const member = await server.member()
  await member.post('/api/posts', { content: '#مكتبة' })
  await member.post('/api/posts', { content: '#مكتبه' })
  const { db } = server.database
  await db.execute(sql`update post_hashtags set tag = label`)
  await db.execute(sql`update posts set search = null`)
  const restarted = await startTestApp({ database: server.database })
  try {
    await expect.poll(async () => (await found('#مكتبه')).length).toBe(2)
    expect(await suggested('#مكتب')).toMatchObject([{ type: 'hashtag', postsCount: 2 }])
  } finally {
    await restarted.stop()
  }
})
