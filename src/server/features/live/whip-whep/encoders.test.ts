import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renewStreamKey, stream as streamSchema } from '#shared/live/streams.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import type { Peers } from '#server/live-engine/testing/peers.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'

const SDP = { 'content-type': 'application/sdp' }
const FRAGMENT = { 'content-type': 'application/trickle-ice-sdpfrag' }

let server: LiveTestApp
let peers: Peers
let lastPeer = 0
beforeAll(async () => {
  server = await startLiveApp({ env: { TURN_URL: 'turn:turn.example.org', TURN_SECRET: 'hush' } })
  peers = server.peers
})
afterAll(() => server.close())

const bearer = (key: string | null | undefined) => ({ authorization: `Bearer ${key ?? ''}` })

/** Creates a user with a stream and returns its stream key. */
async function createScene() {
  const owner = await server.member()
  const created = await owner.createStream()
  return { owner, id: created.id, key: created.streamKey ?? '' }
}

/** Sends an encoder's offer. On success its media starts to flow. */
async function offer(key: string, { query = '', headers = {} }: { query?: string; headers?: object } = {}) {
  const peer = `encoder ${++lastPeer}`
  const sdp = await peers.offer(peer)
  const response = await server.client().post(`/whip${query}`, sdp, { ...SDP, ...bearer(key), ...headers })
  if (response.status === 201) await peers.acceptAnswer(peer, String(response.body))
  return { ...response, peer, sdp, location: response.headers.get('location') ?? '' }
}
const readStream = async (client: TestClient, id: string) =>
  streamSchema.parse((await client.get(`/api/streams/${id}`)).body)
const end = (key: string, location: string) =>
  server.client().send('DELETE', location, undefined, bearer(key))
const patch = (key: string, location: string, body: string, headers: Record<string, string>) =>
  server.client().send('PATCH', location, body, { ...FRAGMENT, ...bearer(key), ...headers })

test('an encoder’s offer starts the stream, viewers get an offer, and DELETE ends the stream immediately', async () => {
  const { owner, id, key } = await createScene()
  const watching = await owner.openJoinedSocket(id)
  const { status, headers, location, peer, body } = await offer(key)
  expect(status).toBe(201)
  expect(headers.get('content-type')).toMatch(/^application\/sdp/)
  expect(headers.get('etag')).toMatch(/^"[\w-]+"$/)
  expect(headers.get('accept-patch')).toBe('application/trickle-ice-sdpfrag')
  expect(headers.get('link')).toMatch(/^<turn:turn\.example\.org>; rel="ice-server"; username="/)
  expect(location).toMatch(/^\/whip\/[\da-f-]{36}$/)
  expect(body).toContain('a=candidate:')
  expect(body).toContain('a=setup:')
  await watching.waitFor('stream_started')
  expect((await watching.waitFor('broadcast_source')).data.source).toBe('encoder')
  await watching.waitFor('webrtc_offer')
  await expect.poll(async () => (await peers.stats(peer)).state).toBe('connected')
  const live = await readStream(owner, id)
  expect(live.isLive).toBe(true)
  expect(live.rtcOfferId).toBe(location.split('/').at(-1))
  expect((await end(key, location)).status).toBe(200)
  await watching.waitFor('stream_ended')
  expect((await readStream(owner, id)).isLive).toBe(false)
  expect((await end(key, location)).status).toBe(404)
  watching.close()
})

test.each([
  ['42e01f', '42e01f'],
  ['42001f', '42e01f'],
  ['4d001f', '4d001f'],
  ['4d0032', '4d0032'],
  ['640c1f', '640c1f'],
  ['64001f', '64001f'],
  ['640032', '640032'],
])('an encoder may send H264 of the profile %s, which is answered with %s', async (offered, answered) => {
  const { owner, id, key } = await createScene()
  const watching = await owner.openJoinedSocket(id)
  const peer = `encoder ${++lastPeer}`
  const sdp = (await peers.offer(peer, { video: 'H264' })).replaceAll('42e01f', offered)
  expect(sdp).toContain(`profile-level-id=${offered}`)
  const { status, body, headers } = await server.client().post('/whip', sdp, { ...SDP, ...bearer(key) })
  expect(status).toBe(201)
  expect(body).toContain(`profile-level-id=${answered}`)
  await peers.acceptAnswer(peer, String(body))
  // Every browser offers this profile, and decodes packets of other profiles with it.
  const offer = JSON.stringify((await watching.waitFor('webrtc_offer')).data)
  expect(offer).toContain('profile-level-id=42e01f')
  await end(key, headers.get('location') ?? '')
  watching.close()
})

test.each(['f4001f', '6e001f', '7a001f'])(
  'an encoder whose H264 only some browsers decode is told so (%s)',
  async (profile) => {
    const { key } = await createScene()
    const sdp = (await peers.offer(`encoder ${++lastPeer}`, { video: 'H264' })).replaceAll('42e01f', profile)
    const { status, body } = await server.client().post('/whip', sdp, { ...SDP, ...bearer(key) })
    expect([status, body]).toMatchObject([400, { code: 'invalid' }])
  },
)

test('a later subscriber receives the source of the broadcast', async () => {
  const { id, key } = await createScene()
  const { location } = await offer(key)
  const socket = await server.client().openSocket()
  socket.send({ type: 'subscribe', streamId: id })
  expect((await socket.waitFor('subscribed')).source).toBe('encoder')
  await end(key, location)
  socket.send({ type: 'subscribe', streamId: id })
  expect((await socket.waitFor('subscribed')).source).toBeNull()
  socket.close()
})

test('an encoder publishes on the named stream, or else on the live or newest one', async () => {
  const { owner, id: older, key } = await createScene()
  const newer = (await owner.createStream()).id
  const first = await offer(key)
  expect(await readStream(owner, newer)).toMatchObject({ isLive: true })
  await end(key, first.location)
  await offer(key, { query: `?streamId=${older}` })
  expect(await readStream(owner, older)).toMatchObject({ isLive: true })
  const second = await offer(key)
  expect(second.status).toBe(201)
  expect(await readStream(owner, newer)).toMatchObject({ isLive: false })
  const other = await offer(key, { query: `?streamId=${newer}` })
  expect([other.status, other.body]).toMatchObject([409, { code: 'already_live' }])
  expect(await readStream(owner, older)).toMatchObject({ isLive: true })
  await end(key, second.location)
})

test('an encoder that reconnects replaces its previous session', async () => {
  const { owner, id, key } = await createScene()
  const first = await offer(key)
  const second = await offer(key)
  expect(second.status).toBe(201)
  expect((await end(key, first.location)).status).toBe(404)
  expect((await readStream(owner, id)).isLive).toBe(true)
  expect((await end(key, second.location)).status).toBe(200)
})

test('DELETE ends the stream also after the encoder has closed its peer connection', async () => {
  const { owner, id, key } = await createScene()
  const watching = await owner.openJoinedSocket(id)
  const { location, peer, headers } = await offer(key)
  await watching.waitFor('webrtc_offer')
  await peers.close(peer)
  await watching.waitFor('broadcast_interrupted')
  const patched = await patch(key, location, 'a=mid:0\r\n', { 'if-match': headers.get('etag') ?? '' })
  expect(patched.status).toBe(404)
  expect((await end(key, location)).status).toBe(200)
  await watching.waitFor('stream_ended')
  expect((await end(key, location)).status).toBe(404)
  watching.close()
})

test('a join reports whether media arrives, and a repeated join without media gets an offer later', async () => {
  const { owner, id, key } = await createScene()
  const watching = await (await server.member()).openSocket()
  const join = async () => {
    watching.send({ type: 'join_stream', streamId: id })
    return (await watching.waitFor('stream_joined')).data
  }
  await owner.put(`/api/streams/${id}`, { isLive: true })
  expect(await join()).toMatchObject({ isLive: true, hasMedia: false, isInterrupted: false })
  const { peer } = await offer(key)
  await watching.waitFor('webrtc_offer')
  expect(await join()).toMatchObject({ isLive: true, hasMedia: true, isInterrupted: false })
  await watching.waitFor('webrtc_offer')
  await peers.close(peer)
  await watching.waitFor('broadcast_interrupted')
  expect(await join()).toMatchObject({ isLive: true, hasMedia: false, isInterrupted: true })
  const resumed = await offer(key)
  await watching.waitFor('webrtc_offer')
  await end(key, resumed.location)
  watching.close()
})

test('a studio page is notified when an encoder replaces it', async () => {
  const { owner, id, key } = await createScene()
  const studio = await owner.openSocket()
  const sdp = await peers.offer('studio')
  studio.send({ type: 'webrtc_offer', streamId: id, data: { type: 'offer', sdp } })
  await studio.waitFor('webrtc_answer')
  const { location } = await offer(key)
  expect(await studio.waitFor('error')).toMatchObject({ code: 'conflict', streamId: id })
  await end(key, location)
  studio.close()
})

test('a wrong key gets 401 with a challenge on every method', async () => {
  const { key } = await createScene()
  const { location } = await offer(key)
  const client = server.client()
  const { host } = server.app.context.config.publicUrl
  const sdp = await peers.offer('nobody')
  for (const headers of [
    {},
    bearer('live_wrong'),
    bearer(`live_${'A'.repeat(43)}`),
    { authorization: key },
  ]) {
    const responses = [
      await client.post('/whip', sdp, { ...SDP, ...headers }),
      await client.send('PATCH', location, 'a=mid:0\r\n', { ...FRAGMENT, ...headers, 'if-match': '*' }),
      await client.send('DELETE', location, undefined, headers),
    ]
    for (const { status, body, headers: responseHeaders } of responses) {
      expect([status, body]).toEqual([401, { message: 'Unauthorized', code: 'unauthorized' }])
      expect(responseHeaders.get('www-authenticate')).toContain(`Bearer realm="${host}"`)
    }
  }
  expect((await end(key, location)).status).toBe(200)
})

test('another user’s key gives no access to streams and sessions', async () => {
  const [victim, other] = [await createScene(), await createScene()]
  const stolen = await offer(other.key, { query: `?streamId=${victim.id}` })
  expect([stolen.status, stolen.body]).toMatchObject([404, { code: 'not_found' }])
  expect(await readStream(victim.owner, victim.id)).toMatchObject({ isLive: false })
  const { location, headers } = await offer(victim.key)
  expect((await end(other.key, location)).status).toBe(404)
  const etag = headers.get('etag') ?? ''
  expect((await patch(other.key, location, 'a=mid:0\r\n', { 'if-match': etag })).status).toBe(404)
  expect(await readStream(victim.owner, victim.id)).toMatchObject({ isLive: true })
  await end(victim.key, location)
})

test('the session cookie does not authorize an encoder', async () => {
  const { owner } = await createScene()
  expect((await owner.post('/whip', await peers.offer('cookie'), SDP)).status).toBe(401)
})

test('an invalid or unknown stream id gets 404', async () => {
  const { key } = await createScene()
  for (const name of ['42', 'null', '%00', '0198a1b2-0000-7000-8000-000000000000'])
    expect((await offer(key, { query: `?streamId=${name}` })).status, name).toBe(404)
})

test('two stream ids are rejected', async () => {
  const { id, key } = await createScene()
  const { status, body } = await offer(key, { query: `?streamId=${id}&streamId=${id}` })
  expect([status, body]).toMatchObject([400, { code: 'invalid' }])
})

test('a user without a stream gets 404', async () => {
  const { owner, id, key } = await createScene()
  await server.database.pool.query('delete from streams where id = $1', [id])
  const { status, body } = await offer(key)
  expect([status, body]).toMatchObject([404, { code: 'not_found' }])
  expect((await owner.createStream()).streamKey).toBe(key)
})

/** Returns the packets that the engine has received of a stream; undefined if it has no such stream. */
async function packetsOf(id: string): Promise<number | undefined> {
  const { streams } = await server.app.context.engine.stats()
  return streams.find(({ streamId }) => streamId === id)?.packetsIn
}
const renew = async (owner: TestClient, id: string) =>
  renewStreamKey.response.parse((await owner.post(`/api/streams/${id}/key`)).body).streamKey

test.each([
  ['to its newest stream', () => ''],
  ['to the stream that it names', (id: string) => `?streamId=${id}`],
])(
  'renewing the key disconnects an encoder that sends %s, and the new key may resume within the grace period',
  async (_, to) => {
    const { owner, id, key } = await createScene()
    const query = to(id)
    const watching = await owner.openSubscribedSocket(id)
    const { location, peer, sdp, headers } = await offer(key, { query })
    await expect.poll(async () => (await peers.stats(peer)).state).toBe('connected')
    await expect.poll(() => packetsOf(id)).toBeGreaterThan(0)
    const renewed = await renew(owner, id)
    await watching.waitFor('broadcast_interrupted')
    // The engine drops a stream without publisher and viewers.
    expect(await packetsOf(id)).toBeUndefined()
    const candidates = `a=ice-ufrag:${/a=ice-ufrag:(\S+)/.exec(sdp)?.[1]}\r\na=end-of-candidates\r\n`
    const etag = headers.get('etag') ?? ''
    expect((await patch(key, location, candidates, { 'if-match': etag })).status).toBe(401)
    expect((await patch(renewed, location, candidates, { 'if-match': etag })).status).toBe(404)
    expect((await end(key, location)).status).toBe(401)
    for (const otherQuery of ['', `?streamId=${id}`])
      expect((await offer(key, { query: otherQuery })).status).toBe(401)
    await watching.roundTrip()
    expect(watching.received.filter(({ type }) => type === 'broadcast_resumed')).toEqual([])
    expect((await readStream(owner, id)).isLive).toBe(true)
    const resumed = await offer(renewed, { query })
    await watching.waitFor('broadcast_resumed')
    await end(renewed, resumed.location)
    watching.close()
  },
)

test('renewing the key does not disconnect a studio page', async () => {
  const { owner, id } = await createScene()
  const studio = await owner.openSubscribedSocket(id)
  const data = { type: 'offer', sdp: await peers.offer('studio in a browser') } as const
  studio.send({ type: 'webrtc_offer', streamId: id, data })
  await peers.acceptAnswer('studio in a browser', (await studio.waitFor('webrtc_answer')).answer.sdp)
  await owner.put(`/api/streams/${id}`, { isLive: true })
  await expect.poll(() => packetsOf(id)).toBeGreaterThan(0)
  await renew(owner, id)
  const before = (await packetsOf(id)) ?? 0
  await expect.poll(() => packetsOf(id)).toBeGreaterThan(before + 50)
  await studio.roundTrip()
  expect(studio.received.filter(({ type }) => type === 'broadcast_interrupted')).toEqual([])
  await owner.put(`/api/streams/${id}`, { isLive: false })
  studio.close()
})

test('a key that is renewed while the engine creates the peer does not start the stream', async () => {
  const { owner, id, key } = await createScene()
  const { engine } = server.app.context
  const publish = engine.publish.bind(engine)
  const slow = vi.spyOn(engine, 'publish').mockImplementationOnce(async (...parameters) => {
    const response = await publish(...parameters)
    await renew(owner, id)
    return response
  })
  expect((await offer(key)).status).toBe(401)
  slow.mockRestore()
  expect(await readStream(owner, id)).toMatchObject({ isLive: false, startedAt: null })
  expect(await packetsOf(id)).toBeUndefined()
})

test('deactivating a user disconnects the broadcast immediately and disables the key', async () => {
  const { id, key } = await createScene()
  const member = await server.member()
  const watching = await member.openJoinedSocket(id)
  await offer(key)
  await watching.waitFor('webrtc_offer')
  const owner = (await readStream(member, id)).streamerId
  const set = (isActive: boolean) =>
    server.database.db.update(users).set({ isActive }).where(eq(users.id, owner))
  await set(false)
  await watching.waitFor('broadcast_interrupted')
  expect((await offer(key)).status).toBe(401)
  await set(true)
  await server.catchUpWithDatabase()
  const resumed = await offer(key)
  expect(resumed.status).toBe(201)
  await end(key, resumed.location)
  watching.close()
})

test('an offer that is broken, too long or of another content type is rejected and starts nothing', async () => {
  const { owner, id, key } = await createScene()
  const client = server.client()
  const send = (body: string, headers: Record<string, string>) =>
    client.post('/whip', body, { ...bearer(key), ...headers })
  const validOffer = await peers.offer('whole')
  const cases: [string, Record<string, string>, number][] = [
    ['v=0\r\nm=nonsense', SDP, 400],
    ['not a description', SDP, 400],
    [validOffer.replaceAll('opus', 'pcmu'), SDP, 400],
    ['', SDP, 400],
    ['\0'.repeat(1000), SDP, 400],
    [`v=0\r\n${'a=x\r\n'.repeat(20_000)}`, SDP, 413],
    [validOffer, { 'content-type': 'application/json' }, 415],
    [validOffer, { 'content-type': 'text/plain' }, 415],
    [validOffer, FRAGMENT, 415],
  ]
  for (const [body, headers, status] of cases) {
    const response = await send(body, headers)
    expect(response.status, body.slice(0, 40)).toBe(status)
    expect(response.body).toHaveProperty('code')
    if (status === 415) expect(response.headers.get('accept-post')).toBe('application/sdp')
  }
  expect((await readStream(owner, id)).isLive).toBe(false)
  expect((await offer(key)).status).toBe(201)
})

test('candidates are only accepted for the ICE session of If-Match', async () => {
  const { key } = await createScene()
  const { location, headers, sdp, peer } = await offer(key)
  const etag = headers.get('etag') ?? ''
  const [, ufrag] = /a=ice-ufrag:(\S+)/.exec(sdp) ?? []
  const fragment = `a=ice-ufrag:${ufrag}\r\na=ice-pwd:whatever-it-was-before\r\nm=audio 9 RTP/AVP 0\r\na=mid:0\r\na=candidate:1 1 UDP 2130706431 192.0.2.9 9 typ host\r\na=end-of-candidates\r\n`
  const restart = 'a=ice-ufrag:another\r\na=ice-pwd:another-password-of-it\r\n'
  const cases: [string, Record<string, string>, number][] = [
    [fragment, { 'if-match': etag }, 204],
    [fragment, { 'if-match': `"other", ${etag}` }, 204],
    [fragment, {}, 428],
    [fragment, { 'if-match': '"other"' }, 412],
    [fragment, { 'if-match': `W/${etag}` }, 412],
    [restart, { 'if-match': '*' }, 422],
    [restart, { 'if-match': etag }, 422],
    ['nonsense', { 'if-match': etag }, 400],
    [fragment, { 'if-match': etag, 'content-type': 'application/sdp' }, 415],
  ]
  for (const [body, headers, status] of cases)
    expect((await patch(key, location, body, headers)).status, JSON.stringify(headers)).toBe(status)
  const absurd = ['1 1 UDP 1 999.1.1.1 9 typ host', `${'x'.repeat(300)}`, '1 1 TCP 1 192.0.2.1 0 typ host']
  const lines = Array.from({ length: 150 }, (_, index) => `a=candidate:${absurd[index % 3]}`).join('\r\n')
  expect((await patch(key, location, lines, { 'if-match': etag })).status).toBe(204)
  await expect.poll(async () => (await peers.stats(peer)).state).toBe('connected')
  await end(key, location)
})

test('cross-origin pages may publish without cookies and read the response headers', async () => {
  const { key } = await createScene()
  const crossOrigin = { origin: 'https://studio.example', 'sec-fetch-site': 'cross-site' }
  const preflight = await server.client().send('OPTIONS', '/whip', undefined, {
    ...crossOrigin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('accept-post')).toBe('application/sdp')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  const { status, headers, location } = await offer(key, { headers: crossOrigin })
  expect(status).toBe(201)
  for (const responseHeaders of [preflight.headers, headers]) {
    expect(responseHeaders.get('access-control-allow-origin')).toBe('*')
    expect(responseHeaders.has('access-control-allow-credentials')).toBe(false)
  }
  expect(headers.get('access-control-expose-headers')).toBe(
    'Location, ETag, Link, Accept-Patch, Retry-After, WWW-Authenticate',
  )
  const ofSession = await server.client().send('OPTIONS', location, undefined, crossOrigin)
  expect(ofSession.headers.get('access-control-allow-methods')).toBe('PATCH, DELETE, OPTIONS')
  expect(
    (await server.client().send('DELETE', location, undefined, { ...crossOrigin, ...bearer(key) })).status,
  ).toBe(200)
})

test('other methods get 405 with the allowed methods', async () => {
  const client = server.client()
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    const { status, headers, body } = await client.send(method, '/whip')
    expect([status, headers.get('allow'), body], method).toMatchObject([
      405,
      'POST, OPTIONS',
      { code: 'method_not_allowed' },
    ])
  }
  const session = `/whip/${crypto.randomUUID()}`
  for (const method of ['GET', 'PUT', 'POST'])
    expect((await client.send(method, session)).headers.get('allow'), method).toBe('PATCH, DELETE, OPTIONS')
  expect((await client.get('/whip/one/too/many')).body).toMatchObject({ code: 'not_found' })
})

test('an encoder of a user who exceeds the start limit is disconnected', async () => {
  const { owner, id, key } = await createScene()
  const { limits } = server.app.context
  for (let index = 0; index < 20; index++) await limits.consume(rateOf('starts'), owner.user.id)
  expect(await offer(key)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(await readStream(owner, id)).toMatchObject({ isLive: false })
})

test('wrong keys are rate limited per address, and a valid key from the same address is accepted', async () => {
  const limitedApp = await startTestApp({ rates: { wrongStreamKeys: { points: 3, seconds: 60 } } })
  const member = await limitedApp.member()
  const { streamKey } = await member.createStream()
  const send = async (key: string) =>
    (await limitedApp.client().post('/whip', 'v=0', { ...SDP, ...bearer(key) })).status
  const statuses = []
  for (let index = 0; index < 4; index++) statuses.push(await send('live_guess'))
  expect(statuses).toEqual([401, 401, 401, 429])
  // 503, as this app has no engine.
  expect(await send(streamKey ?? '')).toBe(503)
  await limitedApp.close()
})
