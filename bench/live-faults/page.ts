import { STATS_MONITOR_TIMES } from '../../src/web/features/live/live/connection/stats-monitor.ts'
import { withAudioNack } from '../../src/web/features/live/live/connection/audio-nack.ts'
import { PublishConnection } from '../../src/web/features/live/live/connection/publish-connection.ts'
import { createStore } from '#web/lib/store.ts'
import type { SocketState } from '#web/realtime/socket.ts'

/*
 * Runs in the bench's pages. It is bundled from the sources: the broadcaster sends as the studio does, with the bench
 * in place of the signalling socket.
 */

/** Totals since the page started; bytes of video and of audio. */
export type Counts = {
  /** Milliseconds of a monotonic clock. */
  at: number
  sentVideo: number
  sentAudio: number
  framesDecoded: number
  freezes: number
  frozenSeconds: number
  samples: number
  concealedSamples: number
  /** The browser's bandwidth estimate in bits per second. */
  estimate: number
  /** Height of the frame that is shown. */
  height: number
  /** Port of the only remote address that media goes to or comes from. */
  remotePort: number
}

declare global {
  interface Window {
    faults: {
      broadcast(): Promise<void>
      acceptAnswer(sdp: string): Promise<void>
      answer(sdp: string): Promise<string>
      addCandidate(candidate: string, sdpMid: string): Promise<void>
      count(): Promise<Counts>
      /** Returns the longest time without a new frame since the previous call, in milliseconds. */
      takeLongestGap(): number
    }
    /** The bench's end of the broadcaster's signalling. */
    sendOffer(sdp: string): Promise<void>
  }
}

const STREAM = 'stream'
const ZERO_COUNTS: Counts = {
  at: 0,
  sentVideo: 0,
  sentAudio: 0,
  framesDecoded: 0,
  freezes: 0,
  frozenSeconds: 0,
  samples: 0,
  concealedSamples: 0,
  estimate: 0,
  height: 0,
  remotePort: 0,
}
const connection = new RTCPeerConnection()
const publishConnection = new PublishConnection({
  ...STATS_MONITOR_TIMES,
  streamId: STREAM,
  socket: {
    state: createStore<SocketState>({ isConnected: true, connection: 1, failure: null }),
    send(message) {
      if (message.type === 'webrtc_offer') void window.sendOffer(message.data?.sdp ?? '')
      return true
    },
  },
  createPeer: () => connection,
  retryMs: 1000,
  disconnectGraceMs: 3000,
  answerTimeoutMs: 15_000,
  onConnectedChange: () => {},
  onError: (error) => console.error(error),
  onSample: () => {},
  onRefused: (error) => console.error(error),
})
let longestGap = 0
let frameShownAt = 0

window.faults = {
  async broadcast() {
    const camera = { width: 1280, height: 720 }
    publishConnection.setMedia(await navigator.mediaDevices.getUserMedia({ video: camera, audio: true }))
  },
  acceptAnswer(sdp) {
    const answer = { type: 'answer', sdp } as const
    return publishConnection.handleMessage({ type: 'webrtc_answer', streamId: STREAM, data: answer, answer })
  },
  async answer(sdp) {
    connection.ontrack = ({ streams: [stream] }) => stream && show(stream)
    await connection.setRemoteDescription({ type: 'offer', sdp: withAudioNack(sdp) })
    const answer = withAudioNack((await connection.createAnswer()).sdp ?? '')
    await connection.setLocalDescription({ type: 'answer', sdp: answer })
    return answer
  },
  addCandidate: (candidate, sdpMid) => connection.addIceCandidate({ candidate, sdpMid }),
  count,
  takeLongestGap() {
    const gap = Math.max(longestGap, performance.now() - frameShownAt)
    longestGap = 0
    return gap
  },
}

function show(stream: MediaStream): void {
  const video = document.querySelector('video')
  if (!video || video.srcObject === stream) return
  video.srcObject = stream
  frameShownAt = performance.now()
  const recordFrame = (now: number) => {
    longestGap = Math.max(longestGap, now - frameShownAt)
    frameShownAt = now
    video.requestVideoFrameCallback(recordFrame)
  }
  video.requestVideoFrameCallback(recordFrame)
}

async function count(): Promise<Counts> {
  const counts: Counts = { ...ZERO_COUNTS, at: performance.now() }
  const remotePorts = new Map<string, number>()
  const reports = await connection.getStats()
  reports.forEach((report: StatsReport) => {
    if (report.type === 'remote-candidate') remotePorts.set(report.id, report.port ?? 0)
  })
  reports.forEach((report: StatsReport) => {
    if (report.type === 'outbound-rtp') countSent(counts, report)
    if (report.type === 'inbound-rtp') countReceived(counts, report)
    if (report.type !== 'candidate-pair' || !report.nominated) return
    counts.estimate = report.availableOutgoingBitrate ?? 0
    counts.remotePort = remotePorts.get(report.remoteCandidateId ?? '') ?? 0
  })
  return counts
}

function countSent(counts: Counts, { kind, bytesSent = 0 }: StatsReport): void {
  if (kind === 'video') counts.sentVideo += bytesSent
  else counts.sentAudio += bytesSent
}

function countReceived(counts: Counts, report: StatsReport): void {
  if (report.kind === 'video') {
    counts.framesDecoded += report.framesDecoded ?? 0
    counts.freezes += report.freezeCount ?? 0
    counts.frozenSeconds += report.totalFreezesDuration ?? 0
    counts.height = report.frameHeight ?? 0
  } else {
    counts.samples += report.totalSamplesReceived ?? 0
    counts.concealedSamples += report.concealedSamples ?? 0
  }
}

/** The fields that are read from the browser's statistics; each report has only some of them. */
type StatsReport = {
  id: string
  type: string
  kind?: string
  nominated?: boolean
  remoteCandidateId?: string
  port?: number
  availableOutgoingBitrate?: number
  bytesSent?: number
  framesDecoded?: number
  freezeCount?: number
  totalFreezesDuration?: number
  frameHeight?: number
  totalSamplesReceived?: number
  concealedSamples?: number
}
