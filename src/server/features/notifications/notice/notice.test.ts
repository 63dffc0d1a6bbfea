import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const PATH = '/api/notice/dismissal'

test('a dismissed notice is in the record of its user, in the page, and told to the other pages of the user', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const socket = await member.openSocket()
  expect((await member.get('/api/auth/user')).body).toMatchObject({ dismissedNotice: null })
  expect(await member.put(PATH, { version: 'a1b2' })).toMatchObject({
    status: 200,
    body: { version: 'a1b2' },
  })
  await socket.waitFor('account_changed')
  expect((await member.get('/api/auth/user')).body).toMatchObject({ dismissedNotice: 'a1b2' })
  expect((await member.get('/')).body).toContain('"dismissedNotice":"a1b2"')
  expect((await other.get('/api/auth/user')).body).toMatchObject({ dismissedNotice: null })
  socket.close()
})

test('a dismissal changes nothing that others see, and takes no long text', async () => {
  const member = await server.member()
  const path = `/api/users/${member.user.id}`
  const before = (await server.client().get(path)).body
  await member.put(PATH, { version: 'a1b2' })
  expect((await server.client().get(path)).body).toEqual(before)
  for (const version of ['', 'x'.repeat(14), 'A text', null])
    expect((await member.put(PATH, { version })).status).toBe(400)
  expect((await server.client().put(PATH, { version: 'a1b2' })).status).toBe(401)
})
