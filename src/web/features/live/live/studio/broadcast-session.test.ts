import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import { createStore } from '#web/lib/store.ts'
import { Socket } from '#web/realtime/socket.ts'
import { BroadcastSession } from './broadcast-session.ts'
import { broadcastSettings } from '../media/broadcast-settings.ts'
import { TestMedia, TestPeers, type TestTrack } from '#web/features/live/live/testing/test-peers.ts'
import { TestStreamServer } from '#web/features/live/live/testing/test-stream-server.ts'

const streamId = '0198c1d2-0000-7000-8000-000000000001'
const otherId = '0198c1d2-0000-7000-8000-000000000002'
const clientId = '0198c1d2-0000-4000-8000-000000000003'
const RETRY_MS = 100
const DISCONNECT_GRACE_MS = 400
const ANSWER_MS = 5000

let server: TestStreamServer
let peers: TestPeers
let media: TestMedia
let getMedia: (constraints: MediaStreamConstraints) => Promise<MediaStream>
let screen: TestMedia
const settings = createStore({ ...broadcastSettings.get() })

/** Test double of `new MediaStream(tracks)`. */
class TestComposedMedia extends TestMedia {
  constructor(tracks: TestTrack[]) {
    super()
    this.tracks.push(...tracks)
  }
}
let session: BroadcastSession

beforeEach(() => {
  vi.useFakeTimers()
  server = new TestStreamServer(streamId)
  peers = new TestPeers()
  media = new TestMedia('video', 'audio')
  settings.set({ camera: null, bitrate: null })
  getMedia = async () => media.stream
  session = new BroadcastSession({
    streamId,
    socket: new Socket({ open: server.open }),
    createPeer: peers.create,
    getMedia: (constraints) => getMedia(constraints),
    getScreen: async () => screen.stream,
    settings,
    retryMs: RETRY_MS,
    disconnectGraceMs: DISCONNECT_GRACE_MS,
    answerTimeoutMs: ANSWER_MS,
  })
})
afterEach(() => {
  session.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const flush = () => advance(0)
const offers = () => server.received('webrtc_offer').map(({ data }) => data?.sdp)
const offerOf = (index: number) => `offer of peer ${peers.all[index]?.number}`
const state = () => session.state.get()

async function sendAnswer(sdp = 'the answer', connection = server.latest): Promise<void> {
  const data = { type: 'answer', sdp } as const
  server.sendMessage({ type: 'webrtc_answer', streamId, data, answer: data }, connection)
  await flush()
}

async function sendRestart(): Promise<void> {
  server.sendMessage({ type: 'webrtc_restart', streamId })
  await flush()
}

/** Starts a broadcast up to the pending offer. */
async function openOffer(): Promise<void> {
  await session.openMedia()
  session.start()
  server.accept()
  await flush()
}

async function goOnAir(): Promise<void> {
  await openOffer()
  await sendAnswer()
  peers.latest.setConnectionState('connected')
}

test('camera and microphone are offered, and the answer connects the peer', async () => {
  await openOffer()
  expect(offers()).toEqual([offerOf(0)])
  expect(peers.latest.transceiverInits.map(([track, init]) => [track.kind, init.direction])).toEqual([
    ['video', 'sendonly'],
    ['audio', 'sendonly'],
    ['video', 'sendonly'],
  ])
  const [high, , low] = peers.latest.transceiverInits.map(([, init]) => init.sendEncodings)
  expect(high).toEqual([{ maxBitrate: 2_500_000 }])
  expect(low).toEqual([{ maxBitrate: 200_000, scaleResolutionDownBy: 4 }])
  expect(state()).toMatchObject({ isBroadcasting: true, isPeerConnected: false, error: null })
  await sendAnswer()
  expect(peers.latest.remoteSdp).toBe('the answer')
  peers.latest.setConnectionState('connected')
  expect(state().isPeerConnected).toBe(true)
})

test('candidates are exchanged in both directions, also before the answer', async () => {
  await openOffer()
  const remote = { candidate: 'remote', sdpMid: '0' }
  server.sendMessage({ type: 'webrtc_ice_candidate', streamId, data: remote, candidate: remote })
  peers.latest.emitCandidate({ candidate: 'local', sdpMid: '0' })
  await sendAnswer()
  expect(peers.latest.candidates).toMatchObject([remote])
  expect(server.received('webrtc_ice_candidate')).toMatchObject([{ streamId, data: { candidate: 'local' } }])
})

test('messages for other streams are ignored', async () => {
  await goOnAir()
  const data = { type: 'answer', sdp: 'of another stream' } as const
  server.sendMessage({ type: 'webrtc_answer', streamId: otherId, data, answer: data })
  server.sendMessage({ type: 'webrtc_restart', streamId: otherId })
  server.sendMessage({ type: 'stream_ended', streamId: otherId, data: { endedAt: '2025-11-21T20:00:00Z' } })
  server.sendMessage({ type: 'error', streamId: otherId, code: 'conflict', message: 'no' })
  server.sendMessage({ type: 'error', code: 'conflict', message: 'no' })
  await flush()
  expect(state()).toMatchObject({ isBroadcasting: true, isPeerConnected: true, error: null })
  expect(peers.all).toHaveLength(1)
  expect(peers.latest.remoteSdp).toBe('the answer')
})

test('started before the devices are open, it offers once they are', async () => {
  const opening = session.openMedia()
  session.start()
  server.accept()
  expect(peers.all).toHaveLength(0)
  await opening
  await flush()
  expect(offers()).toEqual([offerOf(0)])
})

test('a second start has no effect', async () => {
  await goOnAir()
  session.start()
  await flush()
  expect(peers.all).toHaveLength(1)
  expect(server.connections).toHaveLength(1)
})

test('a closed session does not start, so that pages which were left do not retain the socket', async () => {
  session.start()
  await session.openMedia()
  session.close()
  session.start()
  expect(server.connections).toHaveLength(0)
  expect(state().isBroadcasting).toBe(false)
})

test('a camera that is unplugged during a broadcast leaves the audio, is reported missing, and returns', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await goOnAir()
  getMedia = async ({ video }) => {
    if (video) throw new DOMException('no', 'NotFoundError')
    return new TestMedia('audio').stream
  }
  media.tracks.find(({ kind }) => kind === 'video')?.unplug()
  await flush()
  expect(state()).toMatchObject({ missing: 'camera', error: null, isBroadcasting: true })
  expect(
    state()
      .media?.getTracks()
      .map(({ kind }) => kind),
  ).toEqual(['audio'])

  const replacement = new TestMedia('video', 'audio')
  getMedia = async () => replacement.stream
  session.retryDevices()
  await flush()
  expect(state()).toMatchObject({ missing: null, media: replacement.stream })
})

test('a session that is opened, closed and reopened, as in StrictMode, has one camera and goes on air', async () => {
  const opened: TestMedia[] = []
  getMedia = async () => {
    const next = new TestMedia('video', 'audio')
    opened.push(next)
    return next.stream
  }
  for (const round of [1, 2]) {
    session.openMedia().catch(() => {})
    session.start()
    if (round === 1) session.close()
  }
  server.accept()
  await flush()
  expect(opened.filter(({ isLive }) => isLive)).toHaveLength(1)
  expect(state().media).toBe(opened.find(({ isLive }) => isLive)?.stream)
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(offers()).toEqual([offerOf(0)])
})

test('opening after close opens new media', async () => {
  await goOnAir()
  session.close()
  expect(media.isLive).toBe(false)
  expect(peers.open).toHaveLength(0)
  expect(server.latest.isClosed).toBe(true)
  expect(state()).toMatchObject({ media: null, isBroadcasting: false, isPeerConnected: false, error: null })
  media = new TestMedia('video', 'audio')
  await session.openMedia()
  expect(state().media).toBe(media.stream)
  expect(media.isLive).toBe(true)
})

test('stopping keeps the preview, closes the peer and releases the socket', async () => {
  await goOnAir()
  session.stop()
  expect(media.isLive).toBe(true)
  expect(peers.open).toHaveLength(0)
  expect(server.latest.isClosed).toBe(true)
  expect(state()).toMatchObject({ isBroadcasting: false, isPeerConnected: false })
})

test('stopped while the browser creates the offer, nothing is sent and there is no error', async () => {
  const log = vi.spyOn(console, 'error')
  await session.openMedia()
  session.start()
  const { latest } = server
  server.accept()
  session.stop()
  await flush()
  expect(latest.received).toEqual([])
  expect(state().error).toBeNull()
  expect(log).not.toHaveBeenCalled()
})

test('stopped and restarted while the browser creates the offer, only the new one is sent', async () => {
  const log = vi.spyOn(console, 'error')
  await session.openMedia()
  session.start()
  server.accept()
  session.stop()
  session.start()
  server.accept()
  await flush()
  expect(offers()).toEqual([offerOf(1)])
  expect(state().error).toBeNull()
  expect(log).not.toHaveBeenCalled()
})

test('the end of the stream stops the broadcast', async () => {
  await goOnAir()
  server.sendMessage({ type: 'stream_ended', streamId, data: { endedAt: '2025-11-21T20:00:00Z' } })
  expect(state().isBroadcasting).toBe(false)
  expect(peers.open).toHaveLength(0)
})

test('a restart request of the engine replaces the peer', async () => {
  await goOnAir()
  await sendRestart()
  expect(peers.open).toHaveLength(1)
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
  expect(state().isPeerConnected).toBe(false)
  await sendAnswer('the second answer')
  expect(peers.latest.remoteSdp).toBe('the second answer')
})

test('an answer is never applied to a peer of another offer', async () => {
  await openOffer()
  await sendRestart()
  expect(offers()).toEqual([offerOf(0)])
  await sendAnswer('for the first offer')
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
  await sendAnswer('for the second offer')
  await sendAnswer('without an offer')
  expect(peers.all.map(({ remoteSdp }) => remoteSdp)).toEqual([null, 'for the second offer'])
  expect(state().error).toBeNull()
})

test('an offer that is outdated while the browser creates it is not sent', async () => {
  await session.openMedia()
  session.start()
  server.accept()
  const { latest } = peers
  const setLocalDescription = latest.setLocalDescription.bind(latest)
  latest.setLocalDescription = async (description) => {
    await setLocalDescription(description)
    server.sendMessage({ type: 'webrtc_restart', streamId })
  }
  await flush()
  expect(offers()).toEqual([offerOf(1)])
})

test('an offer without an answer is repeated', async () => {
  await openOffer()
  await advance(ANSWER_MS - 1)
  expect(offers()).toHaveLength(1)
  await advance(1)
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
  await sendAnswer()
  expect(peers.latest.remoteSdp).toBe('the answer')
})

test('when the socket breaks during an offer, the next connection makes a new one', async () => {
  await openOffer()
  const [first] = server.connections
  server.drop()
  expect(state().error).toBe('socket')
  await advance(SOCKET_RECONNECT_MS)
  server.accept()
  expect(state()).toMatchObject({ error: null, isBroadcasting: true })
  await flush()
  expect(offers()).toEqual([offerOf(1)])
  await sendAnswer('too late', first)
  await sendAnswer('in time')
  expect(peers.latest.remoteSdp).toBe('in time')
  expect(peers.open).toHaveLength(1)
})

test('a peer that still sends is not replaced while the socket is down', async () => {
  await goOnAir()
  server.drop()
  peers.latest.setConnectionState('disconnected')
  await advance(DISCONNECT_GRACE_MS)
  expect(peers.all).toHaveLength(1)
  peers.latest.setConnectionState('connected')
  expect(state().isPeerConnected).toBe(true)
  await server.reconnect()
  expect(offers()).toEqual([offerOf(1)])
})

test('a socket that already failed is reported at the start, until it connects', async () => {
  const socket = new Socket({ open: server.open })
  socket.acquire()
  server.drop()
  session = new BroadcastSession({ streamId, socket, createPeer: peers.create, getMedia: () => getMedia({}) })
  await session.openMedia()
  session.start()
  expect(state().error).toBe('socket')
  await server.reconnect()
  expect(state().error).toBeNull()
  session.close()
  vi.clearAllTimers()
})

test('a socket that cannot be created has its own error', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const socket = new Socket({
    open: () => {
      throw new DOMException('no', 'SecurityError')
    },
  })
  session = new BroadcastSession({ streamId, socket, createPeer: peers.create, getMedia: () => getMedia({}) })
  await session.openMedia()
  session.start()
  expect(state().error).toBe('socketInit')
  session.stop()
  expect(state().error).toBeNull()
})

test('a disconnected peer has time to recover', async () => {
  await goOnAir()
  peers.latest.setConnectionState('disconnected')
  await advance(DISCONNECT_GRACE_MS - 1)
  peers.latest.setConnectionState('connected')
  await advance(10 * DISCONNECT_GRACE_MS)
  expect(peers.all).toHaveLength(1)
  peers.latest.setConnectionState('disconnected')
  await advance(DISCONNECT_GRACE_MS)
  expect(peers.all).toHaveLength(2)
})

test('a failed peer is replaced', async () => {
  await goOnAir()
  peers.latest.setConnectionState('failed')
  expect(state().isPeerConnected).toBe(false)
  await advance(RETRY_MS)
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
})

test('state changes of a replaced peer are ignored', async () => {
  await goOnAir()
  const [first] = peers.all
  const handleStateChange = first?.onconnectionstatechange
  await sendRestart()
  await sendAnswer('the second answer')
  first?.setConnectionState('failed')
  handleStateChange?.()
  await advance(10 * DISCONNECT_GRACE_MS)
  expect(peers.all).toHaveLength(2)
})

test.each(['engine_unavailable', 'rate_limited', 'unavailable', 'internal'] as const)(
  'an offer that is refused with %s is repeated after the retryAfter of the server',
  async (code) => {
    await openOffer()
    await server.sendError(code, { requestType: 'webrtc_offer', retryAfter: 5 })
    await advance(4999)
    expect(offers()).toHaveLength(1)
    await advance(1)
    expect(offers()).toHaveLength(2)
    expect(state().isBroadcasting).toBe(true)
  },
)

test('the pause grows with each refused offer', async () => {
  await openOffer()
  for (const pause of [1, 2, 3]) {
    await server.sendError('internal', { requestType: 'webrtc_offer' })
    await advance(pause * RETRY_MS - 1)
    expect(offers()).toHaveLength(pause)
    await advance(1)
    expect(offers()).toHaveLength(pause + 1)
  }
})

test.each(['unauthorized', 'forbidden', 'not_found', 'invalid'] as const)(
  'an offer that is refused with %s ends the broadcast',
  async (code) => {
    await openOffer()
    await server.sendError(code, { requestType: 'webrtc_offer' })
    expect(state()).toMatchObject({ isBroadcasting: false, error: 'refused' })
    await advance(60_000)
    expect(peers.open).toHaveLength(0)
  },
)

test('a takeover by another window ends the broadcast here', async () => {
  await goOnAir()
  await server.sendError('conflict')
  expect(state()).toMatchObject({ isBroadcasting: false, isPeerConnected: false, error: 'takenOver' })
  expect(media.isLive).toBe(true)
  session.start()
  expect(state()).toMatchObject({ isBroadcasting: true, error: null })
})

const UNRELATED_CODES = [
  'forbidden',
  'invalid',
  'not_found',
  'rate_limited',
  'conflict',
  'chat_closed',
] as const

test.each(UNRELATED_CODES)(
  'other messages that are refused with %s do not affect the broadcast',
  async (code) => {
    await goOnAir()
    await server.sendError(code, { requestType: 'chat_message', clientId })
    await server.sendError(code, { requestType: 'subscribe' })
    await advance(10_000)
    expect(state()).toMatchObject({ isBroadcasting: true, isPeerConnected: true, error: null })
    expect(peers.all).toHaveLength(1)
  },
)

test.each(UNRELATED_CODES)('other messages that are refused with %s do not affect an offer', async (code) => {
  await openOffer()
  await server.sendError(code, { requestType: 'chat_message', clientId })
  await server.sendError(code, { requestType: 'subscribe' })
  await sendAnswer()
  expect(peers.latest.remoteSdp).toBe('the answer')
  expect(state()).toMatchObject({ isBroadcasting: true, error: null })
})

test.each(['forbidden', 'invalid', 'not_found', 'rate_limited', 'internal'] as const)(
  'an error %s without a pending offer does not affect the broadcast',
  async (code) => {
    await goOnAir()
    await server.sendError(code, { requestType: 'webrtc_offer' })
    await advance(10_000)
    expect(state()).toMatchObject({ isBroadcasting: true, isPeerConnected: true, error: null })
    expect(peers.all).toHaveLength(1)
  },
)

test('an answer that the browser refuses is reported, and another offer is made', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await openOffer()
  await sendAnswer('broken')
  expect(state().error).toBe('answer')
  expect(log).toHaveBeenCalled()
  await advance(RETRY_MS)
  expect(offers()).toHaveLength(2)
  await sendAnswer()
  peers.latest.setConnectionState('connected')
  expect(state().error).toBeNull()
})

test('an offer that the browser cannot create is reported and retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await session.openMedia()
  session.start()
  server.accept()
  peers.latest.close()
  await flush()
  expect(state().error).toBe('offer')
  await advance(RETRY_MS)
  expect(offers()).toEqual([offerOf(1)])
})

test('a peer that cannot be created is reported and retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const create = vi.fn<() => RTCPeerConnection>(() => {
    throw new DOMException('no', 'NotSupportedError')
  })
  const socket = new Socket({ open: server.open })
  session = new BroadcastSession({ streamId, socket, createPeer: create, getMedia: () => getMedia({}) })
  await openOffer()
  expect(state()).toMatchObject({ error: 'peerInit', isBroadcasting: true })
  create.mockImplementation(peers.create)
  await advance(1000)
  expect(offers()).toEqual([offerOf(0)])
})

test('a candidate that the browser refuses is reported only before the peer is connected', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await openOffer()
  await sendAnswer()
  const invalid = { candidate: 'invalid', sdpMid: '0' }
  const sendCandidate = async () => {
    server.sendMessage({ type: 'webrtc_ice_candidate', streamId, data: invalid, candidate: invalid })
    await flush()
  }
  await sendCandidate()
  expect(state().error).toBe('candidate')
  peers.latest.setConnectionState('connected')
  expect(state().error).toBeNull()
  await sendCandidate()
  expect(state().error).toBeNull()
  await advance(10_000)
  expect(peers.all).toHaveLength(1)
})

test('camera and microphone are toggled on the sent tracks', async () => {
  await goOnAir()
  session.toggleCamera()
  session.toggleMicrophone()
  expect(media.tracks.map(({ enabled }) => enabled)).toEqual([false, false])
  expect(state()).toMatchObject({ isCameraOn: false, isMicrophoneOn: false })
  session.toggleMicrophone()
  expect(media.tracks.map(({ enabled }) => enabled)).toEqual([false, true])
  expect(peers.all).toHaveLength(1)
})

test('the server is told whether the camera is on: after each answer and at each change', async () => {
  const sent = () => server.received('set_camera').map(({ isOn }) => isOn)
  await goOnAir()
  await sendAnswer()
  expect(sent().at(-1)).toBe(true)
  session.toggleCamera()
  expect(sent().at(-1)).toBe(false)
  const before = sent().length
  await server.reconnect()
  await sendAnswer()
  expect(sent().slice(before)).toContain(false)
  screen = new TestMedia('video')
  await session.shareScreen()
  await flush()
  expect(sent().at(-1)).toBe(true)
})

test('the error of refused devices stays while the socket fails, and is cleared once they open', async () => {
  getMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await expect(session.openMedia()).rejects.toMatchObject({ name: 'NotAllowedError' })
  session.start()
  expect(state()).toMatchObject({ error: 'devices', isBroadcasting: true })
  server.drop()
  expect(state().error).toBe('devices')
  await server.reconnect()
  expect(peers.all).toHaveLength(0)
  getMedia = async () => media.stream
  await session.openMedia()
  await flush()
  expect(state().error).toBeNull()
  expect(offers()).toEqual([offerOf(0)])
})

test('a camera that is unplugged during a broadcast is replaced without a new offer', async () => {
  await goOnAir()
  const before = media
  media = new TestMedia('video', 'audio')
  before.tracks[0]?.unplug()
  await flush()
  expect(before.isLive).toBe(false)
  expect(state().media).toBe(media.stream)
  expect(offers()).toEqual([offerOf(0)])
  const [video, audio] = media.tracks
  expect(peers.latest.getTransceivers().map(({ sentTrack }) => sentTrack)).toEqual([video, audio, video])
})

test('a device of a new kind needs a new offer', async () => {
  media = new TestMedia('audio')
  await goOnAir()
  const before = media
  media = new TestMedia('video', 'audio')
  before.tracks[0]?.unplug()
  await flush()
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
})

const highLayer = () => peers.latest.getTransceivers().find(({ receiver }) => receiver.track.kind === 'video')
const highLayerEncoding = () => highLayer()?.encodings[0]

test('a disabled camera sends black frames for a moment, then nothing, and resumes at once', async () => {
  await goOnAir()
  session.toggleCamera()
  await advance(1000)
  expect(highLayerEncoding()).toMatchObject({ active: true })
  await advance(1000)
  expect(highLayerEncoding()).toMatchObject({ active: false })
  await sendRestart()
  expect(peers.all).toHaveLength(2)
  expect(highLayerEncoding()).toMatchObject({ active: false })
  session.toggleCamera()
  await flush()
  expect(highLayerEncoding()).toMatchObject({ active: true })
})

test('changed settings open other devices during a broadcast, and the old ones continue until then', async () => {
  const requested: MediaStreamConstraints[] = []
  getMedia = async (constraints) => {
    requested.push(constraints)
    return media.stream
  }
  await goOnAir()
  const before = media
  media = new TestMedia('video', 'audio')
  settings.set({ camera: 'desk camera', bitrate: 500_000 })
  await flush()
  expect(requested[1]).toMatchObject({ video: { deviceId: { ideal: 'desk camera' } } })
  expect(before.isLive).toBe(false)
  expect(highLayer()?.sentTrack).toBe(media.tracks[0])
  expect(highLayerEncoding()).toMatchObject({ maxBitrate: 500_000 })
  expect(peers.all).toHaveLength(1)
})

test('a device that cannot be opened is reported, and the previous one continues', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await goOnAir()
  getMedia = () => Promise.reject(new DOMException('no', 'NotReadableError'))
  settings.set({ camera: 'broken camera' })
  await flush()
  expect(media.isLive).toBe(true)
  expect(state()).toMatchObject({ error: 'devices', isBroadcasting: true })
})

test('a screen replaces the camera until it ends, without a new offer', async () => {
  vi.stubGlobal('MediaStream', TestComposedMedia)
  screen = new TestMedia('video')
  await goOnAir()
  await session.shareScreen()
  await flush()
  expect(state().isSharingScreen).toBe(true)
  expect(highLayer()?.sentTrack).toBe(screen.tracks[0])
  expect(media.isLive).toBe(true)
  screen.tracks[0]?.unplug()
  await flush()
  expect(state().isSharingScreen).toBe(false)
  expect(highLayer()?.sentTrack).toBe(media.tracks[0])
  expect(offers()).toEqual([offerOf(0)])
})

test('a screen is sent while the camera is off', async () => {
  vi.stubGlobal('MediaStream', TestComposedMedia)
  screen = new TestMedia('video')
  await goOnAir()
  session.toggleCamera()
  await advance(2000)
  await session.shareScreen()
  await flush()
  expect(highLayerEncoding()).toMatchObject({ active: true })
  session.stopScreen()
  await advance(2000)
  expect(highLayerEncoding()).toMatchObject({ active: false })
})

test('a screen that is chosen after the page was left is released', async () => {
  await goOnAir()
  screen = new TestMedia('video')
  const sharing = session.shareScreen()
  session.close()
  await sharing
  expect(screen.isLive).toBe(false)
  expect(state().isSharingScreen).toBe(false)
})

test('a silent connection is offered again even while the browser reports it as connected', async () => {
  await goOnAir()
  await advance(20_000)
  expect(peers.all).toHaveLength(1)
  peers.latest.isAlive = false
  await advance(7000 + RETRY_MS)
  expect(peers.all).toHaveLength(2)
})

test('after a network change a silent connection is offered again sooner', async () => {
  await goOnAir()
  await advance(5000)
  dispatchEvent(new Event('online'))
  peers.latest.isAlive = false
  await advance(4000 + RETRY_MS)
  expect(peers.all).toHaveLength(2)
})

test('without any device the peer is closed, and the broadcast resumes once they are back', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await goOnAir()
  getMedia = () => Promise.reject(new DOMException('no', 'NotFoundError'))
  for (const track of media.tracks) track.unplug()
  await flush()
  expect(peers.open).toHaveLength(0)
  expect(state()).toMatchObject({
    media: null,
    error: 'devices',
    isBroadcasting: true,
    isPeerConnected: false,
  })
  media = new TestMedia('video', 'audio')
  getMedia = async () => media.stream
  await session.openMedia()
  await flush()
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
  expect(state().error).toBeNull()
})

const activeLayers = () =>
  peers.latest
    .getTransceivers()
    .filter(({ receiver }) => receiver.track.kind === 'video')
    .map(({ encodings }) => encodings[0]?.active)

test('on a slow connection the high layer pauses in favour of audio and the low layer', async () => {
  await goOnAir()
  peers.latest.estimate = 100_000
  await advance(2000)
  expect(activeLayers()).toEqual([false, true])
  expect(peers.latest.getTransceivers().map(({ sentTrack }) => sentTrack?.kind)).toEqual([
    undefined,
    'audio',
    'video',
  ])
  peers.latest.estimate = 350_000
  await advance(4000)
  expect(activeLayers()).toEqual([true, true])
  expect(peers.latest.getTransceivers().map(({ sentTrack }) => sentTrack?.kind)).toEqual([
    'video',
    'audio',
    'video',
  ])
})

test('a new connection starts with the high layer, as the network may differ', async () => {
  await goOnAir()
  peers.latest.estimate = 100_000
  await advance(2000)
  await sendRestart()
  await sendAnswer()
  peers.latest.setConnectionState('connected')
  expect(activeLayers()).toEqual([true, true])
})

test('a disabled camera stays off at any bandwidth', async () => {
  await goOnAir()
  session.toggleCamera()
  peers.latest.estimate = 100_000
  await advance(2000)
  peers.latest.estimate = 350_000
  await advance(4000)
  expect(activeLayers()).toEqual([false, false])
})
