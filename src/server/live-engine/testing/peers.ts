import { fork } from 'node:child_process'
import type { Quality } from '#media/process/protocol.ts'
import { testProcess } from '#server/testing/test-processes.ts'
import { withinLimit } from '#server/testing/within-limit.ts'
import type { MediaEngine } from '../media-engine.ts'
import { fromPeers, type FromPeers, type Kind, type PeerCommand, type PeerStats } from './peer-protocol.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
type PublishOptions = {
  kinds?: Kind[]
  video?: 'VP8' | 'H264'
  firstSequence?: number
  hasLowLayer?: boolean
}

type PlayOptions = { kinds?: Kind[]; payloadType?: number; quality?: Quality }

/** Synthetic peers in a process of their own, which signal with the engine as the app does. */
export type Peers = {
  publish(streamId: string, peer: string, options?: PublishOptions): Promise<void>
  watch(streamId: string, peer: string, quality?: Quality): Promise<void>
  /** Watches as a player that offers by itself. */
  play(streamId: string, peer: string, options?: PlayOptions): Promise<void>
  /** Makes the viewer report this fraction of video as lost from now on, 0 to 1. */
  reportLoss(peer: string, loss: number): Promise<void>
  /** Creates an offer without sending it to the engine. */
  offer(peer: string, options?: PublishOptions): Promise<string>
  /** Creates a player's offer without sending it to the engine. */
  offerToPlay(peer: string): Promise<string>
  answer(peer: string, offerSdp: string): Promise<string>
  /** Applies the answer to an offer that the test sent to the engine itself. */
  acceptAnswer(peer: string, answerSdp: string): Promise<void>
  stats(peer: string): Promise<PeerStats>
  requestKeyframe(peer: string): Promise<void>
  sendNack(peer: string, sequences: number[]): Promise<void>
  skipPackets(peer: string, packets: number): Promise<void>
  /** Pauses the high layer; the low layer and audio continue. */
  pauseVideo(peer: string, isPaused: boolean): Promise<void>
  /** Sends this many packets for each frame (every 20 ms) from now on, whatever bitrate the engine requests. */
  flood(peer: string, packets: number, payloadBytes: number): Promise<void>
  close(peer: string): Promise<void>
  /** Ends all peers like a browser that crashes, without a goodbye. */
  kill(): Promise<void>
}

const DEFAULT_OPTIONS: Required<PublishOptions> = {
  kinds: ['audio', 'video'],
  video: 'VP8',
  firstSequence: 65_500,
  hasLowLayer: false,
}

/** Starts a process of synthetic peers; `kill` ends it. */
export async function startPeers(engine: MediaEngine): Promise<Peers> {
  const { entry, execArgv } = testProcess('peer-process')
  const child = fork(entry, [], { execArgv })
  const pending = new Map<number, (reply: FromPeers) => void>()
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const exitMessage = () => `the peers have exited: ${child.signalCode ?? child.exitCode}`
  let lastId = 0
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', () => {
      for (const [id, respond] of pending) respond({ type: 'failed', id, message: exitMessage() })
      reject(new Error(exitMessage()))
    })
    child.on('message', (raw) => {
      const message = fromPeers.parse(raw)
      if (message.type === 'ready') resolve()
      else if (message.type === 'candidate') engine.addCandidate(message.peer, message.candidate, message.mid)
      else pending.get(message.id)?.(message)
    })
  })
  const request = async (command: WithoutId<PeerCommand>): Promise<FromPeers> => {
    if (hasExited()) throw new Error(exitMessage())
    const id = ++lastId
    const replied = new Promise<FromPeers>((resolve) => {
      pending.set(id, resolve)
      child.send({ ...command, id })
    })
    const reply = await withinLimit(replied, `the peers have not replied to ${command.type}`)
    pending.delete(id)
    if (reply.type === 'failed') throw new Error(reply.message)
    return reply
  }
  const requestSdp = async (command: WithoutId<PeerCommand>): Promise<string> => {
    const reply = await request(command)
    return reply.type === 'sdp' ? reply.sdp : ''
  }
  const viewers = new Set<string>()
  const stopCandidates = engine.on('candidate', ({ peerId, candidate, mid }) => {
    if (!viewers.has(peerId)) return
    request({ type: 'candidate', peer: peerId, candidate, mid }).catch((error: unknown) => {
      // A candidate that was found meanwhile is of no use to peers that have exited.
      if (!hasExited()) throw error
    })
  })
  await withinLimit(ready, 'the peers have not started')

  return {
    async publish(streamId, peer, options = {}) {
      const offer = await requestSdp({ type: 'publish', peer, ...DEFAULT_OPTIONS, ...options })
      await request({ type: 'accept_answer', peer, sdp: await engine.publish(streamId, peer, offer) })
    },
    offer: (peer, options) => requestSdp({ type: 'publish', peer, ...DEFAULT_OPTIONS, ...options }),
    offerToPlay: (peer) => requestSdp({ type: 'play', peer, kinds: DEFAULT_OPTIONS.kinds, payloadType: 96 }),
    answer: (peer, sdp) => requestSdp({ type: 'watch', peer, sdp }),
    acceptAnswer: async (peer, sdp) => void (await request({ type: 'accept_answer', peer, sdp })),
    async watch(streamId, peer, quality = 'auto') {
      viewers.add(peer)
      const answer = await requestSdp({
        type: 'watch',
        peer,
        sdp: await engine.watch(streamId, peer, quality),
      })
      await engine.acceptAnswer(peer, answer)
    },
    async play(streamId, peer, options = {}) {
      const { kinds = DEFAULT_OPTIONS.kinds, payloadType = 96, quality = 'auto' } = options
      const offer = await requestSdp({ type: 'play', peer, kinds, payloadType })
      await request({ type: 'accept_answer', peer, sdp: await engine.play(streamId, peer, offer, quality) })
    },
    reportLoss: async (peer, loss) =>
      void (await request({ type: 'report_loss', peer, fractionLost: Math.round(loss * 256) })),
    async stats(peer) {
      const reply = await request({ type: 'stats', peer })
      if (reply.type !== 'stats') throw new Error('the peers sent another reply')
      return reply.stats
    },
    requestKeyframe: async (peer) => void (await request({ type: 'request_keyframe', peer })),
    sendNack: async (peer, sequences) => void (await request({ type: 'send_nack', peer, sequences })),
    skipPackets: async (peer, packets) => void (await request({ type: 'skip_packets', peer, packets })),
    pauseVideo: async (peer, isPaused) => void (await request({ type: 'pause_video', peer, isPaused })),
    flood: async (peer, packets, payloadBytes) =>
      void (await request({ type: 'flood', peer, packets, payloadBytes })),
    close: async (peer) => void (await request({ type: 'close', peer })),
    async kill() {
      stopCandidates()
      if (hasExited()) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    },
  }
}
