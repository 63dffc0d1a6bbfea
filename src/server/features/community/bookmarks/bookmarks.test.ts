import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBookmarks } from '#shared/community/bookmarks.ts'
import { post } from '#shared/community/posts.ts'
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

test('bookmarks are listed for their member only, newest first, until they are removed', async () => {
  const [one, two] = [await author.createPost(), await author.createPost()]
  for (const { id } of [two, one, two]) {
    const response = await reader.put(`/api/posts/${id}/bookmark`)
    expect(response).toMatchObject({ status: 200, body: { bookmarked: true } })
  }
  const bookmarked = await list(reader)
  expect(bookmarked.map(({ id }) => id)).toEqual([one.id, two.id])
  expect(bookmarked.every(({ viewer }) => viewer.isBookmarked)).toBe(true)
  expect(await list(author)).toEqual([])
  expect((await author.get(`/api/posts/${one.id}`)).body).toMatchObject({ viewer: { isBookmarked: false } })
  for (let round = 0; round < 2; round++) {
    const response = await reader.send('DELETE', `/api/posts/${one.id}/bookmark`)
    expect(response).toMatchObject({ status: 200, body: { bookmarked: false } })
  }
  expect((await list(reader)).map(({ id }) => id)).toEqual([two.id])
})

test('pages of the list are in the order of bookmarking', async () => {
  const member = await server.member()
  const posts = [await author.createPost(), await author.createPost(), await author.createPost()]
  for (const { id } of posts.toReversed()) await member.put(`/api/posts/${id}/bookmark`)
  const seen: string[] = []
  for await (const page of member.pages('/api/bookmarks?limit=2'))
    seen.push(...listBookmarks.response.parse(page).map(({ id }) => id))
  expect(seen).toEqual(posts.map(({ id }) => id))
})

test('every page of the member gets the change, and nobody else', async () => {
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

test('the last event of concurrent calls has the final state', async () => {
  const member = await server.member()
  const socket = await member.openSocket()
  const { id } = await author.createPost()
  for (let round = 0; round < 50; round++) {
    const methods = Array.from({ length: 10 }, (_, index) => ((round + index) % 2 ? 'PUT' : 'DELETE'))
    await Promise.all(methods.map((method) => member.send(method, `/api/posts/${id}/bookmark`)))
    await socket.roundTrip()
    const events = socket.received.splice(0).filter((message) => message.type === 'bookmark_changed')
    expect(events).toHaveLength(10)
    const { viewer } = post.parse((await member.get(`/api/posts/${id}`)).body)
    expect(events.at(-1)?.data).toEqual({ isBookmarked: viewer.isBookmarked })
  }
  socket.close()
})
