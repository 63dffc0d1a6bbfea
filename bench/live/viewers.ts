import { once } from 'node:events'
import { initLogger, PeerConnection, type Track } from 'node-datachannel'
import { WebSocket } from 'ws'
import type { Quality } from '#shared/live.ts'
import { type Downstream, downstream, type Upstream } from '#shared/realtime.ts'
import { receiverReport } from '#server/live-engine/testing/synthetic-tracks.ts'
import { answerCommands } from '../process/commands.ts'
import { Counted } from './counted.ts'

/** Viewers by the hundred, in a process of their own: each joins over a socket and a peer of its own, as a page does. */

type Viewer = {
  socket: WebSocket
  connection: PeerConnection
  streamId: string
  tracks: Track[]
  counted: Counted[]
}

/** Viewers whose packets are counted; the others' are decrypted and thrown away. */
const ONE_IN = 10
const AT_ONCE = 4
const REPORT_MS = 1000
const JOIN_MS = 30_000

initLogger('Fatal', () => undefined)
process.once('disconnect', () => process.exit(0))

const viewers: Viewer[] = []

const commands = {
  /** So many more; resolves when each of them is connected. */
  async join(url: string, streamId: string, count: number): Promise<void> {
    let left = count
    const worker = async () => {
      while (left-- > 0) await joinOne(url, streamId)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  },
  quality(quality: Quality): void {
    for (const { socket, streamId } of viewers) tell(socket, { type: 'set_quality', streamId, quality })
  },
  reset(): void {
    for (const each of viewers.flatMap(({ counted }) => counted)) each.reset()
  },
  /** What those who are counted got since `reset`; `silent` are those of them who got nothing. */
  seen(): { packets: number; missing: number; silent: number } {
    const all = viewers.flatMap(({ counted }) => counted)
    const isSilent = ({ counted }: Viewer) =>
      counted.length > 0 && counted.every(({ packets }) => packets === 0)
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

answerCommands(commands)

async function joinOne(url: string, streamId: string): Promise<void> {
  const index = viewers.length
  const connection = new PeerConnection(`viewer ${index}`, {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  })
  const socket = new WebSocket(url.replace('http', 'ws') + '/ws', { perMessageDeflate: false })
  const viewer: Viewer = { socket, connection, streamId, tracks: [], counted: [] }
  viewers.push(viewer)
  connection.onTrack((track) => {
    viewer.tracks.push(track)
    if (index % ONE_IN === 0) count(viewer, track)
  })
  const connected = new Promise<void>((resolve, reject) => {
    connection.onStateChange((state) => state === 'connected' && resolve())
    socket.once('close', (code) => reject(new Error(`a viewer's socket was closed: ${code}`)))
    setTimeout(() => reject(new Error('a viewer was not connected in time')), JOIN_MS).unref()
    socket.on('message', (text: Buffer) => {
      const message = downstream.parse(JSON.parse(text.toString()))
      if (message.type === 'error') reject(new Error(message.message))
      else answer(viewer, message)
    })
  })
  await once(socket, 'open')
  tell(socket, { type: 'join_stream', streamId })
  await connected
}

function answer({ socket, connection, streamId, tracks }: Viewer, message: Downstream): void {
  if (message.type === 'webrtc_ice_candidate')
    connection.addRemoteCandidate(message.candidate.candidate, message.candidate.sdpMid ?? '')
  if (message.type !== 'webrtc_offer') return
  const { sdp } = message.offer
  connection.setRemoteDescription(sdp, 'offer')
  connection.setLocalDescription('answer')
  const text = connection.localDescription()?.sdp ?? ''
  const description = { type: 'answer', sdp: text } as const
  tell(socket, { type: 'webrtc_answer', streamId, answer: description, peerId: message.peerId })
  const reports = new Map(sourcesIn(sdp).map(({ mid, ssrc }) => [mid, receiverReport(ssrc, 0)]))
  // Like a browser, which reports on every track.
  setInterval(() => {
    for (const track of tracks) {
      const report = reports.get(track.mid())
      if (report && track.isOpen()) track.sendMessageBinary(report)
    }
  }, REPORT_MS)
}

function count({ counted }: Viewer, track: Track): void {
  const each = new Counted()
  counted.push(each)
  track.onMessage((packet) => each.add(packet))
}

function sourcesIn(sdp: string): { mid: string; ssrc: number }[] {
  return sdp.split(/^m=/m).flatMap((section) => {
    const [mid, ssrc] = [/^a=mid:(\S+)/m.exec(section)?.[1], /^a=ssrc:(\d+)/m.exec(section)?.[1]]
    return mid && ssrc ? [{ mid, ssrc: Number(ssrc) }] : []
  })
}

function tell(socket: WebSocket, message: Upstream): void {
  socket.send(JSON.stringify(message))
}
