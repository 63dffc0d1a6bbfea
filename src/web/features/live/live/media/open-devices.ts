import type { DeviceConstraints } from '#web/features/live/live/media/broadcast-settings.ts'

/** The errors of a device that is missing or in use by another program, as opposed to a refusal by the user. */
const UNAVAILABLE_ERRORS = new Set(['NotFoundError', 'NotReadableError', 'OverconstrainedError'])

export type GetMedia = (constraints: MediaStreamConstraints) => Promise<MediaStream>

/**
 * Opens camera and microphone, or the one that is available: a broadcast may have only audio or only video. Rejects
 * with the browser's error if neither can be opened.
 */
export async function openDevices(
  { video, audio }: DeviceConstraints,
  getMedia: GetMedia = getUserMedia,
): Promise<MediaStream> {
  try {
    return await getMedia({ video, audio })
  } catch (error) {
    if (!(error instanceof DOMException && UNAVAILABLE_ERRORS.has(error.name))) throw error
    const onlyDevice = (await openOne({ video }, getMedia)) ?? (await openOne({ audio }, getMedia))
    if (!onlyDevice) throw error
    return onlyDevice
  }
}

/** Null if the device cannot be opened. */
async function openOne(constraints: MediaStreamConstraints, getMedia: GetMedia): Promise<MediaStream | null> {
  return getMedia(constraints).catch(() => null)
}

/** Browsers hide `mediaDevices` from pages that were loaded over plain HTTP. */
export function canOpenDevices(): boolean {
  return 'mediaDevices' in navigator
}

const getUserMedia: GetMedia = (constraints) => navigator.mediaDevices.getUserMedia(constraints)

export type MissingDevice = 'camera' | 'microphone' | null

/** Returns which of the two devices an opened stream lacks. */
export function missingDeviceOf(devices: MediaStream | null): MissingDevice {
  if (!devices) return null
  if (devices.getVideoTracks().length === 0) return 'camera'
  return devices.getAudioTracks().length === 0 ? 'microphone' : null
}

const DEVICE_KINDS = { camera: 'videoinput', microphone: 'audioinput' } as const

/** Calls `onAdded` when the devices change and one of the missing kind is available. Returns the cleanup. */
export function onMissingDeviceAdded(getMissing: () => MissingDevice, onAdded: () => void): () => void {
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator
  const checkDevices = () => {
    const missing = getMissing()
    if (!missing) return
    mediaDevices?.enumerateDevices().then(
      (all) => all.some(({ kind }) => kind === DEVICE_KINDS[missing]) && onAdded(),
      (error: unknown) => console.warn('the devices could not be listed', error),
    )
  }
  mediaDevices?.addEventListener('devicechange', checkDevices)
  return () => mediaDevices?.removeEventListener('devicechange', checkDevices)
}
