/** A camera's or microphone's track, or one that comes from the server. */
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

  /** The device is pulled out, or its permission withdrawn. */
  unplug(): void {
    this.readyState = 'ended'
    this.onended?.()
  }
}

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

  /** As the browser would hand it out. */
  get stream(): MediaStream {
    // Boundary: the members above are all that our code touches.
    return this as unknown as MediaStream
  }
}

const refuse = (name: string) => Promise.reject(new DOMException('refused by the browser', name))

/** What a test's connection carries each way between two looks at its statistics. */
export const BYTES_PER_POLL = 1000

/** A peer connection of the browser with its states, and without a network. */
export class TestPeer {
  static #count = 0
  readonly number = (TestPeer.#count += 1)
  onicecandidate: ((event: { candidate: { toJSON(): RTCIceCandidateInit } | null }) => void) | null = null
  onconnectionstatechange: (() => void) | null = null
  ontrack: ((event: { track: TestTrack }) => void) | null = null
  connectionState: RTCPeerConnectionState = 'new'
  signalingState: RTCSignalingState = 'stable'
  readonly transceivers: [TestTrack, RTCRtpTransceiverInit][] = []
  remote: string | null = null
  readonly candidates: RTCIceCandidateInit[] = []
  /** The other side is there: each look at the statistics finds more. */
  isAlive = true
  /** So does each look for pictures that were decoded. */
  hasPicture = true
  /** What its line can carry, in bits a second. */
  estimate = 2_500_000
  #bytes = 0
  #pictures = 0
  /** What a candidate is refused for that starts with it. */
  readonly useless = 'useless'

  readonly #places: TestPlace[] = []

  addTransceiver(track: TestTrack, init: RTCRtpTransceiverInit): TestPlace {
    const place = new TestPlace(track, init)
    this.transceivers.push([track, init])
    this.#places.push(place)
    return place
  }

  getTransceivers = () => [...this.#places]

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
    this.remote = sdp
  }

  async addIceCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    if (this.connectionState === 'closed' || this.remote === null) return refuse('InvalidStateError')
    if (candidate.sdpMid === null && candidate.sdpMLineIndex === null) throw new TypeError('of which track?')
    if (candidate.candidate?.startsWith(this.useless)) return refuse('OperationError')
    this.candidates.push(candidate)
  }

  async getStats(): Promise<Map<string, object>> {
    if (this.isAlive) this.#bytes += BYTES_PER_POLL
    if (this.hasPicture) this.#pictures += 1
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
      ['video', { type: 'inbound-rtp', kind: 'video', framesDecoded: this.#pictures }],
    ])
  }

  close(): void {
    this.connectionState = 'closed'
  }

  become(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }

  find(candidate: RTCIceCandidateInit): void {
    this.onicecandidate?.({ candidate: { toJSON: () => candidate } })
  }
}

/** One transceiver: what it sends, and within which limits. */
class TestPlace {
  readonly receiver: { track: { kind: TestTrack['kind'] } }
  readonly sender
  sent: TestTrack | null
  encodings: RTCRtpEncodingParameters[]

  constructor(track: TestTrack, { sendEncodings = [{}] }: RTCRtpTransceiverInit) {
    this.receiver = { track: { kind: track.kind } }
    this.sent = track
    this.encodings = sendEncodings.map((encoding) => ({ active: true, ...encoding }))
    const sent = () => this.sent
    this.sender = {
      get track() {
        return sent()
      },
      replaceTrack: async (next: TestTrack | null) => void (this.sent = next),
      getParameters: () => ({ encodings: this.encodings.map((encoding) => ({ ...encoding })) }),
      setParameters: async ({ encodings }: { encodings: RTCRtpEncodingParameters[] }) =>
        void (this.encodings = encodings),
    }
  }
}

/** The peers that a page has made, in order. */
export class TestPeers {
  readonly all: TestPeer[] = []

  /** What the browser does with `new RTCPeerConnection`. */
  readonly create = (): RTCPeerConnection => {
    const peer = new TestPeer()
    this.all.push(peer)
    // Boundary: the members of TestPeer are all that our code touches.
    return peer as unknown as RTCPeerConnection
  }

  get latest(): TestPeer {
    const peer = this.all.at(-1)
    if (!peer) throw new Error('no peer was made')
    return peer
  }

  get open(): TestPeer[] {
    return this.all.filter(({ connectionState }) => connectionState !== 'closed')
  }
}
