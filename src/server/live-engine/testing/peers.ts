import { fork } from 'node:child_process'
import type { MediaEngine, Quality } from '../media-engine.ts'
import { startable } from './bundled-processes.ts'
import { fromPeers, type FromPeers, type Kind, type PeerCommand, type Seen } from './peer-protocol.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
type Publishing = { kinds?: Kind[]; video?: 'VP8' | 'H264'; firstSequence?: number; hasLow?: boolean }

type Playing = { kinds?: Kind[]; payloadType?: number; quality?: Quality }

/** Synthetic browsers in a process of their own, signalled with the engine as the app would do it. */
export type Peers = {
  publish(streamId: string, peer: string, how?: Publishing): Promise<void>
  view(streamId: string, peer: string, quality?: Quality): Promise<void>
  /** Watches as a player that offers by itself. */
  play(streamId: string, peer: string, how?: Playing): Promise<void>
  /** From now on the viewer reports so much of the picture as lost, 0 to 1. */
  suffer(peer: string, loss: number): Promise<void>
  /** Only the description; nothing is sent to the engine. */
  offer(peer: string): Promise<string>
  /** Likewise of a player. */
  offerToPlay(peer: string): Promise<string>
  answer(peer: string, offerSdp: string): Promise<string>
  /** Takes the answer to its offer, whichever door that went through. */
  accept(peer: string, answerSdp: string): Promise<void>
  seen(peer: string): Promise<Seen>
  askKeyframe(peer: string): Promise<void>
  askAgain(peer: string, sequences: number[]): Promise<void>
  skip(peer: string, packets: number): Promise<void>
  /** Whether it holds the full picture back; the small one and the sound go on. */
  pause(peer: string, isPaused: boolean): Promise<void>
  /** From now on it sends so many packets a frame, whatever it is told. */
  flood(peer: string, packets: number): Promise<void>
  close(peer: string): Promise<void>
  /** Like a browser that crashes: nobody says goodbye. */
  kill(): Promise<void>
}

const USUAL: Required<Publishing> = {
  kinds: ['audio', 'video'],
  video: 'VP8',
  firstSequence: 65_500,
  hasLow: false,
}

export async function startPeers(engine: MediaEngine): Promise<Peers> {
  const { entry, execArgv } = startable(new URL('./peer-process.ts', import.meta.url))
  const child = fork(entry, [], { execArgv })
  const waiting = new Map<number, (reply: FromPeers) => void>()
  let lastId = 0
  const ready = new Promise<void>((resolve) => {
    child.on('message', (raw) => {
      const message = fromPeers.parse(raw)
      if (message.type === 'ready') resolve()
      else if (message.type === 'candidate') engine.addCandidate(message.peer, message.candidate, message.mid)
      else waiting.get(message.id)?.(message)
    })
  })
  const ask = async (command: WithoutId<PeerCommand>): Promise<FromPeers> => {
    const id = ++lastId
    const reply = await new Promise<FromPeers>((resolve) => {
      waiting.set(id, resolve)
      child.send({ ...command, id })
    })
    waiting.delete(id)
    if (reply.type === 'failed') throw new Error(reply.message)
    return reply
  }
  const askSdp = async (command: WithoutId<PeerCommand>): Promise<string> => {
    const reply = await ask(command)
    return reply.type === 'sdp' ? reply.sdp : ''
  }
  const names = new Set<string>()
  const stopCandidates = engine.on('candidate', ({ peerId, candidate, mid }) => {
    if (names.has(peerId)) void ask({ type: 'candidate', peer: peerId, candidate, mid })
  })
  await ready

  return {
    async publish(streamId, peer, how = {}) {
      const offer = await askSdp({ type: 'publish', peer, ...USUAL, ...how })
      await ask({ type: 'answered', peer, sdp: await engine.publish(streamId, peer, offer) })
    },
    offer: (peer) => askSdp({ type: 'publish', peer, ...USUAL }),
    offerToPlay: (peer) => askSdp({ type: 'play', peer, kinds: USUAL.kinds, payloadType: 96 }),
    answer: (peer, sdp) => askSdp({ type: 'view', peer, sdp }),
    accept: async (peer, sdp) => void (await ask({ type: 'answered', peer, sdp })),
    async view(streamId, peer, quality = 'auto') {
      names.add(peer)
      const answer = await askSdp({ type: 'view', peer, sdp: await engine.watch(streamId, peer, quality) })
      await engine.acceptAnswer(peer, answer)
    },
    async play(streamId, peer, how = {}) {
      const { kinds = USUAL.kinds, payloadType = 96, quality = 'auto' } = how
      const offer = await askSdp({ type: 'play', peer, kinds, payloadType })
      await ask({ type: 'answered', peer, sdp: await engine.play(streamId, peer, offer, quality) })
    },
    suffer: async (peer, loss) =>
      void (await ask({ type: 'suffer', peer, fractionLost: Math.round(loss * 256) })),
    async seen(peer) {
      const reply = await ask({ type: 'seen', peer })
      if (reply.type !== 'seen') throw new Error('the peers answered something else')
      return reply.seen
    },
    askKeyframe: async (peer) => void (await ask({ type: 'ask_keyframe', peer })),
    askAgain: async (peer, sequences) => void (await ask({ type: 'ask_again', peer, sequences })),
    skip: async (peer, packets) => void (await ask({ type: 'skip', peer, packets })),
    pause: async (peer, isPaused) => void (await ask({ type: 'pause', peer, isPaused })),
    flood: async (peer, packets) => void (await ask({ type: 'flood', peer, packets })),
    close: async (peer) => void (await ask({ type: 'close', peer })),
    async kill() {
      stopCandidates()
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    },
  }
}
