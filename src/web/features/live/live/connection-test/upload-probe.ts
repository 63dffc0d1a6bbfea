import { startConnectionTest, endConnectionTest } from '#shared/live/live.ts'
import { call } from '#web/api/call.ts'
import { openTestSignal } from './signal-generator.ts'
import { offerTracks } from '#web/features/live/live/connection/offer-tracks.ts'

const CONNECT_MS = 8000
const MEASURE_MS = 7000
const POLL_MS = 1000
/** Only the last samples count: congestion control starts at a low bitrate. */
const RATED_SAMPLES = 3

export type UploadEstimate = {
  /** The rate of the bytes sent at the end of the measurement, with transport overhead. */
  bitsPerSecond: number
  /** Sent over a TURN server. */
  isRelayed: boolean
  roundTripMs: number | null
  /** The share of lost packets, from 0 to 1. */
  packetLoss: number | null
}

type ProbeOptions = {
  iceServers: RTCIceServer[]
  /** Allows only TURN candidates. */
  isRelayOnly?: boolean
  /** The index of the engine process to test; any process by default. */
  process?: number
  /** Tests only whether it connects, with a short measurement. */
  isBrief?: boolean
  signal: AbortSignal
}

/**
 * Sends noise to the server as a broadcast without viewers, and measures the upload. Returns null if no connection can
 * be established. Releases everything that it opened, also on abort. Throws the server's errors and the abort reason.
 */
export async function probeUpload({
  iceServers,
  isRelayOnly = false,
  process,
  isBrief = false,
  signal,
}: ProbeOptions): Promise<UploadEstimate | null> {
  signal.throwIfAborted()
  const testSignal = openTestSignal()
  const connection = new RTCPeerConnection({
    iceServers,
    iceTransportPolicy: isRelayOnly ? 'relay' : 'all',
  })
  let testId: string | null = null
  try {
    await offerTracks(connection, testSignal.media)
    // The API of the test accepts no trickled candidates.
    await waitForCandidates(connection, signal)
    const offer = connection.localDescription?.sdp ?? ''
    const { id, sdp } = await call(startConnectionTest, { body: { sdp: offer, process } })
    testId = id
    await connection.setRemoteDescription({ type: 'answer', sdp })
    if (!(await waitForConnection(connection, signal))) return null
    return await measure(connection, isBrief ? POLL_MS : MEASURE_MS, signal)
  } finally {
    connection.close()
    testSignal.close()
    // The server ends a test by itself if this fails.
    if (testId) await call(endConnectionTest, { params: { id: testId } }).catch(console.warn)
  }
}

function waitForCandidates(connection: RTCPeerConnection, signal: AbortSignal): Promise<boolean> {
  return waitFor(connection, 'icegatheringstatechange', signal, () =>
    connection.iceGatheringState === 'complete' ? true : null,
  )
}

function waitForConnection(connection: RTCPeerConnection, signal: AbortSignal): Promise<boolean> {
  return waitFor(connection, 'connectionstatechange', signal, () => {
    if (connection.connectionState === 'connected') return true
    return connection.connectionState === 'failed' ? false : null
  })
}

/** Waits until `check` returns a boolean instead of null and resolves to it; false after the timeout. */
function waitFor(
  connection: RTCPeerConnection,
  event: string,
  signal: AbortSignal,
  check: () => boolean | null,
): Promise<boolean> {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
  return new Promise((resolve, reject) => {
    const update = () => {
      const result = signal.aborted ? null : timeout.aborted ? false : check()
      if (result === null && !signal.aborted) return
      connection.removeEventListener(event, update)
      timeout.removeEventListener('abort', update)
      if (result === null) reject(signal.reason)
      else resolve(result)
    }
    connection.addEventListener(event, update)
    timeout.addEventListener('abort', update)
    update()
  })
}

async function measure(
  connection: RTCPeerConnection,
  ms: number,
  signal: AbortSignal,
): Promise<UploadEstimate> {
  const samples: Sample[] = [await takeSample(connection)]
  for (let elapsedMs = 0; elapsedMs < ms; elapsedMs += POLL_MS) {
    await pause(POLL_MS, signal)
    samples.push(await takeSample(connection))
  }
  const last = samples.at(-1) ?? EMPTY_SAMPLE
  const first = samples.at(-1 - RATED_SAMPLES) ?? samples[0] ?? EMPTY_SAMPLE
  const seconds = (last.at - first.at) / 1000
  return {
    bitsPerSecond: seconds > 0 ? ((last.bytes - first.bytes) * 8) / seconds : 0,
    isRelayed: last.isRelayed,
    roundTripMs: last.roundTripMs,
    packetLoss: last.packetLoss,
  }
}

type Sample = {
  at: number
  bytes: number
  isRelayed: boolean
  roundTripMs: number | null
  packetLoss: number | null
}
const EMPTY_SAMPLE: Sample = { at: 0, bytes: 0, isRelayed: false, roundTripMs: null, packetLoss: null }

async function takeSample(connection: RTCPeerConnection): Promise<Sample> {
  const sample = { ...EMPTY_SAMPLE, at: performance.now() }
  const stats = await connection.getStats()
  stats.forEach((report: Report) => {
    if (report.type === 'remote-inbound-rtp') sample.packetLoss = report.fractionLost ?? sample.packetLoss
    if (report.type !== 'candidate-pair' || !report.nominated || report.state !== 'succeeded') return
    sample.bytes += report.bytesSent ?? 0
    sample.roundTripMs = (report.currentRoundTripTime ?? 0) * 1000
    // Boundary: stats.get() is untyped; a pair without a local candidate has no such report.
    const local = stats.get(report.localCandidateId ?? '') as { candidateType?: string } | undefined
    sample.isRelayed = local?.candidateType === 'relay'
  })
  return sample
}

/** The fields that are used; each type of report has only some of them. */
type Report = {
  type: string
  state?: string
  nominated?: boolean
  bytesSent?: number
  currentRoundTripTime?: number
  localCandidateId?: string
  fractionLost?: number
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
