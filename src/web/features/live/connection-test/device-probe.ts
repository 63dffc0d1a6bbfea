import { openAudioLevel } from '#web/features/live/media/audio-level.ts'

const FIRST_FRAME_MS = 4000
const LISTEN_MS = 2000
const LOOK_MS = 50

/** Whether each gives anything: null where it was not opened. */
export type DeviceReport = { hasPicture: boolean | null; hasSound: boolean | null }

/** Whether a picture really comes from the camera and a sound from the microphone. */
export async function probeDevices(media: MediaStream, signal: AbortSignal): Promise<DeviceReport> {
  const [video] = media.getVideoTracks()
  const [audio] = media.getAudioTracks()
  const [hasPicture, hasSound] = await Promise.all([
    video ? givesPicture(video, signal) : null,
    audio ? givesSound(audio, signal) : null,
  ])
  return { hasPicture, hasSound }
}

function givesPicture(track: MediaStreamTrack, signal: AbortSignal): Promise<boolean> {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, srcObject: new MediaStream([track]) })
  video.play().catch(console.warn)
  return within(FIRST_FRAME_MS, signal, () => video.videoWidth > 0 && video.currentTime > 0).finally(() => {
    video.srcObject = null
  })
}

/** A microphone that is muted gives zeros; a room without a word does not. */
function givesSound(track: MediaStreamTrack, signal: AbortSignal): Promise<boolean> {
  const loudness = openAudioLevel(track)
  return within(LISTEN_MS, signal, () => loudness.now() > 0).finally(loudness.close)
}

/** Whether it becomes so in time. */
function within(ms: number, signal: AbortSignal, isSo: () => boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const began = Date.now()
    const timer = setInterval(() => {
      const is = isSo()
      if (!is && !signal.aborted && Date.now() - began < ms) return
      clearInterval(timer)
      if (signal.aborted) reject(signal.reason)
      else resolve(is)
    }, LOOK_MS)
  })
}
