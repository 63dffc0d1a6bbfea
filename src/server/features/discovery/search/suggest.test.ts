import { afterAll, beforeAll, expect, test } from 'vitest'
import { suggest, type Suggestion } from '#shared/discovery/search.ts'
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

async function fetchSuggestions(q: string): Promise<Suggestion[]> {
  const { body } = await server.client().get(`/api/search/suggest?q=${encodeURIComponent(q)}`)
  return suggest.response.parse(body)
}

const labelsOf = (suggestions: Suggestion[]) =>
  suggestions.map((each) =>
    each.type === 'person'
      ? each.user.firstName
      : each.type === 'hashtag'
        ? `#${each.label} ${each.postsCount}`
        : each.type === 'stream'
          ? each.stream.title
          : each.video.title,
  )

test('users and public streams are suggested by prefix', async () => {
  expect(labelsOf(await fetchSuggestions('ad'))).toEqual(['Adwoa', 'Adinkra and the loom'])
  expect(labelsOf(await fetchSuggestions('mens adw'))).toEqual(['Adwoa'])
  expect(labelsOf(await fetchSuggestions('the adin'))).toEqual(['Adinkra and the loom'])
})

test('hashtags are ordered by use, in their most frequent spelling, with their number of posts', async () => {
  expect(labelsOf(await fetchSuggestions('amapi'))).toEqual(['#AmapianoNights 2', '#Amapiano 1'])
  expect(labelsOf(await fetchSuggestions('amapiano ni'))).toEqual(['#AmapianoNights 2'])
  expect(labelsOf(await fetchSuggestions('#ÁMA'))).toEqual(['#AmapianoNights 2', '#Ama 1', '#Amapiano 1'])
})

test('a leading # suggests only hashtags, a leading @ none', async () => {
  expect(labelsOf(await fetchSuggestions('#ad'))).toEqual([])
  expect(labelsOf(await fetchSuggestions('@kente'))).toEqual([])
  expect(labelsOf(await fetchSuggestions('@adwoa'))).toEqual(['Adwoa'])
})

test('punctuation alone suggests nothing', async () => {
  for (const q of ['#', '@', '!!', '%', "':*"]) expect(await fetchSuggestions(q), q).toEqual([])
})

test('suggestions are rate-limited', async () => {
  const strictApp = await startTestApp({ rates: { suggestions: { points: 5, seconds: 60 } } })
  try {
    const visitor = strictApp.client()
    const statuses: number[] = []
    for (let index = 0; index < 6; index++)
      statuses.push((await visitor.get('/api/search/suggest?q=a')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await strictApp.close()
  }
})
