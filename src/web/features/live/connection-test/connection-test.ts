import { createStore } from '#web/lib/store.ts'
import { broadcastSettings, constraintsOf } from '#web/features/live/studio/broadcast-settings.ts'
import { release } from '#web/features/live/media/capture.ts'
import { type DeviceReport, probeDevices } from './device-probe.ts'
import { loadIceServers } from '#web/features/live/connection/ice-servers.ts'
import { type UploadEstimate, probeUpload } from './upload-probe.ts'
import { openDevices } from '#web/features/live/media/open-devices.ts'

export type RelayReport = 'works' | 'fails' | 'none'

export type ConnectionTestState = {
  step: 'idle' | 'devices' | 'line' | 'relay' | 'done'
  /** `refused`: the browser or its user gives neither. */
  devices: DeviceReport | 'refused' | null
  /** `blocked`: no connection came about. */
  line: UploadEstimate | 'blocked' | null
  relay: RelayReport | null
  /** Why the check itself could not be made. */
  error: unknown
}

const FRESH: ConnectionTestState = { step: 'idle', devices: null, line: null, relay: null, error: null }

/** Tries devices, line and relay one after the other, as a broadcast would use them. */
export class ConnectionTest {
  readonly state = createStore<ConnectionTestState>(FRESH)
  #running: AbortController | null = null

  /** Begins anew; one that runs is given up. */
  async run(): Promise<void> {
    this.close()
    const running = new AbortController()
    this.#running = running
    try {
      await this.#try(running.signal)
    } catch (error) {
      if (running.signal.aborted) return
      this.state.set({ step: 'done', error })
    }
  }

  /** Gives up what runs and everything that it opened. */
  close(): void {
    this.#running?.abort()
    this.#running = null
    this.state.set(FRESH)
  }

  async #try(signal: AbortSignal): Promise<void> {
    this.state.set({ ...FRESH, step: 'devices' })
    const devices = await tryDevices(signal)
    signal.throwIfAborted()
    this.state.set({ devices, step: 'line' })
    const iceServers = await loadIceServers()
    const line = await probeUpload({ iceServers, signal })
    this.state.set({ line: line ?? 'blocked', step: 'relay' })
    const relay = await tryRelay(iceServers, signal)
    signal.throwIfAborted()
    this.state.set({ relay, step: 'done' })
  }
}

async function tryDevices(signal: AbortSignal): Promise<DeviceReport | 'refused'> {
  let media: MediaStream
  try {
    media = await openDevices(constraintsOf(broadcastSettings.get()))
  } catch (error) {
    console.warn('no camera or microphone to try', error)
    return 'refused'
  }
  try {
    return await probeDevices(media, signal)
  } finally {
    release(media)
  }
}

async function tryRelay(iceServers: RTCIceServer[], signal: AbortSignal): Promise<RelayReport> {
  if (!iceServers.some(isRelay)) return 'none'
  return (await probeUpload({ iceServers, isRelayOnly: true, isBrief: true, signal })) ? 'works' : 'fails'
}

const isRelay = ({ urls }: RTCIceServer) => [urls].flat().some((url) => /^turns?:/.test(url))
