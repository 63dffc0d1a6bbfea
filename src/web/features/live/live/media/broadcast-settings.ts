import * as z from 'zod/mini'
import { getSite } from '#web/api/site.ts'
import { createStore } from '#web/lib/store.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

export const RESOLUTIONS = [360, 480, 720, 1080] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** The maximum video bitrates that a broadcaster can choose, in bits per second; those above `maxBitrate` are not offered. */
export const BITRATES = [500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000] as const
export type Bitrate = (typeof BITRATES)[number]
/** Returns the site's maximum in bits per second, which also applies without a choice. */
export const maxBitrate = () => getSite()['streaming.maxBitrateKbps'] * 1000

const settingsSchema = z.object({
  /** Device ids of the browser; null for its default. */
  camera: z.nullable(z.string()),
  microphone: z.nullable(z.string()),
  /** Height of the video in pixels. */
  resolution: z.literal(RESOLUTIONS),
  bitrate: z.nullable(z.literal(BITRATES)),
  echoCancellation: z.boolean(),
  noiseSuppression: z.boolean(),
})
export type BroadcastSettings = z.output<typeof settingsSchema>

const DEFAULTS: BroadcastSettings = {
  camera: null,
  microphone: null,
  resolution: 720,
  bitrate: null,
  echoCancellation: true,
  noiseSuppression: true,
}

const STORAGE_KEY = 'broadcast-settings'

/** The broadcast settings, stored on this device. */
export const broadcastSettings = createStore<BroadcastSettings>(readSettings())

export function changeSettings(change: Partial<BroadcastSettings>): void {
  broadcastSettings.set(change)
  writeStorage(STORAGE_KEY, JSON.stringify(broadcastSettings.get()))
}

function readSettings(): BroadcastSettings {
  try {
    return settingsSchema.parse({ ...DEFAULTS, ...JSON.parse(readStorage(STORAGE_KEY) ?? '{}') })
  } catch {
    // It is from another version, or was not written by this app.
    return DEFAULTS
  }
}

/** Constraints for `getUserMedia`. */
export type DeviceConstraints = { video: MediaTrackConstraints; audio: MediaTrackConstraints | true }

/** Returns the constraints for the settings. Devices are `ideal`, so that a missing one is replaced by another. */
export function constraintsOf(chosen: BroadcastSettings): DeviceConstraints {
  const { camera, microphone, resolution, echoCancellation, noiseSuppression } = chosen
  const audio = {
    ...(microphone !== null && { deviceId: { ideal: microphone } }),
    // Both are on by default in browsers.
    ...(!echoCancellation && { echoCancellation }),
    ...(!noiseSuppression && { noiseSuppression }),
  }
  return {
    video: { ...sizeOf(resolution), ...(camera !== null && { deviceId: { ideal: camera } }) },
    audio: Object.keys(audio).length > 0 ? audio : true,
  }
}

/** Whether a change of settings requires opening the devices again. */
export function needsNewDevice(before: BroadcastSettings, now: BroadcastSettings): boolean {
  return JSON.stringify(constraintsOf(before)) !== JSON.stringify(constraintsOf(now))
}

function sizeOf(height: Resolution): { width: number; height: number } {
  return { width: Math.round((height * 16) / 9), height }
}
