import { createStore } from '#web/lib/store.ts'
import { broadcastSettings, constraintsOf } from '#web/features/live/live/media/broadcast-settings.ts'
import { release } from '#web/features/live/live/media/capture.ts'
import { type DeviceReport, probeDevices } from './device-probe.ts'
import { loadIceServers } from '#web/features/live/live/connection/ice-servers.ts'
import { type UploadEstimate, probeUpload } from './upload-probe.ts'
import { openDevices } from '#web/features/live/live/media/open-devices.ts'

export type RelayReport = 'works' | 'fails' | 'none'

export type ConnectionTestState = {
  step: 'idle' | 'devices' | 'upload' | 'relay' | 'done'
  /** `refused`: the browser or the user allows neither device. */
  devices: DeviceReport | 'refused' | null
  /** `blocked`: no connection could be established. */
  upload: UploadEstimate | 'blocked' | null
  relay: RelayReport | null
  /** The error that ended the test itself. */
  error: unknown
}

const INITIAL_STATE: ConnectionTestState = {
  step: 'idle',
  devices: null,
  upload: null,
  relay: null,
  error: null,
}

/** Tests devices, upload and TURN relay in this order, as a broadcast would use them. */
export class ConnectionTest {
  readonly state = createStore<ConnectionTestState>(INITIAL_STATE)
  #running: AbortController | null = null

  /** Starts the test; aborts one that is running. */
  async run(): Promise<void> {
    this.close()
    const running = new AbortController()
    this.#running = running
    try {
      await this.#runSteps(running.signal)
    } catch (error) {
      if (running.signal.aborted) return
      this.state.set({ step: 'done', error })
    }
  }

  /** Aborts a running test, which releases everything that it opened. */
  close(): void {
    this.#running?.abort()
    this.#running = null
    this.state.set(INITIAL_STATE)
  }

  async #runSteps(signal: AbortSignal): Promise<void> {
    this.state.set({ ...INITIAL_STATE, step: 'devices' })
    const devices = await testDevices(signal)
    signal.throwIfAborted()
    this.state.set({ devices, step: 'upload' })
    const iceServers = await loadIceServers()
    const upload = await probeUpload({ iceServers, signal })
    this.state.set({ upload: upload ?? 'blocked', step: 'relay' })
    const relay = await testRelay(iceServers, signal)
    signal.throwIfAborted()
    this.state.set({ relay, step: 'done' })
  }
}

async function testDevices(signal: AbortSignal): Promise<DeviceReport | 'refused'> {
  let media: MediaStream
  try {
    media = await openDevices(constraintsOf(broadcastSettings.get()))
  } catch (error) {
    console.warn('no camera or microphone to test', error)
    return 'refused'
  }
  try {
    return await probeDevices(media, signal)
  } finally {
    release(media)
  }
}

async function testRelay(iceServers: RTCIceServer[], signal: AbortSignal): Promise<RelayReport> {
  if (!iceServers.some(isTurnServer)) return 'none'
  return (await probeUpload({ iceServers, isRelayOnly: true, isBrief: true, signal })) ? 'works' : 'fails'
}

const isTurnServer = ({ urls }: RTCIceServer) => [urls].flat().some((url) => /^turns?:/.test(url))
