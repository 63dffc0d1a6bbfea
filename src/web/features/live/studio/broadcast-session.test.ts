import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { createStore } from '#web/lib/store.ts'
import { Socket } from '#web/realtime/socket.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { BroadcastSession } from './broadcast-session.ts'
import { broadcastSettings } from './broadcast-settings.ts'
import { TestMedia, TestPeers, type TestTrack } from '#web/features/live/testing/test-peers.ts'

const streamId = '0198c1d2-0000-7000-8000-000000000001'
const otherId = '0198c1d2-0000-7000-8000-000000000002'
const clientId = '0198c1d2-0000-4000-8000-000000000003'
const RETRY_MS = 100
const HEAL_MS = 400
const ANSWER_MS = 5000

let server: TestSocketServer
let peers: TestPeers
let media: TestMedia
let getMedia: (constraints: MediaStreamConstraints) => Promise<MediaStream>
let screen: TestMedia
const settings = createStore({ ...broadcastSettings.get() })

/** Made of tracks, as the browser makes one. */
class TestComposed extends TestMedia {
  constructor(tracks: TestTrack[]) {
    super()
    this.tracks.push(...tracks)
  }
}
let session: BroadcastSession

beforeEach(() => {
  vi.useFakeTimers()
  server = new TestSocketServer()
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
    healMs: HEAL_MS,
    answerMs: ANSWER_MS,
  })
})
afterEach(() => {
  session.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const settled = () => pass(0)
const offers = () => server.received('webrtc_offer').map(({ data }) => data?.sdp)
const offerOf = (index: number) => `offer of peer ${peers.all[index]?.number}`
const state = () => session.state.get()

async function answer(sdp = 'the answer', connection = server.latest): Promise<void> {
  const data = { type: 'answer', sdp } as const
  server.sendMessage({ type: 'webrtc_answer', streamId, data, answer: data }, connection)
  await settled()
}

async function refuse(code: ErrorCode, more: { clientId?: string; retryAfter?: number } = {}): Promise<void> {
  server.sendMessage({ type: 'error', streamId, code, message: 'no', ...more })
  await settled()
}

async function restart(): Promise<void> {
  server.sendMessage({ type: 'webrtc_restart', streamId })
  await settled()
}

/** Up to an offer that waits for its answer. */
async function offering(): Promise<void> {
  await session.openMedia()
  session.start()
  server.accept()
  await settled()
}

async function onAir(): Promise<void> {
  await offering()
  await answer()
  peers.latest.become('connected')
}

async function reconnect(): Promise<void> {
  await pass(SOCKET_RECONNECT_MS)
  server.accept()
  await settled()
}

test('camera and microphone are offered, and the answer connects them', async () => {
  await offering()
  expect(offers()).toEqual([offerOf(0)])
  expect(peers.latest.transceiverInits.map(([track, init]) => [track.kind, init.direction])).toEqual([
    ['video', 'sendonly'],
    ['audio', 'sendonly'],
    ['video', 'sendonly'],
  ])
  const [large, , low] = peers.latest.transceiverInits.map(([, init]) => init.sendEncodings)
  expect(large).toEqual([{ maxBitrate: 2_500_000 }])
  expect(low).toEqual([{ maxBitrate: 200_000, scaleResolutionDownBy: 4 }])
  expect(state()).toMatchObject({ isBroadcasting: true, isPeerConnected: false, error: null })
  await answer()
  expect(peers.latest.remote).toBe('the answer')
  peers.latest.become('connected')
  expect(state().isPeerConnected).toBe(true)
})

test('candidates go both ways, also before the answer', async () => {
  await offering()
  const theirs = { candidate: 'theirs', sdpMid: '0' }
  server.sendMessage({ type: 'webrtc_ice_candidate', streamId, data: theirs, candidate: theirs })
  peers.latest.find({ candidate: 'ours', sdpMid: '0' })
  await answer()
  expect(peers.latest.candidates).toMatchObject([theirs])
  expect(server.received('webrtc_ice_candidate')).toMatchObject([{ streamId, data: { candidate: 'ours' } }])
})

test('messages for other streams are ignored', async () => {
  await onAir()
  const data = { type: 'answer', sdp: 'of another stream' } as const
  server.sendMessage({ type: 'webrtc_answer', streamId: otherId, data, answer: data })
  server.sendMessage({ type: 'webrtc_restart', streamId: otherId })
  server.sendMessage({ type: 'stream_ended', streamId: otherId, data: { endedAt: '2025-11-21T20:00:00Z' } })
  server.sendMessage({ type: 'error', streamId: otherId, code: 'conflict', message: 'no' })
  server.sendMessage({ type: 'error', code: 'conflict', message: 'no' })
  await settled()
  expect(state()).toMatchObject({ isBroadcasting: true, isPeerConnected: true, error: null })
  expect(peers.all).toHaveLength(1)
  expect(peers.latest.remote).toBe('the answer')
})

test('started before there is media, it offers as soon as there is some', async () => {
  const opening = session.openMedia()
  session.start()
  server.accept()
  expect(peers.all).toHaveLength(0)
  await opening
  await settled()
  expect(offers()).toEqual([offerOf(0)])
})

test('a second start changes nothing', async () => {
  await onAir()
  session.start()
  await settled()
  expect(peers.all).toHaveLength(1)
  expect(server.connections).toHaveLength(1)
})

test('nothing starts on a closed session, or every page that was left would hold the socket', async () => {
  session.start()
  await session.openMedia()
  session.close()
  session.start()
  expect(server.connections).toHaveLength(0)
  expect(state().isBroadcasting).toBe(false)
})

test('a camera that is pulled out on air leaves the sound, says so, and is sentTrack again when it is back', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await onAir()
  getMedia = async ({ video }) => {
    if (video) throw new DOMException('no', 'NotFoundError')
    return new TestMedia('audio').stream
  }
  media.tracks.find(({ kind }) => kind === 'video')?.unplug()
  await settled()
  expect(state()).toMatchObject({ missing: 'camera', error: null, isBroadcasting: true })
  expect(
    state()
      .media?.getTracks()
      .map(({ kind }) => kind),
  ).toEqual(['audio'])

  const whole = new TestMedia('video', 'audio')
  getMedia = async () => whole.stream
  session.findDevices()
  await settled()
  expect(state()).toMatchObject({ missing: null, media: whole.stream })
})

test('opened, closed and opened again, as effects that run twice do, it has one camera and goes on air', async () => {
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
  await settled()
  expect(opened.filter(({ isLive }) => isLive)).toHaveLength(1)
  expect(state().media).toBe(opened.find(({ isLive }) => isLive)?.stream)
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(offers()).toEqual([offerOf(0)])
})

test('after closing, the next opening opens new media', async () => {
  await onAir()
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

test('stopping keeps the preview, closes the peer and lets the socket go', async () => {
  await onAir()
  session.stop()
  expect(media.isLive).toBe(true)
  expect(peers.open).toHaveLength(0)
  expect(server.latest.isClosed).toBe(true)
  expect(state()).toMatchObject({ isBroadcasting: false, isPeerConnected: false })
})

test('stopped while the browser still makes its offer, nothing is sentTrack and nothing is wrong', async () => {
  const log = vi.spyOn(console, 'error')
  await session.openMedia()
  session.start()
  const { latest } = server
  server.accept()
  session.stop()
  await settled()
  expect(latest.received).toEqual([])
  expect(state().error).toBeNull()
  expect(log).not.toHaveBeenCalled()
})

test('stopped and started again while the browser still makes its offer, only the new one is sent', async () => {
  const log = vi.spyOn(console, 'error')
  await session.openMedia()
  session.start()
  server.accept()
  session.stop()
  session.start()
  server.accept()
  await settled()
  expect(offers()).toEqual([offerOf(1)])
  expect(state().error).toBeNull()
  expect(log).not.toHaveBeenCalled()
})

test('the end of the stream stops it', async () => {
  await onAir()
  server.sendMessage({ type: 'stream_ended', streamId, data: { endedAt: '2025-11-21T20:00:00Z' } })
  expect(state().isBroadcasting).toBe(false)
  expect(peers.open).toHaveLength(0)
})

test('when the engine asks for it, a new peer takes the place of the old one', async () => {
  await onAir()
  await restart()
  expect(peers.open).toHaveLength(1)
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
  expect(state().isPeerConnected).toBe(false)
  await answer('the second answer')
  expect(peers.latest.remote).toBe('the second answer')
})

test('an answer never reaches a peer that did not ask for it', async () => {
  await offering()
  await restart()
  expect(offers()).toEqual([offerOf(0)])
  await answer('for the first offer')
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
  await answer('for the second offer')
  await answer('for nobody')
  expect(peers.all.map(({ remote }) => remote)).toEqual([null, 'for the second offer'])
  expect(state().error).toBeNull()
})

test('an offer that is overtaken while the browser makes it is not sent', async () => {
  await session.openMedia()
  session.start()
  server.accept()
  const { latest } = peers
  const setLocalDescription = latest.setLocalDescription.bind(latest)
  latest.setLocalDescription = async (description) => {
    await setLocalDescription(description)
    server.sendMessage({ type: 'webrtc_restart', streamId })
  }
  await settled()
  expect(offers()).toEqual([offerOf(1)])
})

test('an offer that is never answered is made again', async () => {
  await offering()
  await pass(ANSWER_MS - 1)
  expect(offers()).toHaveLength(1)
  await pass(1)
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
  await answer()
  expect(peers.latest.remote).toBe('the answer')
})

test('the socket breaks in the middle of an offer: the next connection makes a new one', async () => {
  await offering()
  const [first] = server.connections
  server.drop()
  expect(state().error).toBe('socket')
  await pass(SOCKET_RECONNECT_MS)
  server.accept()
  expect(state()).toMatchObject({ error: null, isBroadcasting: true })
  await settled()
  expect(offers()).toEqual([offerOf(1)])
  await answer('too late', first)
  await answer('in time')
  expect(peers.latest.remote).toBe('in time')
  expect(peers.open).toHaveLength(1)
})

test('while the socket is down the peer that still sends is left alone', async () => {
  await onAir()
  server.drop()
  peers.latest.become('disconnected')
  await pass(HEAL_MS)
  expect(peers.all).toHaveLength(1)
  peers.latest.become('connected')
  expect(state().isPeerConnected).toBe(true)
  await reconnect()
  expect(offers()).toEqual([offerOf(1)])
})

test('a socket that fails is told from the start, until it is there', async () => {
  const socket = new Socket({ open: server.open })
  socket.hold()
  server.drop()
  session = new BroadcastSession({ streamId, socket, createPeer: peers.create, getMedia: () => getMedia({}) })
  await session.openMedia()
  session.start()
  expect(state().error).toBe('socket')
  await reconnect()
  expect(state().error).toBeNull()
  session.close()
  vi.clearAllTimers()
})

test('a browser that makes no socket is told from one that loses it', async () => {
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

test('a peer that breaks off has time to heal', async () => {
  await onAir()
  peers.latest.become('disconnected')
  await pass(HEAL_MS - 1)
  peers.latest.become('connected')
  await pass(10 * HEAL_MS)
  expect(peers.all).toHaveLength(1)
  peers.latest.become('disconnected')
  await pass(HEAL_MS)
  expect(peers.all).toHaveLength(2)
})

test('a peer that fails is replaced', async () => {
  await onAir()
  peers.latest.become('failed')
  expect(state().isPeerConnected).toBe(false)
  await pass(RETRY_MS)
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
})

test('what happens to a peer that was replaced is of no interest', async () => {
  await onAir()
  const [first] = peers.all
  const follow = first?.onconnectionstatechange
  await restart()
  await answer('the second answer')
  first?.become('failed')
  follow?.()
  await pass(10 * HEAL_MS)
  expect(peers.all).toHaveLength(2)
})

test.each(['engine_unavailable', 'rate_limited', 'unavailable', 'internal'] as const)(
  'an offer that is refused with %s is made again when the server says so',
  async (code) => {
    await offering()
    await refuse(code, { retryAfter: 5 })
    await pass(4999)
    expect(offers()).toHaveLength(1)
    await pass(1)
    expect(offers()).toHaveLength(2)
    expect(state().isBroadcasting).toBe(true)
  },
)

test('while offers are refused, the pause between them grows', async () => {
  await offering()
  for (const pause of [1, 2, 3]) {
    await refuse('internal')
    await pass(pause * RETRY_MS - 1)
    expect(offers()).toHaveLength(pause)
    await pass(1)
    expect(offers()).toHaveLength(pause + 1)
  }
})

test.each(['unauthorized', 'forbidden', 'not_found', 'invalid'] as const)(
  'an offer that is refused with %s ends it',
  async (code) => {
    await offering()
    await refuse(code)
    expect(state()).toMatchObject({ isBroadcasting: false, error: 'refused' })
    await pass(60_000)
    expect(peers.open).toHaveLength(0)
  },
)

test('another window takes the broadcast over', async () => {
  await onAir()
  await refuse('conflict')
  expect(state()).toMatchObject({ isBroadcasting: false, isPeerConnected: false, error: 'takenOver' })
  expect(media.isLive).toBe(true)
  session.start()
  expect(state()).toMatchObject({ isBroadcasting: true, error: null })
})

const CODES_OF_OTHERS = [
  'forbidden',
  'invalid',
  'not_found',
  'rate_limited',
  'conflict',
  'chat_closed',
] as const

test.each(CODES_OF_OTHERS)(
  'a chat message that is refused with %s leaves the broadcast alone',
  async (code) => {
    await onAir()
    await refuse(code, { clientId })
    await pass(10_000)
    expect(state()).toMatchObject({ isBroadcasting: true, isPeerConnected: true, error: null })
    expect(peers.all).toHaveLength(1)
  },
)

test.each(CODES_OF_OTHERS)('a chat message that is refused with %s leaves an offer alone', async (code) => {
  await offering()
  await refuse(code, { clientId })
  await answer()
  expect(peers.latest.remote).toBe('the answer')
  expect(state()).toMatchObject({ isBroadcasting: true, error: null })
})

test.each(['forbidden', 'invalid', 'not_found', 'rate_limited', 'internal'] as const)(
  'an error %s while no offer waits is not about the broadcast',
  async (code) => {
    await onAir()
    await refuse(code)
    await pass(10_000)
    expect(state()).toMatchObject({ isBroadcasting: true, isPeerConnected: true, error: null })
    expect(peers.all).toHaveLength(1)
  },
)

test('an answer that the browser refuses is told, and another offer is made', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await offering()
  await answer('broken')
  expect(state().error).toBe('answer')
  expect(log).toHaveBeenCalled()
  await pass(RETRY_MS)
  expect(offers()).toHaveLength(2)
  await answer()
  peers.latest.become('connected')
  expect(state().error).toBeNull()
})

test('an offer that the browser cannot make is told, and tried again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await session.openMedia()
  session.start()
  server.accept()
  peers.latest.close()
  await settled()
  expect(state().error).toBe('offer')
  await pass(RETRY_MS)
  expect(offers()).toEqual([offerOf(1)])
})

test('a browser that makes no peer is told, and asked again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const create = vi.fn<() => RTCPeerConnection>(() => {
    throw new DOMException('no', 'NotSupportedError')
  })
  const socket = new Socket({ open: server.open })
  session = new BroadcastSession({ streamId, socket, createPeer: create, getMedia: () => getMedia({}) })
  await offering()
  expect(state()).toMatchObject({ error: 'peerInit', isBroadcasting: true })
  create.mockImplementation(peers.create)
  await pass(1000)
  expect(offers()).toEqual([offerOf(0)])
})

test('a candidate that the browser refuses is told only while nothing is connected', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await offering()
  await answer()
  const invalid = { candidate: 'invalid', sdpMid: '0' }
  const say = async () => {
    server.sendMessage({ type: 'webrtc_ice_candidate', streamId, data: invalid, candidate: invalid })
    await settled()
  }
  await say()
  expect(state().error).toBe('candidate')
  peers.latest.become('connected')
  expect(state().error).toBeNull()
  await say()
  expect(state().error).toBeNull()
  await pass(10_000)
  expect(peers.all).toHaveLength(1)
})

test('camera and microphone are switched on the tracks that are sent', async () => {
  await onAir()
  session.toggleCamera()
  session.toggleMicrophone()
  expect(media.tracks.map(({ enabled }) => enabled)).toEqual([false, false])
  expect(state()).toMatchObject({ hasCamera: false, hasMicrophone: false })
  session.toggleMicrophone()
  expect(media.tracks.map(({ enabled }) => enabled)).toEqual([false, true])
  expect(peers.all).toHaveLength(1)
})

test('refused devices are told, stay told while the socket fails, and are forgotten once they open', async () => {
  getMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await expect(session.openMedia()).rejects.toMatchObject({ name: 'NotAllowedError' })
  session.start()
  expect(state()).toMatchObject({ error: 'devices', isBroadcasting: true })
  server.drop()
  expect(state().error).toBe('devices')
  await reconnect()
  expect(peers.all).toHaveLength(0)
  getMedia = async () => media.stream
  await session.openMedia()
  await settled()
  expect(state().error).toBeNull()
  expect(offers()).toEqual([offerOf(0)])
})

test('a camera that is unplugged on air is replaced without a new offer', async () => {
  await onAir()
  const before = media
  media = new TestMedia('video', 'audio')
  before.tracks[0]?.unplug()
  await settled()
  expect(before.isLive).toBe(false)
  expect(state().media).toBe(media.stream)
  expect(offers()).toEqual([offerOf(0)])
  const [picture, sound] = media.tracks
  expect(peers.latest.getTransceivers().map(({ sentTrack }) => sentTrack)).toEqual([picture, sound, picture])
})

test('a device that was not there before needs a new offer', async () => {
  media = new TestMedia('audio')
  await onAir()
  const before = media
  media = new TestMedia('video', 'audio')
  before.tracks[0]?.unplug()
  await settled()
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
})

const picture = () => peers.latest.getTransceivers().find(({ receiver }) => receiver.track.kind === 'video')
const limits = () => picture()?.encodings[0]

test('a camera that is off sends black for a moment, then nothing, and comes back at once', async () => {
  await onAir()
  session.toggleCamera()
  await pass(1000)
  expect(limits()).toMatchObject({ active: true })
  await pass(1000)
  expect(limits()).toMatchObject({ active: false })
  await restart()
  expect(peers.all).toHaveLength(2)
  expect(limits()).toMatchObject({ active: false })
  session.toggleCamera()
  await settled()
  expect(limits()).toMatchObject({ active: true })
})

test('other settings open other devices on air, and what was open goes on until they are there', async () => {
  const asked: MediaStreamConstraints[] = []
  getMedia = async (constraints) => {
    asked.push(constraints)
    return media.stream
  }
  await onAir()
  const before = media
  media = new TestMedia('video', 'audio')
  settings.set({ camera: 'the desk', bitrate: 500_000 })
  await settled()
  expect(asked[1]).toMatchObject({ video: { deviceId: { ideal: 'the desk' } } })
  expect(before.isLive).toBe(false)
  expect(picture()?.sentTrack).toBe(media.tracks[0])
  expect(limits()).toMatchObject({ maxBitrate: 500_000 })
  expect(peers.all).toHaveLength(1)
})

test('a device that cannot be opened leaves the one before, and is told', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await onAir()
  getMedia = () => Promise.reject(new DOMException('no', 'NotReadableError'))
  settings.set({ camera: 'the broken one' })
  await settled()
  expect(media.isLive).toBe(true)
  expect(state()).toMatchObject({ error: 'devices', isBroadcasting: true })
})

test('a screen takes the camera’s place until its own end, without a new offer', async () => {
  vi.stubGlobal('MediaStream', TestComposed)
  screen = new TestMedia('video')
  await onAir()
  await session.shareScreen()
  await settled()
  expect(state().isSharingScreen).toBe(true)
  expect(picture()?.sentTrack).toBe(screen.tracks[0])
  expect(media.isLive).toBe(true)
  screen.tracks[0]?.unplug()
  await settled()
  expect(state().isSharingScreen).toBe(false)
  expect(picture()?.sentTrack).toBe(media.tracks[0])
  expect(offers()).toEqual([offerOf(0)])
})

test('a screen is sentTrack while the camera is off', async () => {
  vi.stubGlobal('MediaStream', TestComposed)
  screen = new TestMedia('video')
  await onAir()
  session.toggleCamera()
  await pass(2000)
  await session.shareScreen()
  await settled()
  expect(limits()).toMatchObject({ active: true })
  session.stopScreen()
  await pass(2000)
  expect(limits()).toMatchObject({ active: false })
})

test('a screen that is chosen after the page was left is given back', async () => {
  await onAir()
  screen = new TestMedia('video')
  const sharing = session.shareScreen()
  session.close()
  await sharing
  expect(screen.isLive).toBe(false)
  expect(state().isSharingScreen).toBe(false)
})

test('a line that has gone silent is offered anew, though the browser still calls it connected', async () => {
  await onAir()
  await pass(20_000)
  expect(peers.all).toHaveLength(1)
  peers.latest.isAlive = false
  await pass(7000 + RETRY_MS)
  expect(peers.all).toHaveLength(2)
})

test('when every device is gone the peer is too, and the broadcast goes on once they are back', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await onAir()
  getMedia = () => Promise.reject(new DOMException('no', 'NotFoundError'))
  for (const track of media.tracks) track.unplug()
  await settled()
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
  await settled()
  expect(offers()).toEqual([offerOf(0), offerOf(1)])
  expect(state().error).toBeNull()
})

const sentPictures = () =>
  peers.latest
    .getTransceivers()
    .filter(({ receiver }) => receiver.track.kind === 'video')
    .map(({ encodings }) => encodings[0]?.active)

test('on a line that carries too little for both, the large picture makes room for sound and the small one', async () => {
  await onAir()
  peers.latest.estimate = 100_000
  await pass(2000)
  expect(sentPictures()).toEqual([false, true])
  expect(peers.latest.getTransceivers().map(({ sentTrack }) => sentTrack?.kind)).toEqual([
    undefined,
    'audio',
    'video',
  ])
  peers.latest.estimate = 350_000
  await pass(4000)
  expect(sentPictures()).toEqual([true, true])
  expect(peers.latest.getTransceivers().map(({ sentTrack }) => sentTrack?.kind)).toEqual([
    'video',
    'audio',
    'video',
  ])
})

test('a new connection begins with the large picture, as its line may be another', async () => {
  await onAir()
  peers.latest.estimate = 100_000
  await pass(2000)
  await restart()
  await answer()
  peers.latest.become('connected')
  expect(sentPictures()).toEqual([true, true])
})

test('a camera that is off stays off, whatever the line carries', async () => {
  await onAir()
  session.toggleCamera()
  peers.latest.estimate = 100_000
  await pass(2000)
  peers.latest.estimate = 350_000
  await pass(4000)
  expect(sentPictures()).toEqual([false, false])
})
