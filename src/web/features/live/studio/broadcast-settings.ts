import * as z from 'zod/mini'
import { createStore } from '#web/lib/store.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

export const RESOLUTIONS = [360, 480, 720, 1080] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** Most bits a second of picture that a broadcaster may choose. */
export const BITRATES = [500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000] as const
export type Bitrate = (typeof BITRATES)[number]
/** What the server takes, and what is sent at most without a choice. */
export const MAX_BITRATE = 2_500_000

const settings = z.object({
  /** Devices by the browser's ids; null: its own choice. */
  camera: z.nullable(z.string()),
  microphone: z.nullable(z.string()),
  /** Lines of the picture. */
  resolution: z.literal(RESOLUTIONS),
  bitrate: z.nullable(z.literal(BITRATES)),
  echoCancellation: z.boolean(),
  noiseSuppression: z.boolean(),
})
export type BroadcastSettings = z.output<typeof settings>

const DEFAULTS: BroadcastSettings = {
  camera: null,
  microphone: null,
  resolution: 720,
  bitrate: null,
  echoCancellation: true,
  noiseSuppression: true,
}

const KEY = 'broadcast-settings'

/** How this device broadcasts, remembered on it. */
export const broadcastSettings = createStore<BroadcastSettings>(readSettings())

export function changeSettings(change: Partial<BroadcastSettings>): void {
  broadcastSettings.set(change)
  writeStorage(KEY, JSON.stringify(broadcastSettings.get()))
}

function readSettings(): BroadcastSettings {
  try {
    return settings.parse({ ...DEFAULTS, ...JSON.parse(readStorage(KEY) ?? '{}') })
  } catch {
    // Of another version, or not ours.
    return DEFAULTS
  }
}

/** How camera and microphone are wanted. */
export type Wanted = { video: MediaTrackConstraints; audio: MediaTrackConstraints | true }

/** What the browser is asked for. A device that is not there any more is no reason to have none. */
export function constraintsOf(chosen: BroadcastSettings): Wanted {
  const { camera, microphone, resolution, echoCancellation, noiseSuppression } = chosen
  const sound = {
    ...(microphone !== null && { deviceId: { ideal: microphone } }),
    // What browsers do anyway need not be asked for.
    ...(!echoCancellation && { echoCancellation }),
    ...(!noiseSuppression && { noiseSuppression }),
  }
  return {
    video: { ...sizeOf(resolution), ...(camera !== null && { deviceId: { ideal: camera } }) },
    audio: Object.keys(sound).length > 0 ? sound : true,
  }
}

/** Whether other devices, or the same ones differently, must be asked for. */
export function needsNewDevice(before: BroadcastSettings, now: BroadcastSettings): boolean {
  return JSON.stringify(constraintsOf(before)) !== JSON.stringify(constraintsOf(now))
}

function sizeOf(lines: Resolution): { width: number; height: number } {
  return { width: Math.round((lines * 16) / 9), height: lines }
}
