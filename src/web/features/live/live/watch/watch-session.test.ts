import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { Socket } from '#web/realtime/socket.ts'
import {
  BYTES_PER_POLL,
  TestMedia,
  TestPeers,
  TestTrack,
} from '#web/features/live/live/testing/test-peers.ts'
import { TestStreamServer } from '#web/features/live/live/testing/test-stream-server.ts'
import {
  type StreamState,
  UNKNOWN_STREAM,
  isAwaitingMedia,
  reduceStream,
} from '#web/features/live/shared/streams/stream-state.ts'
import { WatchSession } from './watch-session.ts'

const record = testStream(1, { viewerCount: 3, startedAt: '2025-11-21T20:00:00Z' })
const streamId = record.id
const otherId = '0198c1d2-0000-7000-8000-000000000002'
const clientId = '0198c1d2-0000-4000-8000-000000000003'
const startedAt = '2025-11-21T20:00:00Z'
const JOINED = { isLive: true, viewerCount: 4, startedAt, isInterrupted: false, hasMedia: true }
const REJOIN_MS = 100
const DISCONNECT_GRACE_MS = 400

let server: TestStreamServer
let peers: TestPeers
let session: WatchSession
/** The state of the stream in the page's store. */
let stream: StreamState

beforeEach(() => {
  vi.useFakeTimers()
  server = new TestStreamServer(streamId)
  peers = new TestPeers()
  session = createSession()
})
afterEach(() => {
  session.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

function createSession(
  options: Partial<ConstructorParameters<typeof WatchSession>[0]> = {},
  socket = new Socket({ open: server.open }),
): WatchSession {
  stream = { ...UNKNOWN_STREAM, record }
  socket.onMessage((message) => {
    if ('streamId' in message && message.streamId === streamId)
      stream = reduceStream(stream, message, { isSignedIn: false, now: Date.now() })
  })
  return new WatchSession({
    streamId,
    socket,
    stream: { get: () => stream },
    createPeer: peers.create,
    createMedia: () => new TestMedia().stream,
    rejoinMs: REJOIN_MS,
    disconnectGraceMs: DISCONNECT_GRACE_MS,
    ...options,
  })
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const flush = () => advance(0)
const state = () => {
  const { isLive = false, viewerCount, startedAt: started } = stream.record ?? {}
  const { isBanned, broadcast } = stream
  return {
    ...session.state.get(),
    isLive: isLive && !session.state.get().isRefused,
    viewerCount,
    startedAt: started,
    isInterrupted: broadcast.isInterrupted,
    isAwaitingMedia: isAwaitingMedia(stream),
    isBanned,
  }
}
const joins = () => server.received('join_stream').length
const answers = () => server.received('webrtc_answer').map(({ data }) => data?.sdp)
const answerOf = (index: number) => `answer of peer ${peers.all[index]?.number}`

async function sendJoined(overrides: Partial<typeof JOINED> = {}): Promise<void> {
  server.sendMessage({ type: 'stream_joined', streamId, data: { ...JOINED, ...overrides } })
  await flush()
}

async function sendOffer(sdp = 'the offer', connection = server.latest): Promise<void> {
  const data = { type: 'offer', sdp } as const
  server.sendMessage({ type: 'webrtc_offer', streamId, data, offer: data }, connection)
  await flush()
}

function sendEnd(): void {
  server.sendMessage({ type: 'stream_ended', streamId, data: { endedAt: '2025-11-21T21:00:00Z' } })
}

async function openAndJoin(): Promise<void> {
  session.open()
  server.accept()
  await sendJoined()
}

async function startWatching(): Promise<void> {
  await openAndJoin()
  await sendOffer()
  peers.latest.ontrack?.({ track: new TestTrack('video') })
  peers.latest.ontrack?.({ track: new TestTrack('audio') })
  peers.latest.setConnectionState('connected')
}

test('it joins, answers the offer and shows the received media', async () => {
  await openAndJoin()
  expect(server.latest.received).toEqual([{ type: 'join_stream', streamId, quality: 'auto' }])
  expect(state()).toMatchObject({ isLive: true, viewerCount: 4, startedAt, media: null })
  await sendOffer()
  expect(peers.latest.remoteSdp).toBe('the offer')
  expect(answers()).toEqual([answerOf(0)])
  expect(state().media).toBeNull()
  peers.latest.ontrack?.({ track: new TestTrack('video') })
  const { media } = state()
  peers.latest.ontrack?.({ track: new TestTrack('audio') })
  expect(state().media).toBe(media)
  expect(media?.getTracks().map(({ kind }) => kind)).toEqual(['video', 'audio'])
})

test('the descriptions have NACK for audio', async () => {
  await openAndJoin()
  await sendOffer('a=rtpmap:111 opus/48000/2\r\n')
  expect(peers.latest.remoteSdp).toBe('a=rtpmap:111 opus/48000/2\r\na=rtcp-fb:111 nack\r\n')
})

test('candidates are exchanged in both directions, also before the description', async () => {
  await openAndJoin()
  const remote = { candidate: 'remote', sdpMid: '0' }
  const data = { type: 'offer', sdp: 'the offer' } as const
  server.sendMessage({ type: 'webrtc_offer', streamId, data, offer: data })
  server.sendMessage({ type: 'webrtc_ice_candidate', streamId, data: remote, candidate: remote })
  await flush()
  peers.latest.emitCandidate({ candidate: 'local', sdpMid: '0' })
  expect(peers.latest.candidates).toMatchObject([remote])
  expect(server.received('webrtc_ice_candidate')).toMatchObject([{ streamId, data: { candidate: 'local' } }])
})

test('an invalid candidate does not break the connection', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  await startWatching()
  const invalid = { candidate: 'invalid', sdpMid: '0' }
  server.sendMessage({ type: 'webrtc_ice_candidate', streamId, data: invalid, candidate: invalid })
  await advance(10_000)
  expect(log).toHaveBeenCalledOnce()
  expect(peers.all).toHaveLength(1)
  expect(state().hasError).toBe(false)
})

test('messages for other streams are ignored', async () => {
  await startWatching()
  const before = state()
  server.sendMessage({ type: 'viewer_count', streamId: otherId, data: { viewerCount: 99 } })
  server.sendMessage({ type: 'stream_ended', streamId: otherId, data: { endedAt: startedAt } })
  server.sendMessage({ type: 'broadcast_interrupted', streamId: otherId })
  const data = { type: 'offer', sdp: 'of another stream' } as const
  server.sendMessage({ type: 'webrtc_offer', streamId: otherId, data, offer: data })
  await flush()
  expect(state()).toEqual(before)
  expect(peers.all).toHaveLength(1)
})

test('viewer counts, interruptions and resumptions are applied', async () => {
  await startWatching()
  server.sendMessage({ type: 'viewer_count', streamId, data: { viewerCount: 9 } })
  expect(state().viewerCount).toBe(9)
  server.sendMessage({ type: 'broadcast_interrupted', streamId })
  expect(state()).toMatchObject({ isLive: true, isInterrupted: true })
  server.sendMessage({ type: 'broadcast_resumed', streamId })
  expect(state().isInterrupted).toBe(false)
})

test('a lost connection is no error during an interruption, and the resumed broadcast is watched', async () => {
  await startWatching()
  for (const _ of [1, 2, 3]) peers.latest.setConnectionState('failed')
  expect(state().hasError).toBe(true)
  server.sendMessage({ type: 'broadcast_interrupted', streamId })
  expect(state()).toMatchObject({ isInterrupted: true, hasError: false })
  await advance(10 * REJOIN_MS)
  await sendJoined({ isInterrupted: true, hasMedia: false })
  const before = joins()
  // Without media the server closes the connection after a while, and the page notices it.
  peers.latest.setConnectionState('failed')
  peers.latest.isAlive = false
  await advance(REJOIN_MS)
  expect(joins()).toBe(before + 1)
  await sendJoined({ isInterrupted: true, hasMedia: false })
  await advance(60_000)
  expect(state()).toMatchObject({ isInterrupted: true, hasError: false, isAwaitingMedia: false })
  expect(joins()).toBe(before + 1)
  server.sendMessage({ type: 'broadcast_resumed', streamId })
  await sendOffer()
  peers.latest.setConnectionState('connected')
  expect(state()).toMatchObject({ isInterrupted: false, hasError: false })
  expect(peers.open).toHaveLength(1)
})

test('a live stream awaits media until the first offer', async () => {
  session.open()
  server.accept()
  await sendJoined({ isLive: false, hasMedia: false })
  expect(state().isAwaitingMedia).toBe(false)
  server.sendMessage({ type: 'stream_started', streamId, data: { startedAt } })
  expect(state().isAwaitingMedia).toBe(true)
  await sendOffer()
  expect(state().isAwaitingMedia).toBe(false)
  sendEnd()
  server.drop()
  await server.reconnect()
  await sendJoined({ hasMedia: false })
  expect(state().isAwaitingMedia).toBe(true)
  sendEnd()
  expect(state().isAwaitingMedia).toBe(false)
  await sendJoined({ hasMedia: false, isInterrupted: true })
  expect(state()).toMatchObject({ isAwaitingMedia: false, isInterrupted: true })
})

test('a deleted stream is over', async () => {
  await startWatching()
  server.sendMessage({ type: 'stream_deleted', streamId })
  expect(state()).toMatchObject({ isLive: false, media: null })
  expect(peers.open).toHaveLength(0)
})

test('the end removes the media, and the next broadcast is offered without another join', async () => {
  await startWatching()
  sendEnd()
  expect(state()).toMatchObject({ isLive: false, isInterrupted: false, media: null })
  expect(peers.open).toHaveLength(0)
  server.sendMessage({ type: 'stream_started', streamId, data: { startedAt: '2025-11-21T22:00:00Z' } })
  expect(state()).toMatchObject({ isLive: true, startedAt: '2025-11-21T22:00:00Z' })
  await sendOffer()
  expect(answers()).toEqual([answerOf(0), answerOf(1)])
  expect(joins()).toBe(1)
})

test('a peer that fails just before the end is not replaced', async () => {
  await startWatching()
  peers.latest.setConnectionState('failed')
  sendEnd()
  await advance(10 * DISCONNECT_GRACE_MS)
  expect(joins()).toBe(1)
})

test('a stream that offers media is live, also if the join reported it offline', async () => {
  session.open()
  server.accept()
  await sendJoined({ isLive: false })
  expect(state().isLive).toBe(false)
  await sendOffer()
  expect(state().isLive).toBe(true)
})

test('a newer offer replaces the peer, and the older one is not answered', async () => {
  const log = vi.spyOn(console, 'error')
  await openAndJoin()
  const data = { type: 'offer', sdp: 'first' } as const
  server.sendMessage({ type: 'webrtc_offer', streamId, data, offer: data })
  await sendOffer('second')
  expect(peers.open).toHaveLength(1)
  expect(peers.latest.remoteSdp).toBe('second')
  expect(answers()).toEqual([answerOf(1)])
  await advance(10_000)
  expect(joins()).toBe(1)
  expect(log).not.toHaveBeenCalled()
})

test('an answer to an offer that is replaced meanwhile is not sent', async () => {
  await openAndJoin()
  const data = { type: 'offer', sdp: 'first' } as const
  server.sendMessage({ type: 'webrtc_offer', streamId, data, offer: data })
  const { latest } = peers
  const setLocalDescription = latest.setLocalDescription.bind(latest)
  const second = { type: 'offer', sdp: 'second' } as const
  latest.setLocalDescription = async (description) => {
    await setLocalDescription(description)
    server.sendMessage({ type: 'webrtc_offer', streamId, data: second, offer: second })
  }
  await flush()
  expect(answers()).toEqual([answerOf(1)])
})

test('tracks and states of a replaced peer are ignored', async () => {
  await startWatching()
  const [first] = peers.all
  const { ontrack, onconnectionstatechange } = first ?? {}
  await sendOffer('second')
  peers.latest.ontrack?.({ track: new TestTrack('video') })
  const { media } = state()
  ontrack?.({ track: new TestTrack('video') })
  first?.setConnectionState('failed')
  onconnectionstatechange?.()
  await advance(10 * DISCONNECT_GRACE_MS)
  expect(state().media).toBe(media)
  expect(joins()).toBe(1)
})

test('closing leaves the stream, closes the peer and releases the socket', async () => {
  await startWatching()
  const { latest } = server
  session.close()
  expect(latest.received.at(-1)).toEqual({ type: 'leave_stream', streamId })
  expect(latest.isClosed).toBe(true)
  expect(peers.open).toHaveLength(0)
  expect(state().media).toBeNull()
})

test('a session that is closed while it creates an answer leaves the stream and does not join again', async () => {
  const log = vi.spyOn(console, 'error')
  await openAndJoin()
  const connection = server.latest
  const data = { type: 'offer', sdp: 'the offer' } as const
  server.sendMessage({ type: 'webrtc_offer', streamId, data, offer: data })
  session.close()
  await advance(60_000)
  expect(connection.received.filter(({ type }) => type === 'join_stream')).toHaveLength(1)
  expect(connection.received.at(-1)).toEqual({ type: 'leave_stream', streamId })
  expect(log).not.toHaveBeenCalled()
})

test('a session that is opened, closed and reopened, as in StrictMode, joins once and plays', async () => {
  session.open()
  session.close()
  await startWatching()
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(joins()).toBe(1)
  expect(peers.all).toHaveLength(1)
  expect(state().media).not.toBeNull()
})

test('on a shared socket, leaving and rejoining are sent in that order', async () => {
  const socket = new Socket({ open: server.open })
  const release = socket.acquire()
  server.accept()
  session = createSession({}, socket)
  session.open()
  session.close()
  session.open()
  expect(server.latest.received.map(({ type }) => type)).toEqual([
    'join_stream',
    'leave_stream',
    'join_stream',
  ])
  release()
})

test('after a reconnect it joins again, updates the live state and accepts the new offer', async () => {
  await startWatching()
  const before = state().media
  server.drop()
  expect(state().media).toBe(before)
  await server.reconnect()
  expect(joins()).toBe(1)
  await sendJoined({ viewerCount: 12 })
  await sendOffer('of the new connection')
  expect(state().viewerCount).toBe(12)
  expect(peers.open).toHaveLength(1)
  server.drop()
  await server.reconnect()
  await sendJoined({ isLive: false })
  expect(state()).toMatchObject({ isLive: false, media: null })
})

test('changes during a lost socket are applied from the join', async () => {
  await startWatching()
  server.sendMessage({ type: 'broadcast_interrupted', streamId })
  server.drop()
  await server.reconnect()
  await sendJoined({ startedAt: '2025-11-21T23:00:00Z' })
  expect(state()).toMatchObject({ isInterrupted: false, startedAt: '2025-11-21T23:00:00Z' })
  server.drop()
  await server.reconnect()
  await sendJoined({ isInterrupted: true })
  expect(state().isInterrupted).toBe(true)
})

test('a disconnected peer has time to recover', async () => {
  await startWatching()
  peers.latest.setConnectionState('disconnected')
  await advance(DISCONNECT_GRACE_MS - 1)
  peers.latest.setConnectionState('connected')
  await advance(10 * DISCONNECT_GRACE_MS)
  expect(joins()).toBe(1)
  peers.latest.setConnectionState('disconnected')
  await advance(DISCONNECT_GRACE_MS)
  expect(joins()).toBe(2)
})

test('a peer that disconnects after it was found silent is replaced no later', async () => {
  await startWatching()
  peers.latest.setConnectionState('failed')
  await advance(REJOIN_MS - 1)
  peers.latest.setConnectionState('disconnected')
  await advance(1)
  expect(joins()).toBe(2)
})

test('the third failure in a row shows an error, and retries continue', async () => {
  await startWatching()
  for (const times of [1, 2, 3]) {
    peers.latest.setConnectionState('failed')
    expect(state().hasError).toBe(times === 3)
    await advance(times * REJOIN_MS - 1)
    expect(joins()).toBe(times)
    await advance(1)
    expect(joins()).toBe(times + 1)
    await sendOffer()
  }
  peers.latest.setConnectionState('connected')
  expect(state().hasError).toBe(false)
  peers.latest.setConnectionState('failed')
  expect(state().hasError).toBe(false)
})

test('a manual retry starts at once and resets the failures', async () => {
  await startWatching()
  for (const _ of [1, 2, 3]) peers.latest.setConnectionState('failed')
  expect(state().hasError).toBe(true)
  session.retry()
  expect(state().hasError).toBe(false)
  expect(joins()).toBe(2)
  await advance(60_000)
  expect(joins()).toBe(2)
  await sendOffer()
  peers.latest.setConnectionState('failed')
  expect(state().hasError).toBe(false)
})

test('failures before the end do not count after it', async () => {
  await startWatching()
  for (const _ of [1, 2]) peers.latest.setConnectionState('failed')
  sendEnd()
  await sendOffer()
  peers.latest.setConnectionState('failed')
  expect(state().hasError).toBe(false)
})

test('an offer that the browser refuses causes another join', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await openAndJoin()
  await sendOffer('broken')
  expect(log).toHaveBeenCalledOnce()
  await advance(REJOIN_MS)
  expect(joins()).toBe(2)
})

test('a peer that cannot be created is retried, and shows an error in the end', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  session = createSession({
    createPeer: () => {
      throw new DOMException('no', 'NotSupportedError')
    },
  })
  await openAndJoin()
  for (const times of [1, 2, 3]) {
    await sendOffer()
    expect(state().hasError).toBe(times === 3)
    await advance(times * REJOIN_MS)
    expect(joins()).toBe(times + 1)
  }
})

test('a rate-limited join waits for the retryAfter of the server', async () => {
  session.open()
  server.accept()
  await server.sendError('rate_limited', { requestType: 'join_stream', retryAfter: 7 })
  expect(state().isRateLimited).toBe(true)
  await advance(6999)
  expect(joins()).toBe(1)
  await advance(1)
  expect(joins()).toBe(2)
  await sendJoined()
  expect(state().isRateLimited).toBe(false)
})

test('a join of a full stream is repeated at different times after the retryAfter of the server', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  session.open()
  server.accept()
  for (const refusals of [1, 2, 3, 4]) {
    await server.sendError('stream_full', { requestType: 'join_stream', retryAfter: 4 })
    expect(state()).toMatchObject({ isFull: true, hasError: false })
    await advance(5999)
    expect(joins()).toBe(refusals)
    await advance(1)
    expect(joins()).toBe(refusals + 1)
  }
  await sendJoined()
  expect(state().isFull).toBe(true)
  await sendOffer()
  expect(state().isFull).toBe(false)
})

test('a viewer who has joined and waits for an offer sees that the stream is full', async () => {
  await openAndJoin()
  await server.sendError('stream_full', { requestType: 'join_stream', retryAfter: 4 })
  expect(state().isFull).toBe(true)
  await sendOffer()
  expect(state().isFull).toBe(false)
  await advance(60_000)
  expect(joins()).toBe(1)
})

test.each([
  ['the end of the stream', () => sendEnd()],
  ['leaving the page', () => session.close()],
])('%s clears the message of a full stream', async (_, act) => {
  session.open()
  server.accept()
  await server.sendError('stream_full', { requestType: 'join_stream' })
  act()
  expect(state().isFull).toBe(false)
})

test.each([
  ['the end of the stream', () => sendEnd()],
  ['leaving the page', () => session.close()],
])('%s clears the rate limit', async (_, act) => {
  session.open()
  server.accept()
  await server.sendError('rate_limited', { requestType: 'join_stream' })
  act()
  expect(state().isRateLimited).toBe(false)
})

test('a join that fails with an internal error is retried', async () => {
  session.open()
  server.accept()
  await server.sendError('internal', { requestType: 'join_stream' })
  await advance(REJOIN_MS)
  expect(joins()).toBe(2)
})

test.each(['not_found', 'forbidden'] as const)(
  'a join that is refused with %s ends the stream for this viewer',
  async (code) => {
    await startWatching()
    server.drop()
    await server.reconnect()
    await server.sendError(code, { requestType: 'join_stream' })
    expect(state()).toMatchObject({ isLive: false, media: null })
    await advance(60_000)
    expect(joins()).toBe(1)
  },
)

test('a viewer who is banned while watching does not rejoin until the ban is lifted', async () => {
  await startWatching()
  const restrict = async (kind: 'ban' | 'timeout' | null) => {
    const restriction = kind && { kind, until: null, seconds: null }
    server.sendMessage({ type: 'chat_restricted', streamId, data: { restriction } })
    await flush()
  }
  await restrict('timeout')
  expect(state()).toMatchObject({ isBanned: false })
  await restrict('ban')
  expect(state()).toMatchObject({ isBanned: true, media: null })
  await advance(60_000)
  expect(joins()).toBe(1)
  await restrict(null)
  expect(joins()).toBe(2)
  await sendJoined()
  expect(state()).toMatchObject({ isBanned: false, isLive: true })
})

test('a join that is refused because of a ban is not retried', async () => {
  session.open()
  server.accept()
  await server.sendError('banned', { requestType: 'join_stream' })
  await advance(60_000)
  expect(joins()).toBe(1)
  expect(state()).toMatchObject({ isBanned: true, hasError: false })
})

const UNRELATED_CODES = ['forbidden', 'invalid', 'not_found', 'not_live', 'rate_limited', 'internal'] as const

test.each(UNRELATED_CODES)('other messages that are refused with %s change nothing', async (code) => {
  session.open()
  server.accept()
  const before = state()
  await server.sendError(code, { requestType: 'chat_message', clientId })
  await server.sendError(code, { requestType: 'subscribe' })
  await advance(10_000)
  expect(joins()).toBe(1)
  expect(state()).toEqual(before)
})

test.each(UNRELATED_CODES)('an error %s without a pending join changes nothing', async (code) => {
  await startWatching()
  const before = state()
  await server.sendError(code, { requestType: 'join_stream' })
  await advance(10_000)
  expect(joins()).toBe(1)
  expect(state()).toEqual(before)
})

test('answer and candidates carry the peer id, and candidates for another peer are dropped', async () => {
  await openAndJoin()
  await sendJoined()
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const data = { type: 'offer', sdp: 'the offer' } as const
  server.sendMessage({ type: 'webrtc_offer', streamId, data, offer: data, peerId: second })
  await flush()
  expect(server.received('webrtc_answer').at(-1)?.peerId).toBe(second)
  for (const peerId of [first, second]) {
    const candidate = { candidate: `for ${peerId}`, sdpMid: '0' }
    server.sendMessage({ type: 'webrtc_ice_candidate', streamId, data: candidate, candidate, peerId })
  }
  await flush()
  expect(peers.latest.candidates.map(({ candidate }) => candidate)).toEqual([`for ${second}`])
})

const QUALITY = { quality: 'audio', shown: 'audio', hasLow: true } as const
const joinedQualities = () => server.received('join_stream').map(({ quality }) => quality)

test('the chosen quality is sent to the server, and with each join', async () => {
  await startWatching()
  session.setQuality('audio')
  expect(server.received('set_quality')).toEqual([{ type: 'set_quality', streamId, quality: 'audio' }])
  expect(state()).toMatchObject({ quality: 'audio', shown: 'high' })
  server.sendMessage({ type: 'quality', streamId, data: QUALITY })
  expect(state()).toMatchObject({ quality: 'audio', shown: 'audio', hasLow: true })
  server.drop()
  session.setQuality('low')
  await server.reconnect()
  expect(joinedQualities()).toEqual(['low'])
})

test('a response to an earlier choice of quality does not undo the newer one', async () => {
  await startWatching()
  session.setQuality('audio')
  session.setQuality('auto')
  server.sendMessage({ type: 'quality', streamId, data: QUALITY })
  expect(state().quality).toBe('auto')
})

test('a silent connection is replaced even while the browser reports it as connected', async () => {
  await startWatching()
  await advance(20_000)
  expect(joins()).toBe(1)
  peers.latest.isAlive = false
  await advance(7000 + REJOIN_MS)
  expect(joins()).toBe(2)
  await sendOffer()
  peers.latest.setConnectionState('connected')
  await advance(20_000)
  expect(joins()).toBe(2)
})

test('isReconnecting is set while the server does not respond, and cleared by its next offer', async () => {
  await startWatching()
  await advance(5000)
  server.drop()
  await advance(3000)
  expect(state().isReconnecting).toBe(false)
  peers.latest.isAlive = false
  await advance(5000)
  expect(state()).toMatchObject({ isReconnecting: true, hasError: false })
  await server.reconnect()
  await sendOffer()
  expect(state().isReconnecting).toBe(false)
})

test('a stream that ends while reconnecting is over', async () => {
  await startWatching()
  await advance(5000)
  peers.latest.isAlive = false
  await advance(5000)
  expect(state().isReconnecting).toBe(true)
  sendEnd()
  expect(state()).toMatchObject({ isLive: false, isReconnecting: false })
})

test('a connection that is never established is replaced', async () => {
  await openAndJoin()
  await sendOffer()
  peers.latest.isAlive = false
  await advance(19_000 + REJOIN_MS)
  expect(joins()).toBe(2)
})

test('after a network change a silent connection is replaced sooner', async () => {
  await startWatching()
  await advance(5000)
  dispatchEvent(new Event('online'))
  peers.latest.isAlive = false
  await advance(4000 + REJOIN_MS)
  expect(joins()).toBe(2)
})

test('after sleep a silent connection is replaced sooner', async () => {
  await startWatching()
  await advance(5000)
  vi.setSystemTime(Date.now() + 3_600_000)
  await advance(1000)
  expect(joins()).toBe(1)
  peers.latest.isAlive = false
  await advance(3000 + REJOIN_MS)
  expect(joins()).toBe(2)
})

test('the data usage is summed over all connections', async () => {
  await startWatching()
  await advance(3000)
  await sendOffer('another')
  peers.latest.setConnectionState('connected')
  await advance(2000)
  expect(session.dataUsage.state.get()).toEqual({
    bytes: 5 * BYTES_PER_POLL,
    bytesPerHour: 3600 * BYTES_PER_POLL,
  })
})

test('audio without video is reported after a while, and returning video at once', async () => {
  await startWatching()
  await advance(2000)
  peers.latest.hasVideo = false
  await advance(3000)
  expect(state().isVideoOff).toBe(false)
  await advance(2000)
  expect(state().isVideoOff).toBe(true)
  peers.latest.hasVideo = true
  await advance(1000)
  expect(state().isVideoOff).toBe(false)
})
