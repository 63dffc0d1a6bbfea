import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBookmarks } from '#shared/bookmarks.ts'
import { post } from '#shared/posts.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
let author: TestClient
let reader: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { bookmarks: { points: 1000, seconds: 600 } } })
  author = await server.member()
  reader = await server.member()
})
afterAll(() => server.close())

const list = async (client: TestClient, query = '') =>
  listBookmarks.response.parse((await client.get(`/api/bookmarks${query}`)).body)

test('what a member keeps is listed for it alone, the last first, until it keeps it no longer', async () => {
  const [one, two] = [await author.createPost(), await author.createPost()]
  for (const { id } of [two, one, two]) {
    const answer = await reader.put(`/api/posts/${id}/bookmark`)
    expect(answer).toMatchObject({ status: 200, body: { bookmarked: true } })
  }
  const bookmarked = await list(reader)
  expect(bookmarked.map(({ id }) => id)).toEqual([one.id, two.id])
  expect(bookmarked.every(({ viewer }) => viewer.isBookmarked)).toBe(true)
  expect(await list(author)).toEqual([])
  expect((await author.get(`/api/posts/${one.id}`)).body).toMatchObject({ viewer: { isBookmarked: false } })
  for (let time = 0; time < 2; time++) {
    const answer = await reader.send('DELETE', `/api/posts/${one.id}/bookmark`)
    expect(answer).toMatchObject({ status: 200, body: { bookmarked: false } })
  }
  expect((await list(reader)).map(({ id }) => id)).toEqual([two.id])
})

test('pages follow the order in which posts were kept', async () => {
  const member = await server.member()
  const posts = [await author.createPost(), await author.createPost(), await author.createPost()]
  for (const { id } of posts.toReversed()) await member.put(`/api/posts/${id}/bookmark`)
  const seen: string[] = []
  for await (const page of member.pages('/api/bookmarks?limit=2'))
    seen.push(...listBookmarks.response.parse(page).map(({ id }) => id))
  expect(seen).toEqual(posts.map(({ id }) => id))
})

test('every page of the member hears what it keeps, and nobody else', async () => {
  const [mine, other] = [await reader.openSocket(), await author.openSocket()]
  const { id } = await author.createPost()
  await reader.put(`/api/posts/${id}/bookmark`)
  await reader.send('DELETE', `/api/posts/${id}/bookmark`)
  for (const isBookmarked of [true, false])
    expect(await mine.waitFor('bookmark_changed')).toEqual({
      type: 'bookmark_changed',
      postId: id,
      data: { isBookmarked },
    })
  await other.roundTrip()
  expect(other.received).toEqual([])
  for (const socket of [mine, other]) socket.close()
})

test('of calls side by side the last one that the other pages hear of is the one that holds', async () => {
  const member = await server.member()
  const socket = await member.openSocket()
  const { id } = await author.createPost()
  for (let round = 0; round < 50; round++) {
    const methods = Array.from({ length: 10 }, (_, at) => ((round + at) % 2 ? 'PUT' : 'DELETE'))
    await Promise.all(methods.map((method) => member.send(method, `/api/posts/${id}/bookmark`)))
    await socket.roundTrip()
    const told = socket.received.splice(0).filter((message) => message.type === 'bookmark_changed')
    expect(told).toHaveLength(10)
    const { viewer } = post.parse((await member.get(`/api/posts/${id}`)).body)
    expect(told.at(-1)?.data).toEqual({ isBookmarked: viewer.isBookmarked })
  }
  socket.close()
})
