import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const ALL_ENABLED = { follow: true, like: true, comment: true, mention: true, live: true }

test('a new user has every notification enabled and no language set', async () => {
  const member = await server.member()
  expect((await member.get('/api/auth/preferences')).body).toEqual({
    language: null,
    notifications: ALL_ENABLED,
  })
})

test('omitted fields keep their value, and the public profile does not change', async () => {
  const member = await server.member()
  const before = await server.client().get(`/api/users/${member.user.id}`)
  await member.put('/api/auth/preferences', { notifications: { like: false } })
  const response = await member.put('/api/auth/preferences', { language: 'yo' })
  expect(response.body).toEqual({ language: 'yo', notifications: { ...ALL_ENABLED, like: false } })
  expect((await member.get('/api/auth/user')).body).toMatchObject({ language: 'yo' })
  const after = await server.client().get(`/api/users/${member.user.id}`)
  expect(after.body).toEqual(before.body)
  await member.put('/api/auth/preferences', { language: null })
  expect((await member.get('/api/auth/user')).body).toMatchObject({ language: null })
})

test('concurrent changes of different notifications are all kept', async () => {
  const member = await server.member()
  const kinds = Object.keys(ALL_ENABLED)
  await Promise.all(
    kinds.map((kind) => member.put('/api/auth/preferences', { notifications: { [kind]: false } })),
  )
  expect((await member.get('/api/auth/preferences')).body).toMatchObject({
    notifications: { follow: false, like: false, comment: false, mention: false, live: false },
  })
})

test.each([
  [{ language: 'tlh' }, 'language'],
  [{ notifications: { poke: true } }, 'notifications.poke'],
  [{ notifications: { like: 'no' } }, 'notifications.like'],
])('%j is refused and nothing is stored', async (body, path) => {
  const member = await server.member()
  const response = await member.put('/api/auth/preferences', body)
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid', fields: [{ path }] } })
  expect((await member.get('/api/auth/preferences')).body).toEqual({
    language: null,
    notifications: ALL_ENABLED,
  })
})
