import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { iceServers } from '#shared/live/live.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { iceServerLinks, turnCredential } from './turn.ts'

const TURN = { TURN_URL: 'turn:turn.example.org:3478,turns:turn.example.org', TURN_SECRET: 'hush' }

test('a credential consists of its expiry and the HMAC that coturn computes', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const { username, credential, expiresAt } = turnCredential('hush', now)
  const [expires] = username.split(':')
  expect(username).toMatch(/^\d+:[\da-f]{12}$/)
  expect(expiresAt).toEqual(new Date(Number(expires) * 1000))
  expect(expiresAt.getTime() - now).toBe(6 * 60 * 60 * 1000)
  expect(credential).toBe(createHmac('sha1', 'hush').update(username).digest('base64'))
})

test('each call gets a unique username that does not identify the requester', async () => {
  const server = await startTestApp({ env: TURN })
  const member = await server.member()
  const responses = [await member.get('/api/live/ice-servers'), await member.get('/api/live/ice-servers')]
  const [first, second] = responses.map(({ body }) => iceServers.parse(body))
  expect(first?.iceServers).toHaveLength(1)
  expect(first?.iceServers[0]?.urls).toEqual(['turn:turn.example.org:3478', 'turns:turn.example.org'])
  expect(first?.iceServers[0]?.username).not.toBe(second?.iceServers[0]?.username)
  expect(JSON.stringify(first)).not.toContain('hush')
  expect(JSON.stringify(first)).not.toContain(member.user.id)
  expect(Date.parse(first?.expiresAt ?? '')).toBeGreaterThan(Date.now())
  await server.close()
})

test('without a TURN server there are no ICE servers', async () => {
  const server = await startTestApp()
  const { status, body } = await server.client().get('/api/live/ice-servers')
  expect([status, body]).toEqual([200, { iceServers: [], expiresAt: null }])
  expect(iceServerLinks(null)).toEqual([])
  await server.close()
})

test('an encoder gets one Link value per server', () => {
  const links = iceServerLinks({ urls: ['turn:a.example', 'turn:b.example?transport=tcp'], secret: 'hush' })
  const shape =
    /^<turn:[ab]\.example(\?transport=tcp)?>; rel="ice-server"; username="\d+:\w+"; credential="[\w+/=]+"; credential-type="password"$/
  expect(links).toHaveLength(2)
  for (const link of links) expect(link).toMatch(shape)
})

test('users are rate limited individually, not by their shared address', async () => {
  const server = await startTestApp({ rates: { iceServers: { points: 2, seconds: 60 } } })
  const [member, other] = [await server.member(), await server.member()]
  const statuses = []
  for (let index = 0; index < 3; index++) statuses.push((await member.get('/api/live/ice-servers')).status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await other.get('/api/live/ice-servers')).status).toBe(200)
  await server.close()
})
