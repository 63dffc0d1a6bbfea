import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { initLogger, type PeerConnection, type Track } from 'node-datachannel'
import { WebSocket } from 'ws'
import type { Quality } from '#shared/live/live.ts'
import { type Downstream, downstream, type Upstream } from '#shared/realtime.ts'
import { createLocalConnection, writeReceiverReport } from '#server/live-engine/testing/synthetic-tracks.ts'
import { handleCommands } from '../process/commands.ts'
import { runConcurrently } from '../process/run-concurrently.ts'
import { PacketCounter } from './packet-counter.ts'

/** Hundreds of viewers in one process: each joins with its own socket and peer connection, like a page. */

type Viewer = {
  name: string
  streamId: string
  isCounted: boolean
  socket: WebSocket
  /** The peer of the latest offer, as in a page. */
  connection: PeerConnection | null
  tracks: Track[]
  counters: PacketCounter[]
  reports: NodeJS.Timeout | null
}

/** One viewer in this many counts its packets; the others decrypt theirs and discard them. */
const COUNTED_SHARE = 10
const CONCURRENT_JOINS = 4
const REPORT_INTERVAL_MS = 1000
const JOIN_TIMEOUT_MS = 8_000
const MAX_TRIES = 4
/** After so many refusals of one viewer the stream is full, and no others join. */
const MAX_REFUSALS = 4

initLogger('Fatal', () => undefined)
process.once('disconnect', () => process.exit(0))

const viewers: Viewer[] = []
let joined = 0
let retries = 0
let refusals = 0
let isFull = false

const commands = {
  /**
   * Adds viewers. Resolves when each of them is connected, or when the stream is full, with the number of all who are
   * connected.
   */
  async join(url: string, streamId: string, count: number, concurrency = CONCURRENT_JOINS): Promise<number> {
    await runConcurrently(concurrency, count, async () => isFull || joinOne(url, streamId))
    return viewers.length
  },
  /** Joins that failed at first and were repeated, as a page repeats them. */
  retries: () => retries,
  /** Joins that were refused because the stream was full, and repeated after a pause. */
  refusals: () => refusals,
  quality(quality: Quality): void {
    for (const { socket, streamId } of viewers) send(socket, { type: 'set_quality', streamId, quality })
  },
  reset(): void {
    for (const counter of viewers.flatMap(({ counters }) => counters)) counter.reset()
  },
  /** Packets of the counting viewers since `reset`; `silent` is how many of these viewers got nothing. */
  received(): { packets: number; missing: number; silent: number } {
    const all = viewers.flatMap(({ counters }) => counters)
    const isSilent = ({ counters }: Viewer) =>
      counters.length > 0 && counters.every(({ packets }) => packets === 0)
    return {
      packets: all.reduce((sum, { packets }) => sum + packets, 0),
      missing: all.reduce((sum, { missing }) => sum + missing, 0),
      silent: viewers.filter(isSilent).length,
    }
  },
  stop(): void {
    process.disconnect()
  },
}
export type ViewerCommands = typeof commands

handleCommands(commands)

async function joinOne(url: string, streamId: string): Promise<void> {
  const index = joined++
  const socket = new WebSocket(url.replace('http', 'ws') + '/ws', { perMessageDeflate: false })
  const viewer: Viewer = {
    name: `viewer ${index}`,
    streamId,
    isCounted: index % COUNTED_SHARE === 0,
    socket,
    connection: null,
    tracks: [],
    counters: [],
    reports: null,
  }
  viewers.push(viewer)
  socket.on('message', (text: Buffer) => handleMessage(viewer, downstream.parse(JSON.parse(text.toString()))))
  let refusal: Refusal | null = null
  socket.on('error', (error) => {
    refusal = error instanceof Refusal ? error : new Refusal(error.message)
  })
  await once(socket, 'open')
  let refused = 0
  for (let tries = 1; !(await isConnected(viewer)); tries++) {
    const { message, retryAfter }: Refusal = refusal ?? new Refusal('no peer in time')
    refusal = null
    if (retryAfter !== null) {
      refusals++
      isFull ||= ++refused === MAX_REFUSALS
      if (isFull) return remove(viewer)
      tries = 0
      // As a page does.
      await pause(retryAfter * 1000 * (1 + Math.random()))
    } else if (tries === MAX_TRIES) throw new Error(`a viewer was not connected: ${message}`)
    else retries++
  }
}

/** An error of the server, or of the socket itself. */
class Refusal extends Error {
  /** Seconds, if the join may be repeated after them. */
  readonly retryAfter: number | null

  constructor(message: string, retryAfter: number | null = null) {
    super(message)
    this.retryAfter = retryAfter
  }
}

function remove(viewer: Viewer): void {
  disconnect(viewer)
  viewer.socket.close()
  viewers.splice(viewers.indexOf(viewer), 1)
}

/** Returns whether a join leads to a connection in time. */
async function isConnected({ socket, streamId }: Viewer): Promise<boolean> {
  send(socket, { type: 'join_stream', streamId })
  const signal = AbortSignal.timeout(JOIN_TIMEOUT_MS)
  return once(socket, CONNECTED, { signal }).then(
    () => true,
    () => false,
  )
}

/** Emitted on the viewer's socket, so that a waiting join also sees the socket's errors. */
const CONNECTED = 'peer connected'

function handleMessage(viewer: Viewer, message: Downstream): void {
  const { connection, socket } = viewer
  if (message.type === 'error') socket.emit('error', new Refusal(message.message, message.retryAfter ?? null))
  if (message.type === 'webrtc_ice_candidate')
    connection?.addRemoteCandidate(message.candidate.candidate, message.candidate.sdpMid ?? '')
  if (message.type === 'webrtc_offer') sendAnswer(viewer, message.offer.sdp, message.peerId)
}

function sendAnswer(viewer: Viewer, offer: string, peerId: string | undefined): void {
  const { name, socket, streamId } = viewer
  disconnect(viewer)
  const connection = createLocalConnection(name)
  viewer.connection = connection
  connection.onTrack((track) => {
    viewer.tracks.push(track)
    if (viewer.isCounted) countPackets(viewer, track)
  })
  connection.onStateChange((state) => state === 'connected' && socket.emit(CONNECTED))
  connection.setRemoteDescription(offer, 'offer')
  connection.setLocalDescription('answer')
  const description = { type: 'answer', sdp: connection.localDescription()?.sdp ?? '' } as const
  send(socket, { type: 'webrtc_answer', streamId, answer: description, peerId })
  const reports = new Map(findSources(offer).map(({ mid, ssrc }) => [mid, writeReceiverReport(ssrc, 0)]))
  viewer.reports = setInterval(() => report(viewer.tracks, reports), REPORT_INTERVAL_MS)
}

function disconnect(viewer: Viewer): void {
  if (viewer.reports) clearInterval(viewer.reports)
  viewer.connection?.close()
  viewer.tracks = []
  viewer.counters = []
}

/** Reports on every track, like a browser. */
function report(tracks: readonly Track[], reports: ReadonlyMap<string, Buffer>): void {
  for (const track of tracks) {
    const text = reports.get(track.mid())
    if (text && track.isOpen()) track.sendMessageBinary(text)
  }
}

function countPackets({ counters }: Viewer, track: Track): void {
  const counter = new PacketCounter()
  counters.push(counter)
  track.onMessage((packet) => counter.add(packet))
}

function findSources(sdp: string): { mid: string; ssrc: number }[] {
  return sdp.split(/^m=/m).flatMap((section) => {
    const [mid, ssrc] = [/^a=mid:(\S+)/m.exec(section)?.[1], /^a=ssrc:(\d+)/m.exec(section)?.[1]]
    return mid && ssrc ? [{ mid, ssrc: Number(ssrc) }] : []
  })
}

function send(socket: WebSocket, message: Upstream): void {
  socket.send(JSON.stringify(message))
}
