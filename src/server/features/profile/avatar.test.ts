import { afterAll, beforeAll, expect, test } from 'vitest'
import { plain } from '#server/features/thumbnails/test-pictures.ts'
import { store } from '#server/features/uploads/test-uploads.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const setAvatar = (member: TestClient, url: unknown) => member.put('/api/auth/avatar', { url })
const picture = () => plain(64, 64, '#c81e1e').png().toBuffer()
const uploaded = async (member: TestClient, purpose: 'post' | 'avatar' = 'avatar') =>
  (await store(member, await picture(), purpose)).url
const faceOf = async (member: TestClient) => (await member.get('/api/auth/user')).body
const served = async (url: string) => (await server.client().get(url)).status

test('a member’s upload becomes its face, and the one before is gone with its file', async () => {
  const member = await server.member()
  const [first, second] = [await uploaded(member), await uploaded(member)]
  expect(await setAvatar(member, first)).toMatchObject({ status: 200, body: { profileImageUrl: first } })
  expect((await server.client().get(`/api/users/${member.user.id}`)).body).toMatchObject({
    profileImageUrl: first,
  })
  expect(await setAvatar(member, second)).toMatchObject({ status: 200, body: { profileImageUrl: second } })
  expect([await served(first), await served(second)]).toEqual([404, 200])

  expect(await member.send('DELETE', '/api/auth/avatar')).toMatchObject({
    status: 200,
    body: { profileImageUrl: null },
  })
  expect(await served(second)).toBe(404)
  expect((await member.send('DELETE', '/api/auth/avatar')).status).toBe(200)
})

test('setting the same face again changes nothing', async () => {
  const member = await server.member()
  const url = await uploaded(member)
  for (let times = 0; times < 2; times++)
    expect(await setAvatar(member, url)).toMatchObject({ status: 200, body: { profileImageUrl: url } })
  expect(await served(url)).toBe(200)
})

test('an address that is not one’s own upload for a face is refused, and the face stays', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const face = await uploaded(member)
  await setAvatar(member, face)
  const taken = await uploaded(other)
  await setAvatar(other, taken)
  for (const url of [
    await uploaded(other),
    await uploaded(member, 'post'),
    taken,
    'https://elsewhere.example/face.png',
    'javascript:alert(1)',
    '',
  ])
    expect(await setAvatar(member, url), url).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path: 'url' }] },
    })
  expect((await setAvatar(member, null)).status).toBe(400)
  expect(await faceOf(member)).toMatchObject({ profileImageUrl: face })
  expect([await served(face), await served(taken)]).toEqual([200, 200])
})

test('of two faces at once one stays, and only its files', async () => {
  const member = await server.member()
  const urls = [await uploaded(member), await uploaded(member), await uploaded(member)]
  const answers = await Promise.all(urls.map((url) => setAvatar(member, url)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const statuses = await Promise.all(urls.map(served))
  expect(statuses.toSorted()).toEqual([200, 404, 404])
  expect(await faceOf(member)).toMatchObject({ profileImageUrl: urls[statuses.indexOf(200)] })
})
