import { PeerConnection, type Audio, type Track, type Video } from 'node-datachannel'
import { announceLocalCandidate, normalizeRemoteCandidate } from './ice-candidates.ts'
import { EngineError } from '../process/engine-error.ts'
import { guarded } from '../process/guard.ts'
import type { EngineConfig } from '../process/protocol.ts'
import { mapCandidates, removeCandidates } from '../sdp/restrict-session.ts'

/** A peer that has not connected by then (milliseconds) never will: its page is gone or behind a firewall. */
const CONNECT_TIMEOUT_MS = 30_000
const GATHERING_TIMEOUT_MS = 2_000
/** Browsers send a handful; the native agent has room for few. */
const MOST_REMOTE_CANDIDATES = 32

/**
 * One browser's connection: the native connection, its candidates and the watch over its state. The owner
 * closes it; `onLost` tells when it ended by itself, once, and never after `close`.
 */
export class Peer {
  readonly #connection: PeerConnection
  readonly #config: EngineConfig
  readonly #onLost: () => void
  readonly #tracks: Track[] = []
  readonly #giveUp = guarded('a silent peer', () => this.lose())
  #timer: NodeJS.Timeout | null
  #stopGathering: (() => void) | null = null
  #isClosed = false
  #hasRemote = false
  #remoteCandidates: { candidate: string; mid: string }[] = []
  #remoteCandidateCount = 0

  constructor(config: EngineConfig, peerId: string, onLost: () => void) {
    this.#config = config
    this.#onLost = onLost
    this.#connection = new PeerConnection(peerId, {
      iceServers: [],
      bindAddress: config.host,
      enableIceUdpMux: true,
      portRangeBegin: config.udpPort,
      portRangeEnd: config.udpPort,
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    })
    this.#connection.onStateChange(guarded('peer state', (state) => this.#watchState(state)))
    this.#timer = setTimeout(this.#giveUp, CONNECT_TIMEOUT_MS)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Announces a track that the browser sends; `onTrack` registers its listeners on it. */
  receiveTracks(onTrack: (track: Track) => void): void {
    this.#connection.onTrack(
      guarded('new track', (track) => {
        this.#tracks.push(track)
        if (!this.#isClosed) onTrack(track)
      }),
    )
  }

  sendTrack(media: Audio | Video): Track {
    const track = this.#connection.addTrack(media)
    this.#tracks.push(track)
    return track
  }

  /** `sdp` comes from restrictOffer or restrictAnswer. Throws EngineFailure `bad_sdp`. */
  setRemote(sdp: string, type: 'offer' | 'answer'): void {
    try {
      this.#connection.setRemoteDescription(sdp, type)
    } catch (error) {
      throw new EngineError('bad_sdp', `The session description was refused: ${String(error)}`)
    }
    this.#hasRemote = true
    for (const { candidate, mid } of this.#remoteCandidates.splice(0)) this.#add(candidate, mid)
  }

  /** Our offer, without candidates. `onCandidate` gets those, at once; the caller holds them back. */
  offer(onCandidate: (candidate: string, mid: string) => void): string {
    const seen = new Set<string>()
    this.#connection.onLocalCandidate(
      guarded('local candidate', (line, mid) => {
        const candidate = announceLocalCandidate(line, this.#config.announcedIp)
        // Several interfaces become one candidate when the same address is announced for all.
        const key = `${mid} ${candidate.replace(/^\S+ 1 \S+ \d+ /, '')}`
        if (this.#isClosed || seen.has(key)) return
        seen.add(key)
        onCandidate(candidate, mid)
      }),
    )
    this.#connection.setLocalDescription('offer')
    return removeCandidates(this.#localSdp())
  }

  /** Our answer to the remote offer, with all candidates in it, so that no other message need follow. */
  async answer(): Promise<string> {
    // Registered first: gathering on local interfaces is over within a millisecond.
    const gathered = this.#gathered()
    this.#connection.setLocalDescription('answer')
    await gathered
    if (this.#isClosed) throw new EngineError('unknown_peer', 'The peer was closed before it was answered.')
    return mapCandidates(this.#localSdp(), (line) => announceLocalCandidate(line, this.#config.announcedIp))
  }

  /** Candidates that the engine cannot use are ignored; early ones wait for the description. */
  addRemoteCandidate(line: string, mid: string | null): void {
    const candidate = normalizeRemoteCandidate(line)
    if (this.#isClosed || !candidate || ++this.#remoteCandidateCount > MOST_REMOTE_CANDIDATES) return
    if (this.#hasRemote) this.#add(candidate, mid ?? '')
    else this.#remoteCandidates.push({ candidate, mid: mid ?? '' })
  }

  /** Ends the connection because it is of no use any more, and tells the owner. */
  lose(): void {
    if (this.#isClosed) return
    this.close()
    this.#onLost()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stopTimer()
    this.#stopGathering?.()
    // A track that is not closed itself keeps its listeners, and all that those know, in memory for ever.
    for (const track of this.#tracks) guarded('closing a track', () => track.close())()
    guarded('closing a peer', () => this.#connection.close())()
  }

  #watchState(state: string): void {
    if (this.#isClosed) return
    if (state === 'failed' || state === 'closed') return this.lose()
    if (state !== 'connected' && state !== 'disconnected') return
    this.#stopTimer()
    if (state === 'disconnected') this.#timer = setTimeout(this.#giveUp, this.#config.peerTimeoutMs)
  }

  /** Resolves when all candidates are known, after a while without the rest of them, or at the end. */
  #gathered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, GATHERING_TIMEOUT_MS)
      this.#stopGathering = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#connection.onGatheringStateChange(
        guarded('gathering', (state) => state === 'complete' && this.#stopGathering?.()),
      )
    })
  }

  #localSdp(): string {
    const description = this.#connection.localDescription()
    if (!description) throw new EngineError('unavailable', 'The engine could not describe the connection.')
    return description.sdp
  }

  #add(candidate: string, mid: string): void {
    guarded('remote candidate', () => this.#connection.addRemoteCandidate(candidate, mid))()
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}
