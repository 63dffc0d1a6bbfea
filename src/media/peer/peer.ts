import { PeerConnection, type Audio, type Track, type Video } from 'node-datachannel'
import { EngineError } from '../process/engine-error.ts'
import { guarded } from '../process/guard.ts'
import type { EngineConfig } from '../process/protocol.ts'
import { mapCandidates, removeCandidates } from '../sdp/local-description.ts'
import type { RestrictedSession } from '../sdp/restrict-session.ts'
import { announceLocalCandidate, RemoteCandidateFilter } from './ice-candidates.ts'

/** A peer that has not connected by then never will: its page is gone or behind a firewall. */
const CONNECT_TIMEOUT_MS = 30_000
const GATHERING_TIMEOUT_MS = 2_000

/**
 * The connection of one browser, encoder or player: wraps the native connection, filters its candidates and watches its
 * state. The owner closes it. `onLost` is called once when the connection ends by itself, and never after `close`.
 */
export class Peer {
  readonly #connection: PeerConnection
  readonly #config: EngineConfig
  readonly #onLost: () => void
  readonly #tracks: Track[] = []
  readonly #handleTimeout = guarded('a silent peer', () => this.#loseUnlessReconnected(this.#timeout))
  /** Closes the peer when it does not connect, or does not come back after a disconnect. */
  #timeout: NodeJS.Timeout | null
  #stopGathering: (() => void) | null = null
  #isClosed = false
  #hasRemoteDescription = false
  /** Candidates that arrived before the remote description. */
  #earlyCandidates: { candidate: string; mid: string }[] = []
  readonly #candidateFilter: RemoteCandidateFilter

  constructor(config: EngineConfig, peerId: string, onLost: () => void) {
    this.#config = config
    this.#onLost = onLost
    this.#candidateFilter = new RemoteCandidateFilter(config.allowLocalCandidates)
    this.#connection = new PeerConnection(peerId, {
      iceServers: [],
      bindAddress: config.host,
      enableIceUdpMux: true,
      portRangeBegin: config.udpPort,
      portRangeEnd: config.udpPort,
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    })
    this.#connection.onStateChange(guarded('peer state', (state) => this.#handleState(state)))
    this.#timeout = setTimeout(this.#handleTimeout, CONNECT_TIMEOUT_MS)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Calls `onTrack` for each track that the remote side sends, before its first packet. */
  receiveTracks(onTrack: (track: Track) => void): void {
    this.#connection.onTrack(
      guarded('new track', (track) => {
        this.#tracks.push(track)
        if (!this.#isClosed) onTrack(track)
      }),
    )
  }

  /** Adds a track that the engine sends. Call it before `offer` or `answer`. */
  sendTrack(media: Audio | Video): Track {
    const track = this.#connection.addTrack(media)
    this.#tracks.push(track)
    return track
  }

  /** Applies the remote description and its candidates. Throws EngineError `bad_sdp`. */
  setRemote({ sdp, candidates }: RestrictedSession, type: 'offer' | 'answer'): void {
    try {
      this.#connection.setRemoteDescription(sdp, type)
    } catch (error) {
      throw new EngineError('bad_sdp', `The session description was refused: ${String(error)}`)
    }
    this.#hasRemoteDescription = true
    for (const { candidate, mid } of this.#earlyCandidates.splice(0)) this.#addCandidate(candidate, mid)
    for (const line of candidates) this.addRemoteCandidate(line, null)
  }

  /**
   * Returns the engine's offer without candidates. `onCandidate` gets them during the call; the caller holds them back
   * until the answer is applied.
   */
  offer(onCandidate: (candidate: string, mid: string) => void): string {
    const seen = new Set<string>()
    this.#connection.onLocalCandidate(
      guarded('local candidate', (line, mid) => {
        const candidate = announceLocalCandidate(line, this.#config)
        if (candidate === null) return
        // With an announced address the candidates of several interfaces differ only in their priority.
        const key = `${mid} ${candidate.replace(/^\S+ 1 \S+ \d+ /, '')}`
        if (this.#isClosed || seen.has(key)) return
        seen.add(key)
        onCandidate(candidate, mid)
      }),
    )
    this.#connection.setLocalDescription('offer')
    return removeCandidates(this.#localSdp())
  }

  /**
   * Returns the engine's answer to the remote offer, all candidates included. Throws EngineError `unknown_peer` when
   * the peer is closed meanwhile.
   */
  async answer(): Promise<string> {
    // Subscribe first: gathering on local interfaces can end within a millisecond.
    const gathered = this.#gatheringEnd()
    this.#connection.setLocalDescription('answer')
    await gathered
    if (this.#isClosed) throw new EngineError('unknown_peer', 'The peer was closed before it was answered.')
    return mapCandidates(this.#localSdp(), (line) => announceLocalCandidate(line, this.#config))
  }

  /** Ignores what the filter refuses. Candidates that arrive early wait for the remote description. */
  addRemoteCandidate(line: string, mid: string | null): void {
    if (this.#isClosed) return
    const candidate = this.#candidateFilter.accept(line)
    if (candidate === null) return
    if (this.#hasRemoteDescription) this.#addCandidate(candidate, mid ?? '')
    else this.#earlyCandidates.push({ candidate, mid: mid ?? '' })
  }

  /** Closes a connection that failed or was misused, and calls `onLost`. */
  lose(): void {
    if (this.#isClosed) return
    this.close()
    this.#onLost()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stopTimeout()
    this.#stopGathering?.()
    // A track that is not closed keeps its listeners, and everything that they reference, in memory for ever.
    for (const track of this.#tracks) guarded('closing a track', () => track.close())()
    guarded('closing a peer', () => this.#connection.close())()
  }

  #handleState(state: string): void {
    if (this.#isClosed) return
    if (state === 'failed' || state === 'closed') return this.lose()
    if (state !== 'connected' && state !== 'disconnected') return
    this.#stopTimeout()
    if (state === 'disconnected') this.#timeout = setTimeout(this.#handleTimeout, this.#config.peerTimeoutMs)
  }

  /** Resolves when gathering is complete, times out, or the peer is closed. */
  #gatheringEnd(): Promise<void> {
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

  #addCandidate(candidate: string, mid: string): void {
    guarded('remote candidate', () => this.#connection.addRemoteCandidate(candidate, mid))()
  }

  /** A new state that arrived while the event loop was blocked is read between timers and immediates. */
  #loseUnlessReconnected(timeout: NodeJS.Timeout | null): void {
    setImmediate(guarded('a silent peer', () => this.#timeout === timeout && this.lose()))
  }

  #stopTimeout(): void {
    if (this.#timeout) clearTimeout(this.#timeout)
    this.#timeout = null
  }
}
