/** Test double of a `MediaStreamTrack`, local or remote. */
export class TestTrack {
  readonly kind: 'video' | 'audio'
  enabled = true
  readyState: MediaStreamTrackState = 'live'
  onended: (() => void) | null = null

  constructor(kind: 'video' | 'audio') {
    this.kind = kind
  }

  stop(): void {
    this.readyState = 'ended'
  }

  getSettings = (): MediaTrackSettings => (this.kind === 'video' ? { width: 1280, height: 720 } : {})

  /** Ends the track as when its device is unplugged or its permission withdrawn. */
  unplug(): void {
    this.readyState = 'ended'
    this.onended?.()
  }
}

/** Test double of a `MediaStream`. */
export class TestMedia {
  readonly tracks: TestTrack[]

  constructor(...kinds: TestTrack['kind'][]) {
    this.tracks = kinds.map((kind) => new TestTrack(kind))
  }

  getTracks = () => [...this.tracks]
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video')
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio')
  addTrack = (track: TestTrack) => void this.tracks.push(track)

  get isLive(): boolean {
    return this.tracks.some(({ readyState }) => readyState === 'live')
  }

  /** This object with the browser's type. */
  get stream(): MediaStream {
    // Boundary: the code under test uses only the members above.
    return this as unknown as MediaStream
  }
}

const refuse = (name: string) => Promise.reject(new DOMException('refused by the browser', name))

/** Bytes that a test connection adds in each direction on every poll of its statistics. */
export const BYTES_PER_POLL = 1000

/** Test double of an `RTCPeerConnection`: it has the states, but no network. */
export class TestPeer {
  static #count = 0
  readonly number = (TestPeer.#count += 1)
  onicecandidate: ((event: { candidate: { toJSON(): RTCIceCandidateInit } | null }) => void) | null = null
  onconnectionstatechange: (() => void) | null = null
  ontrack: ((event: { track: TestTrack }) => void) | null = null
  connectionState: RTCPeerConnectionState = 'new'
  signalingState: RTCSignalingState = 'stable'
  readonly transceiverInits: [TestTrack, RTCRtpTransceiverInit][] = []
  remoteSdp: string | null = null
  readonly candidates: RTCIceCandidateInit[] = []
  /** The remote side responds: each poll of the statistics adds bytes. */
  isAlive = true
  /** Each poll adds a decoded video frame. */
  hasVideo = true
  /** The estimate of the outgoing bandwidth in bits per second. */
  estimate = 2_500_000
  #bytes = 0
  #framesDecoded = 0
  /** Prefix of the candidates that are refused. */
  readonly invalidPrefix = 'invalid'

  readonly #transceivers: TestTransceiver[] = []

  addTransceiver(track: TestTrack, init: RTCRtpTransceiverInit): TestTransceiver {
    const transceiver = new TestTransceiver(track, init)
    this.transceiverInits.push([track, init])
    this.#transceivers.push(transceiver)
    return transceiver
  }

  getTransceivers = () => [...this.#transceivers]

  createOffer(): Promise<{ type: 'offer'; sdp: string }> {
    if (this.connectionState === 'closed') return refuse('InvalidStateError')
    return Promise.resolve({ type: 'offer', sdp: `offer of peer ${this.number}` })
  }

  createAnswer(): Promise<{ type: 'answer'; sdp: string }> {
    if (this.connectionState === 'closed') return refuse('InvalidStateError')
    return Promise.resolve({ type: 'answer', sdp: `answer of peer ${this.number}` })
  }

  async setLocalDescription({ type }: RTCSessionDescriptionInit): Promise<void> {
    if (this.connectionState === 'closed') return refuse('InvalidStateError')
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable'
  }

  async setRemoteDescription({ type, sdp = '' }: RTCSessionDescriptionInit): Promise<void> {
    if (this.connectionState === 'closed') return refuse('InvalidStateError')
    if (type === 'answer' && this.signalingState !== 'have-local-offer') return refuse('InvalidStateError')
    if (sdp === 'broken') return refuse('OperationError')
    this.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable'
    this.remoteSdp = sdp
  }

  async addIceCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    if (this.connectionState === 'closed' || this.remoteSdp === null) return refuse('InvalidStateError')
    if (candidate.sdpMid === null && candidate.sdpMLineIndex === null)
      throw new TypeError('no sdpMid and no sdpMLineIndex')
    if (candidate.candidate?.startsWith(this.invalidPrefix)) return refuse('OperationError')
    this.candidates.push(candidate)
  }

  async getStats(): Promise<Map<string, object>> {
    if (this.isAlive) this.#bytes += BYTES_PER_POLL
    if (this.hasVideo) this.#framesDecoded += 1
    return new Map<string, object>([
      [
        'pair',
        {
          type: 'candidate-pair',
          bytesReceived: this.#bytes,
          bytesSent: this.#bytes,
          availableOutgoingBitrate: this.estimate,
        },
      ],
      ['video', { type: 'inbound-rtp', kind: 'video', framesDecoded: this.#framesDecoded }],
    ])
  }

  close(): void {
    this.connectionState = 'closed'
  }

  setConnectionState(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }

  emitCandidate(candidate: RTCIceCandidateInit): void {
    this.onicecandidate?.({ candidate: { toJSON: () => candidate } })
  }
}

/** Test double of an `RTCRtpTransceiver`: the track that it sends, and its encodings. */
class TestTransceiver {
  readonly receiver: { track: { kind: TestTrack['kind'] } }
  readonly sender
  sentTrack: TestTrack | null
  encodings: RTCRtpEncodingParameters[]

  constructor(track: TestTrack, { sendEncodings = [{}] }: RTCRtpTransceiverInit) {
    this.receiver = { track: { kind: track.kind } }
    this.sentTrack = track
    this.encodings = sendEncodings.map((encoding) => ({ active: true, ...encoding }))
    const sentTrack = () => this.sentTrack
    this.sender = {
      get track() {
        return sentTrack()
      },
      replaceTrack: async (next: TestTrack | null) => void (this.sentTrack = next),
      getParameters: () => ({ encodings: this.encodings.map((encoding) => ({ ...encoding })) }),
      setParameters: async ({ encodings }: { encodings: RTCRtpEncodingParameters[] }) =>
        void (this.encodings = encodings),
    }
  }
}

/** The peer connections that were created, in order. */
export class TestPeers {
  readonly all: TestPeer[] = []

  /** Stands in for `new RTCPeerConnection`. */
  readonly create = (): RTCPeerConnection => {
    const peer = new TestPeer()
    this.all.push(peer)
    // Boundary: the code under test uses only the members of TestPeer.
    return peer as unknown as RTCPeerConnection
  }

  get latest(): TestPeer {
    const peer = this.all.at(-1)
    if (!peer) throw new Error('no peer was created')
    return peer
  }

  get open(): TestPeer[] {
    return this.all.filter(({ connectionState }) => connectionState !== 'closed')
  }
}
