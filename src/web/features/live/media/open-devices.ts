import type { Wanted } from '#web/features/live/studio/broadcast-settings.ts'

/** What browsers say of a device that is missing or that another program holds; a refusal of its user is another thing. */
const MISSING = new Set(['NotFoundError', 'NotReadableError', 'OverconstrainedError'])

export type GetMedia = (constraints: MediaStreamConstraints) => Promise<MediaStream>

/**
 * Opens camera and microphone, or the one of them that there is: a broadcast of sound alone is one, and so is a picture
 * without. Throws what the browser throws where neither can be had.
 */
export async function openDevices({ video, audio }: Wanted, getMedia: GetMedia = ask): Promise<MediaStream> {
  try {
    return await getMedia({ video, audio })
  } catch (error) {
    if (!(error instanceof DOMException && MISSING.has(error.name))) throw error
    const alone = (await openOne({ video }, getMedia)) ?? (await openOne({ audio }, getMedia))
    if (!alone) throw error
    return alone
  }
}

/** Null where it cannot be had either. */
async function openOne(constraints: MediaStreamConstraints, getMedia: GetMedia): Promise<MediaStream | null> {
  return getMedia(constraints).catch(() => null)
}

/** Browsers have no devices for a page that came over plain http. */
export function canOpenDevices(): boolean {
  return 'mediaDevices' in navigator
}

const ask: GetMedia = (constraints) => navigator.mediaDevices.getUserMedia(constraints)

export type Missing = 'camera' | 'microphone' | null

/** Which of the two is not there in what was opened. */
export function missingIn(devices: MediaStream | null): Missing {
  if (!devices) return null
  if (devices.getVideoTracks().length === 0) return 'camera'
  return devices.getAudioTracks().length === 0 ? 'microphone' : null
}

const KINDS = { camera: 'videoinput', microphone: 'audioinput' } as const

/** Calls back when devices were plugged in or out and the browser knows one of the missing kind. */
export function followMissing(missing: () => Missing, onThere: () => void): () => void {
  const { mediaDevices }: { mediaDevices?: MediaDevices } = navigator
  const look = () => {
    const which = missing()
    if (!which) return
    mediaDevices?.enumerateDevices().then(
      (all) => all.some(({ kind }) => kind === KINDS[which]) && onThere(),
      (error: unknown) => console.warn('the devices are not known', error),
    )
  }
  mediaDevices?.addEventListener('devicechange', look)
  return () => mediaDevices?.removeEventListener('devicechange', look)
}
