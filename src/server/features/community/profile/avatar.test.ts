import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainImage } from '#server/features/media/thumbnails/test-images.ts'
import { uploadMedia } from '#server/features/media/uploads/test-uploads.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const setAvatar = (member: TestClient, url: unknown) => member.put('/api/auth/avatar', { url })
const image = () => plainImage(64, 64, '#c81e1e').png().toBuffer()
const upload = async (member: TestClient, purpose: 'post' | 'avatar' = 'avatar') =>
  (await uploadMedia(member, await image(), purpose)).url
const currentUser = async (member: TestClient) => (await member.get('/api/auth/user')).body
const statusOf = async (url: string) => (await server.client().get(url)).status

test('a user’s upload becomes their avatar, and the previous one is deleted with its file', async () => {
  const member = await server.member()
  const [first, second] = [await upload(member), await upload(member)]
  expect(await setAvatar(member, first)).toMatchObject({ status: 200, body: { profileImageUrl: first } })
  expect((await server.client().get(`/api/users/${member.user.id}`)).body).toMatchObject({
    profileImageUrl: first,
  })
  expect(await setAvatar(member, second)).toMatchObject({ status: 200, body: { profileImageUrl: second } })
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])

  expect(await member.send('DELETE', '/api/auth/avatar')).toMatchObject({
    status: 200,
    body: { profileImageUrl: null },
  })
  expect(await statusOf(second)).toBe(404)
  expect((await member.send('DELETE', '/api/auth/avatar')).status).toBe(200)
})

test('setting the same avatar again changes nothing', async () => {
  const member = await server.member()
  const url = await upload(member)
  for (let count = 0; count < 2; count++)
    expect(await setAvatar(member, url)).toMatchObject({ status: 200, body: { profileImageUrl: url } })
  expect(await statusOf(url)).toBe(200)
})

test('a URL other than one’s own avatar upload is refused, and the avatar stays', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const avatar = await upload(member)
  await setAvatar(member, avatar)
  const avatarOfOther = await upload(other)
  await setAvatar(other, avatarOfOther)
  for (const url of [
    await upload(other),
    await upload(member, 'post'),
    avatarOfOther,
    'https://elsewhere.example/face.png',
    'javascript:alert(1)',
    '',
  ])
    expect(await setAvatar(member, url), url).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', fields: [{ path: 'url' }] },
    })
  expect((await setAvatar(member, null)).status).toBe(400)
  expect(await currentUser(member)).toMatchObject({ profileImageUrl: avatar })
  expect([await statusOf(avatar), await statusOf(avatarOfOther)]).toEqual([200, 200])
})

test('of concurrent avatars one stays, and only its files', async () => {
  const member = await server.member()
  const urls = [await upload(member), await upload(member), await upload(member)]
  const responses = await Promise.all(urls.map((url) => setAvatar(member, url)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const statuses = await Promise.all(urls.map(statusOf))
  expect(statuses.toSorted()).toEqual([200, 404, 404])
  expect(await currentUser(member)).toMatchObject({ profileImageUrl: urls[statuses.indexOf(200)] })
})
