import { afterAll, beforeAll, expect, test } from 'vitest'
import { suggest, type Suggestion } from '#shared/search.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let author: TestClient
beforeAll(async () => {
  server = await startTestApp({ env: { COUNTS_SECONDS: '0.001' } })
  author = server.client()
  await author.signUp({ firstName: 'Adwoa', lastName: 'Mensah' })
  for (const content of [
    '#Amapiano',
    '#AmapianoNights',
    '#AmapianoNights again',
    '#Amazigh',
    '#Ama',
    '#Kente',
  ])
    await author.post('/api/posts', { content })
  const scheduledFor = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  await author.createStream({ title: 'Adinkra and the loom', scheduledFor })
  await author.createStream({ title: 'Adinkra in private', settings: { isPublic: false }, scheduledFor })
  await author.createStream({ title: 'Adinkra without a date' })
})
afterAll(() => server.close())

async function suggested(q: string): Promise<Suggestion[]> {
  const { body } = await server.client().get(`/api/search/suggest?q=${encodeURIComponent(q)}`)
  return suggest.response.parse(body)
}

const said = (suggestions: Suggestion[]) =>
  suggestions.map((each) =>
    each.type === 'person'
      ? each.user.firstName
      : each.type === 'hashtag'
        ? `#${each.label} ${each.postsCount}`
        : each.stream.title,
  )

test('people, hashtags and public streams that begin so', async () => {
  expect(said(await suggested('ad'))).toEqual(['Adwoa', 'Adinkra and the loom'])
  expect(said(await suggested('mens adw'))).toEqual(['Adwoa'])
  expect(said(await suggested('the adin'))).toEqual(['Adinkra and the loom'])
})

test('hashtags: the used ones first, as they are written mostly, with how many posts they have', async () => {
  expect(said(await suggested('amapi'))).toEqual(['#AmapianoNights 2', '#Amapiano 1'])
  expect(said(await suggested('amapiano ni'))).toEqual(['#AmapianoNights 2'])
  expect(said(await suggested('#ÁMA'))).toEqual(['#AmapianoNights 2', '#Ama 1', '#Amapiano 1'])
})

test('a hashtag asks for hashtags alone, a handle for none', async () => {
  expect(said(await suggested('#ad'))).toEqual([])
  expect(said(await suggested('@kente'))).toEqual([])
  expect(said(await suggested('@adwoa'))).toEqual(['Adwoa'])
})

test('signs alone suggest nothing', async () => {
  for (const q of ['#', '@', '!!', '%', "':*"]) expect(await suggested(q), q).toEqual([])
})

test('typing is never refused, a flood is', async () => {
  const small = await startTestApp({ rates: { suggestions: { points: 5, seconds: 60 } } })
  try {
    const visitor = small.client()
    const statuses: number[] = []
    for (let index = 0; index < 6; index++)
      statuses.push((await visitor.get('/api/search/suggest?q=a')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await small.close()
  }
})
