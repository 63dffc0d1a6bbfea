import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('of two concurrent changes with the same current password one succeeds and the other is refused', async () => {
  const member = server.client()
  const { email } = await member.signUp({ password: 'the first password' })
  const newPasswords = ['the second password', 'the third password']
  const responses = await Promise.all(
    newPasswords.map((newPassword) =>
      member.put('/api/auth/password', { currentPassword: 'the first password', newPassword }),
    ),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const changedTo = newPasswords[responses.findIndex(({ status }) => status === 200)]
  const signIn = await server.client().post('/api/auth/login', { email, password: changedTo })
  expect(signIn.status).toBe(200)
})

test('a handle that impersonates the site is refused', async () => {
  for (const firstName of ['Admin', 'Súpport', 'Creative Wave']) {
    const { handle } = await server.client().signUp({ firstName, lastName: null })
    expect(handle).toMatch(/^member_\d+$/)
  }
  const member = await server.member()
  for (const handle of ['admin', '@Support', 'creative_wave', '_everyone_'])
    expect((await member.put('/api/auth/profile', { handle })).status).toBe(400)
})

test('a profile with hundreds of thousands of values gets a short error response', async () => {
  const member = await server.member()
  const bioMultilingual = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`x${index}`, '']))
  for (const body of [
    { collaborationTags: Array.from({ length: 200_000 }, () => 1) },
    { languages: Array.from({ length: 200_000 }, () => '') },
    { bioMultilingual },
  ]) {
    const response = await member.put('/api/auth/profile', body)
    expect(response.status).toBe(400)
    expect(JSON.stringify(response.body).length).toBeLessThan(5000)
  }
})
