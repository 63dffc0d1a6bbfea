import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { getPlayback, stream as streamSchema } from '#shared/live/streams.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Peers } from '#server/live-engine/testing/peers.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'
import { PlaybackTokens } from './playback-tokens.ts'

const SDP = { 'content-type': 'application/sdp' }
const FRAGMENT = { 'content-type': 'application/trickle-ice-sdpfrag' }
const CROSS_ORIGIN = { origin: 'https://player.example', 'sec-fetch-site': 'cross-site' }

let server: LiveTestApp
let peers: Peers
let lastPeer = 0
beforeAll(async () => {
  server = await startLiveApp()
  peers = server.peers
})
afterAll(() => server.close())

const bearer = (key: string | null | undefined) => ({ authorization: `Bearer ${key ?? ''}` })

/** Creates a stream that an encoder broadcasts. */
async function createScene(settings: object = {}) {
  const owner = await server.member()
  const { id, streamKey } = await owner.createStream({ settings })
  const peer = `encoder ${++lastPeer}`
  const watching = await owner.openJoinedSocket(id)
  const response = await server
    .client()
    .post('/whip', await peers.offer(peer), { ...SDP, ...bearer(streamKey) })
  await peers.acceptAnswer(peer, String(response.body))
  // The offer shows that media arrives.
  await watching.waitFor('webrtc_offer')
  watching.close()
  const stop = () =>
    server.client().send('DELETE', response.headers.get('location') ?? '', undefined, bearer(streamKey))
  await expect.poll(() => viewerCount(owner, id)).toBe(0)
  return { owner, id, peer, stop }
}

const viewerCount = async (client: TestClient, id: string) =>
  streamSchema.parse((await client.get(`/api/streams/${id}`)).body).viewerCount

async function play(client: TestClient, id: string, headers: Record<string, string> = {}) {
  const peer = `player ${++lastPeer}`
  const sdp = await peers.offerToPlay(peer)
  const response = await client.post(`/whep/${id}`, sdp, { ...SDP, ...headers })
  if (response.status === 201) await peers.acceptAnswer(peer, String(response.body))
  return { ...response, peer, sdp, location: response.headers.get('location') ?? '' }
}

test('anyone can play a public stream cross-origin, and counts as a viewer while playing', async () => {
  const { owner, id, stop } = await createScene()
  const { status, headers, location, peer, body } = await play(server.client(), id, CROSS_ORIGIN)
  expect(status).toBe(201)
  expect(headers.get('content-type')).toMatch(/^application\/sdp/)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('etag')).toMatch(/^"[\w-]+"$/)
  expect(headers.has('link')).toBe(false)
  expect(location).toMatch(new RegExp(`^/whep/${id}/[\\da-f-]{36}$`))
  expect(body).toContain('a=candidate:')
  await expect.poll(async () => (await peers.stats(peer)).video.packets).toBeGreaterThan(10)
  await expect.poll(() => viewerCount(owner, id)).toBe(1)
  expect((await server.client().send('DELETE', location, undefined, CROSS_ORIGIN)).status).toBe(200)
  await expect.poll(() => viewerCount(owner, id)).toBe(0)
  expect((await server.client().send('DELETE', location)).status).toBe(404)
  await stop()
})

test('a player that disappears is no longer counted', async () => {
  const { owner, id, stop } = await createScene()
  const { peer, location } = await play(server.client(), id)
  // The engine counts the silence of a player from its first report.
  await expect.poll(async () => (await peers.stats(peer)).reports).toBeGreaterThan(2)
  await expect.poll(() => viewerCount(owner, id)).toBe(1)
  await peers.close(peer)
  await expect.poll(() => viewerCount(owner, id)).toBe(0)
  expect((await server.client().send('DELETE', location)).status).toBe(404)
  await stop()
})

test('the end of the stream ends its players', async () => {
  const { owner, id, stop } = await createScene()
  const { location } = await play(server.client(), id)
  await expect.poll(() => viewerCount(owner, id)).toBe(1)
  await stop()
  await expect.poll(() => viewerCount(owner, id)).toBe(0)
  expect((await server.client().send('DELETE', location)).status).toBe(404)
})

test('players and sockets count together as viewers, and once in the total views', async () => {
  const { owner, id, stop } = await createScene()
  const member = await server.member()
  const socket = await member.openJoinedSocket(id)
  const players = [await play(member, id), await play(member, id)]
  await expect.poll(() => viewerCount(owner, id)).toBe(3)
  const total = async () => (await owner.get('/api/auth/user')).body
  await expect.poll(total).toMatchObject({ totalViews: 1 })
  for (const { location } of players) await member.send('DELETE', location)
  await expect.poll(() => viewerCount(owner, id)).toBe(1)
  expect(await total()).toMatchObject({ totalViews: 1 })
  socket.close()
  await stop()
})

test('a stream without media gets 409 with Retry-After', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream()
  for (const isLive of [false, true]) {
    await owner.put(`/api/streams/${id}`, { isLive })
    const { status, body, headers } = await play(server.client(), id)
    expect([status, body]).toMatchObject([409, { code: 'not_live' }])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

test('a private stream gets 404 without a session or token', async () => {
  const { id, stop } = await createScene({ isPublic: false })
  const member = await server.member()
  const { token, expiresAt, whepUrl } = getPlayback.response.parse(
    (await member.get(`/api/streams/${id}/playback`)).body,
  )
  expect(new URL(whepUrl).pathname).toBe(`/whep/${id}`)
  expect(Date.parse(expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(5 * 60_000)
  const client = server.client()
  expect((await play(client, id)).status).toBe(404)
  expect((await play(client, id, { ...CROSS_ORIGIN, ...bearer(token) })).status).toBe(201)
  expect((await play(member, id)).status).toBe(201)
  // A cross-origin page sends the user's cookie, which does not authorize it.
  expect((await play(member, id, CROSS_ORIGIN)).status).toBe(404)
  expect((await play(member, id, { ...CROSS_ORIGIN, 'sec-fetch-site': 'same-site' })).status).toBe(404)
  await stop()
})

test('a token is valid for one stream, for a short time, and while its user is active', async () => {
  const secret = 'a secret that is only ever used by tests'
  const { id, stop } = await createScene({ isPublic: false })
  const other = await createScene({ isPublic: false })
  const member = await server.member()
  const tokens = new PlaybackTokens(secret)
  const userId = member.user.id
  const status = async (token: string) => (await play(server.client(), id, bearer(token))).status
  const { token } = tokens.issue(id, userId)
  const [claim = '', signature = ''] = token.split('.')
  expect(await status(token)).toBe(201)
  const forged = Buffer.from(JSON.stringify([id, userId, 9_999_999_999])).toString('base64url')
  for (const wrong of [
    tokens.issue(other.id, userId).token,
    tokens.issue(id, userId, Date.now() - 5 * 60_000 - 1000).token,
    new PlaybackTokens('another secret').issue(id, userId).token,
    `${forged}.${signature}`,
    claim,
    `${claim}.`,
    'nonsense',
    '.',
  ]) {
    const { status: rejected, headers } = await play(server.client(), id, bearer(wrong))
    expect([rejected, headers.get('www-authenticate')], wrong).toEqual([
      401,
      `Bearer realm="${server.app.context.config.publicUrl.host}", error="invalid_token"`,
    ])
  }
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, userId))
  await server.catchUpWithDatabase()
  expect(await status(token)).toBe(401)
  await stop()
  await other.stop()
})

test('a public stream needs no token, and none is issued', async () => {
  const owner = await server.member()
  const { id } = await owner.createStream()
  for (const client of [server.client(), owner]) {
    const { body } = await client.get(`/api/streams/${id}/playback`)
    expect(body).toMatchObject({ token: null, expiresAt: null })
  }
})

test('a banned user cannot play, and a ban removes the user’s players', async () => {
  const { owner, id, stop } = await createScene()
  const member = await server.member()
  await play(member, id)
  await expect.poll(() => viewerCount(owner, id)).toBe(1)
  expect((await owner.put(`/api/streams/${id}/bans/${member.user.id}`, {})).status).toBe(200)
  await expect.poll(() => viewerCount(owner, id)).toBe(0)
  expect((await play(member, id)).body).toMatchObject({ code: 'banned' })
  expect((await member.get(`/api/streams/${id}/playback`)).status).toBe(403)
  await stop()
})

test('deactivating a user removes the user’s players of a private stream', async () => {
  const { owner, id, stop } = await createScene({ isPublic: false })
  const member = await server.member()
  await play(member, id)
  await expect.poll(() => viewerCount(owner, id)).toBe(1)
  await server.database.db.update(users).set({ isActive: false }).where(eq(users.id, member.user.id))
  await expect.poll(() => viewerCount(owner, id)).toBe(0)
  await stop()
})

test('the end of a session closes its publisher and players', async () => {
  const { owner, id, stop } = await createScene()
  const member = await server.member()
  await play(member, id)
  const studio = await member.openSocket()
  const own = await member.createStream()
  studio.send({
    type: 'webrtc_offer',
    streamId: own.id,
    data: { type: 'offer', sdp: await peers.offer('studio') },
  })
  await peers.acceptAnswer('studio', (await studio.waitFor('webrtc_answer')).data.sdp)
  await member.put(`/api/streams/${own.id}`, { isLive: true })
  const watching = await owner.openSocket()
  watching.send({ type: 'join_stream', streamId: own.id })
  await watching.waitFor('webrtc_offer')
  await expect.poll(() => viewerCount(owner, id)).toBe(1)

  await member.get('/api/logout')
  await watching.waitFor('broadcast_interrupted')
  await expect.poll(() => viewerCount(owner, id)).toBe(0)
  watching.close()
  await stop()
})

test('players of visitors are removed when the stream becomes private', async () => {
  const { owner, id, stop } = await createScene()
  const visitor = await play(server.client(), id)
  const member = await play(await server.member(), id)
  await expect.poll(() => viewerCount(owner, id)).toBe(2)
  await owner.put(`/api/streams/${id}`, { settings: { isPublic: false } })
  await expect.poll(() => viewerCount(owner, id)).toBe(1)
  expect((await server.client().send('DELETE', visitor.location)).status).toBe(404)
  expect((await server.client().send('DELETE', member.location)).status).toBe(200)
  await stop()
})

test('broken offers, absurd candidates and unknown sessions are rejected', async () => {
  const { owner, id, stop } = await createScene()
  const client = server.client()
  const { location, headers, sdp } = await play(client, id)
  const etag = headers.get('etag') ?? ''
  const [, ufrag] = /a=ice-ufrag:(\S+)/.exec(sdp) ?? []
  const patch = async (body: string, headers: Record<string, string>, address = location) =>
    (await client.send('PATCH', address, body, { ...FRAGMENT, ...headers })).status
  const lines = Array.from({ length: 150 }, () => 'a=candidate:1 1 UDP 1 999.1.1.1 9 typ host').join('\r\n')
  expect(await patch(`a=ice-ufrag:${ufrag}\r\n${lines}`, { 'if-match': etag })).toBe(204)
  expect(await patch(lines, {})).toBe(204)
  expect(await patch('a=ice-ufrag:another\r\n', { 'if-match': '*' })).toBe(422)
  expect(await patch(lines, { 'if-match': '"other"' })).toBe(412)
  expect(await patch(lines, {}, `/whep/${id}/${crypto.randomUUID()}`)).toBe(404)
  expect(await patch(lines, {}, location.replace(id, (await owner.createStream()).id))).toBe(404)
  for (const [body, status] of [
    ['v=0', 400],
    ['', 400],
    [await peers.offer('a broadcaster'), 400],
    ['x'.repeat(70_000), 413],
  ] as const)
    expect((await client.post(`/whep/${id}`, body, SDP)).status, body.slice(0, 20)).toBe(status)
  for (const name of ['42', 'null', '%00', '0198a1b2-0000-7000-8000-000000000000'])
    expect((await client.post(`/whep/${name}`, sdp, SDP)).status, name).toBe(404)
  expect((await client.post(`/whep/${id}`, sdp, { 'content-type': 'application/json' })).status).toBe(415)
  expect((await client.get(`/whep/${id}`)).headers.get('allow')).toBe('POST, OPTIONS')
  await expect.poll(() => viewerCount(owner, id)).toBe(1)
  await stop()
})

test('PATCH is rate limited per session, and candidates are limited per peer', async () => {
  const { id, stop } = await createScene()
  const client = server.client()
  const { location } = await play(client, id)
  const addCandidate = vi.spyOn(server.app.context.engine, 'addCandidate')
  onTestFinished(() => addCandidate.mockRestore())
  const lines = Array.from({ length: 100 }, () => 'a=candidate:1 1 UDP 1 127.0.0.1 9 typ host').join('\r\n')
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => (await client.send('PATCH', location, lines, FRAGMENT)).status),
  )
  expect(statuses.filter((status) => status === 204)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect(addCandidate).toHaveBeenCalledTimes(32)
  await stop()
})

test('players per user are limited like sockets, and offers are rate limited', async () => {
  const limitedApp = await startTestApp({ rates: { playerOffers: { points: 3, seconds: 60 } } })
  const member = await limitedApp.member()
  const { id } = await member.createStream()
  const statuses = []
  for (let index = 0; index < 4; index++) statuses.push((await member.post(`/whep/${id}`, 'v=0', SDP)).status)
  expect(statuses).toEqual([409, 409, 409, 429])
  await limitedApp.close()

  const { owner, id: live, stop } = await createScene()
  const watcher = await server.member()
  const sessions = []
  for (let index = 0; index < 21; index++) sessions.push(await play(watcher, live))
  expect(sessions.slice(0, 20).every(({ status }) => status === 201)).toBe(true)
  expect([sessions[20]?.status, sessions[20]?.body]).toMatchObject([429, { code: 'rate_limited' }])
  await server.client().send('DELETE', sessions[0]?.location ?? '')
  expect((await play(watcher, live)).status).toBe(201)
  await expect.poll(() => viewerCount(owner, live)).toBe(20)
  await stop()
})

test('players per address are limited, whatever their visitor cookies', async () => {
  const { settings } = server.app.context
  await settings.set('limits.socketsOfAddress', '10', server.admin.user.id)
  onTestFinished(() => settings.reset('limits.socketsOfAddress', server.admin.user.id))
  const { id, stop } = await createScene()
  const statuses = []
  for (let index = 0; index < 12; index++) {
    const cookie = `visitor=${crypto.randomUUID()}`
    statuses.push((await play(server.client(), id, { cookie })).status)
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.slice(10)).toEqual([429, 429])
  await stop()
})
