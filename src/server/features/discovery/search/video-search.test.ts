import { afterAll, beforeAll, expect, test } from 'vitest'
import { search, suggest } from '#shared/discovery/search.ts'
import { storeVideo } from '#server/features/videos/videos/test-queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let creator: TestClient
beforeAll(async () => {
  server = await startTestApp()
  creator = await server.member()
})
afterAll(() => server.close())

const publish = (title: string, columns: Parameters<typeof storeVideo>[2] = {}) =>
  storeVideo(server.database.db, creator.user.id, { title, isPublished: true, ...columns })

async function found(q: string, rest = '', client = server.client()): Promise<string[]> {
  const { body } = await client.get(`/api/search?q=${encodeURIComponent(q)}&type=videos${rest}`)
  return search.response.parse(body).flatMap((hit) => (hit.type === 'videos' ? hit.video.id : []))
}

test('videos are found by words of title, description, category and tags, without accents and capitals', async () => {
  const id = await publish('Ọ̀ṣun Ọ̀ṣogbo Festival', {
    description: 'Filmed in Élmina',
    category: 'Documentary',
    tags: ['Àdìrẹ'],
  })
  for (const q of ['osogbo', 'OSUN fest', 'elmina', 'documentary', 'adire', 'Ọ̀ṣun'])
    expect(await found(q)).toEqual([id])
  expect(await found('osogbo sahara')).toEqual([])
})

test('drafts, private and unfinished videos are found by nobody', async () => {
  const id = await publish('Zanzibar for everyone')
  // They were public before.
  for (const hidden of [{ isPublished: false }, { isPublic: false }, { state: 'processing' as const }])
    await publish('Zanzibar', { publishedAt: new Date(), viewsCount: 1000, ...hidden })
  for (const client of [server.client(), creator])
    expect(await found('zanzibar', '&limit=1', client)).toEqual([id])
})

test('viewed and recent videos come first, and pages continue in that order', async () => {
  const year = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000)
  const old = await publish('Mbalax class', { publishedAt: year })
  const fresh = await publish('Mbalax evening')
  const viewed = await publish('Mbalax morning', { viewsCount: 5000 })
  expect(await found('mbalax')).toEqual([viewed, fresh, old])
  const paged = []
  for await (const page of server.client().pages('/api/search?q=mbalax&type=videos&limit=1'))
    paged.push(...search.response.parse(page).flatMap((hit) => (hit.type === 'videos' ? hit.video.id : [])))
  expect(paged).toEqual([viewed, fresh, old])
})

test('videos are suggested while typing', async () => {
  const id = await publish('Taarab under the stars')
  const { body } = await server.client().get('/api/search/suggest?q=taar')
  expect(suggest.response.parse(body)).toMatchObject([{ type: 'video', video: { id } }])
})
