import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('of two changes at once with the same present password one holds, and the other is told', async () => {
  const member = server.client()
  const { email } = await member.signUp({ password: 'the first password' })
  const wishes = ['the second password', 'the third password']
  const answers = await Promise.all(
    wishes.map((newPassword) =>
      member.put('/api/auth/password', { currentPassword: 'the first password', newPassword }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const held = wishes[answers.findIndex(({ status }) => status === 200)]
  const signIn = await server.client().post('/api/auth/login', { email, password: held })
  expect(signIn.status).toBe(200)
})

test('nobody signs up with a handle that poses as the site', async () => {
  for (const firstName of ['Admin', 'Súpport', 'Creative Wave']) {
    const { handle } = await server.client().signUp({ firstName, lastName: null })
    expect(handle).toMatch(/^member_\d+$/)
  }
  const member = await server.member()
  for (const handle of ['admin', '@Support', 'creative_wave', '_everyone_'])
    expect((await member.put('/api/auth/profile', { handle })).status).toBe(400)
})

test('a profile of hundreds of thousands of words is refused with few words', async () => {
  const member = await server.member()
  const bioMultilingual = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`x${at}`, '']))
  for (const body of [
    { collaborationTags: Array.from({ length: 200_000 }, () => 1) },
    { languages: Array.from({ length: 200_000 }, () => '') },
    { bioMultilingual },
  ]) {
    const answer = await member.put('/api/auth/profile', body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body).length).toBeLessThan(5000)
  }
})
