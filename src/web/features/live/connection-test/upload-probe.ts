import { startConnectionTest, endConnectionTest } from '#shared/live.ts'
import { call } from '#web/api/call.ts'
import { openTestSignal } from './signal-generator.ts'
import { offerTracks } from '#web/features/live/connection/offer-tracks.ts'

const CONNECT_MS = 8000
const MEASURE_MS = 7000
const LOOK_MS = 1000
/** The rate is that of the last looks: a line is tried carefully at first. */
const LAST_LOOKS = 3

export type UploadEstimate = {
  /** What really went up at the end, with all that belongs to it. */
  bitsPerSecond: number
  /** Over TURN, and by which protocol to it. */
  isRelayed: boolean
  roundTripMs: number | null
  /** Of what was sent, from 0 to 1. */
  lost: number | null
}

type ProbeOptions = {
  iceServers: RTCIceServer[]
  /** Only over TURN. */
  isRelayOnly?: boolean
  /** Of the engine's processes the one that is tried; otherwise it is any. */
  process?: number
  /** Whether it connects is all that matters. */
  isBrief?: boolean
  signal: AbortSignal
}

/**
 * Sends noise to the server as a broadcast that nobody sees, and measures what the line does with it. Null when no
 * connection comes about. Closes everything that it opened, also when it is aborted; throws what the server refuses.
 */
export async function probeUpload({
  iceServers,
  isRelayOnly = false,
  process,
  isBrief = false,
  signal,
}: ProbeOptions): Promise<UploadEstimate | null> {
  signal.throwIfAborted()
  const noise = openTestSignal()
  const connection = new RTCPeerConnection({
    iceServers,
    iceTransportPolicy: isRelayOnly ? 'relay' : 'all',
  })
  let checkId: string | null = null
  try {
    await offerTracks(connection, noise.media)
    // The check has no way for candidates that come later.
    await gathered(connection, signal)
    const offer = connection.localDescription?.sdp ?? ''
    const { id, sdp } = await call(startConnectionTest, { body: { sdp: offer, process } })
    checkId = id
    await connection.setRemoteDescription({ type: 'answer', sdp })
    if (!(await connected(connection, signal))) return null
    return await measure(connection, isBrief ? LOOK_MS : MEASURE_MS, signal)
  } finally {
    connection.close()
    noise.close()
    // One that is not ended ends by itself.
    if (checkId) await call(endConnectionTest, { params: { id: checkId } }).catch(console.warn)
  }
}

function gathered(connection: RTCPeerConnection, signal: AbortSignal): Promise<boolean> {
  return until(connection, 'icegatheringstatechange', signal, () =>
    connection.iceGatheringState === 'complete' ? true : null,
  )
}

function connected(connection: RTCPeerConnection, signal: AbortSignal): Promise<boolean> {
  return until(connection, 'connectionstatechange', signal, () => {
    if (connection.connectionState === 'connected') return true
    return connection.connectionState === 'failed' ? false : null
  })
}

/** Waits for a word on it: yes, no, or null for not yet. Too long is no. */
function until(
  connection: RTCPeerConnection,
  event: string,
  signal: AbortSignal,
  look: () => boolean | null,
): Promise<boolean> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
  return new Promise((resolve, reject) => {
    const settle = () => {
      const word = signal.aborted ? null : inTime.aborted ? false : look()
      if (word === null && !signal.aborted) return
      connection.removeEventListener(event, settle)
      inTime.removeEventListener('abort', settle)
      if (word === null) reject(signal.reason)
      else resolve(word)
    }
    connection.addEventListener(event, settle)
    inTime.addEventListener('abort', settle)
    settle()
  })
}

async function measure(
  connection: RTCPeerConnection,
  ms: number,
  signal: AbortSignal,
): Promise<UploadEstimate> {
  const looks: Look[] = [await lookAt(connection)]
  for (let passed = 0; passed < ms; passed += LOOK_MS) {
    await pause(LOOK_MS, signal)
    looks.push(await lookAt(connection))
  }
  const last = looks.at(-1) ?? EMPTY
  const first = looks.at(-1 - LAST_LOOKS) ?? looks[0] ?? EMPTY
  const seconds = (last.at - first.at) / 1000
  return {
    bitsPerSecond: seconds > 0 ? ((last.bytes - first.bytes) * 8) / seconds : 0,
    isRelayed: last.isRelayed,
    roundTripMs: last.roundTripMs,
    lost: last.lost,
  }
}

type Look = { at: number; bytes: number; isRelayed: boolean; roundTripMs: number | null; lost: number | null }
const EMPTY: Look = { at: 0, bytes: 0, isRelayed: false, roundTripMs: null, lost: null }

async function lookAt(connection: RTCPeerConnection): Promise<Look> {
  const look = { ...EMPTY, at: performance.now() }
  const stats = await connection.getStats()
  stats.forEach((report: Report) => {
    if (report.type === 'remote-inbound-rtp') look.lost = report.fractionLost ?? look.lost
    if (report.type !== 'candidate-pair' || !report.nominated || report.state !== 'succeeded') return
    look.bytes += report.bytesSent ?? 0
    look.roundTripMs = (report.currentRoundTripTime ?? 0) * 1000
    // Boundary: the browser's own report of that id; where there is none the pair has no candidate to ask.
    const local = stats.get(report.localCandidateId ?? '') as { candidateType?: string } | undefined
    look.isRelayed = local?.candidateType === 'relay'
  })
  return look
}

/** What is read of the browser's reports, each of which has only some of it. */
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
