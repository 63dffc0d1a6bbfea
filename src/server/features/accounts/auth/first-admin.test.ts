import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { currentUser } from '#shared/accounts/users.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'

const account = () => ({ email: `${crypto.randomUUID()}@example.org`, password: 'four words in a row' })

test('the first account of this machine becomes super_admin, the second does not', async () => {
  const server = await startTestApp()
  expect(server.admin.user.role).toBe('super_admin')
  expect((await server.member()).user.role).toBe('user')
  await server.close()
})

test.each([
  ['x-forwarded-for', '203.0.113.7'],
  ['forwarded', 'for=203.0.113.7'],
])('an account created through another machine (%s) is an ordinary user', async (header, value) => {
  const server = await startTestApp({ database: await createTestDatabase() })
  const response = await server.client().post('/api/auth/register', account(), { [header]: value })
  expect(response.body).toMatchObject({ role: 'user' })
  await server.close()
})

test('a page whose name resolves to this machine cannot register the super_admin', async () => {
  const server = await startTestApp({ database: await createTestDatabase() })
  const body = JSON.stringify(account())
  const outgoing = request(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { host: 'rebound.example', 'content-type': 'application/json' },
  })
  outgoing.end(body)
  const [response]: IncomingMessage[] = await once(outgoing, 'response')
  expect(currentUser.parse(await json(response ?? Readable.from([]))).role).toBe('user')
  await server.close()
})

test('behind a proxy that adds no headers no request counts as coming from this machine', async () => {
  const env = { PUBLIC_URL: 'https://wave.example.org' }
  const server = await startTestApp({ env, database: await createTestDatabase() })
  const response = await server.client().post('/api/auth/register', account())
  expect(response.body).toMatchObject({ role: 'user' })
  await server.close()
})

test('the set-up link creates one super_admin and works once', async () => {
  const server = await startTestApp({ database: await createTestDatabase() })
  const setupToken = new URL(server.setupUrl ?? '').searchParams.get('setup')
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  const wrong = await server
    .client()
    .post('/api/auth/register', { ...account(), setupToken: 'a guess' }, forwarded)
  expect(wrong).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const right = await server.client().post('/api/auth/register', { ...account(), setupToken }, forwarded)
  expect(right.body).toMatchObject({ role: 'super_admin' })
  const again = await server.client().post('/api/auth/register', { ...account(), setupToken }, forwarded)
  expect(again.status).toBe(403)
  await server.close()
})

test('concurrent first sign-ups create one super_admin', async () => {
  const server = await startTestApp({ database: await createTestDatabase() })
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => server.client().post('/api/auth/register', account())),
  )
  const roles = responses.map(({ body }) => currentUser.parse(body).role)
  expect(roles.filter((role) => role === 'super_admin')).toHaveLength(1)
  await server.close()
})
