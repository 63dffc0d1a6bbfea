import { openAudioLevel } from '#web/features/live/live/media/audio-level.ts'

const FIRST_FRAME_WAIT_MS = 4000
const AUDIO_WAIT_MS = 2000
const POLL_MS = 50

/** Whether each device delivers data; null if it was not opened. */
export type DeviceReport = { hasVideo: boolean | null; hasAudio: boolean | null }

/** Tests whether the camera delivers frames and the microphone a signal. Rejects when it is aborted. */
export async function probeDevices(media: MediaStream, signal: AbortSignal): Promise<DeviceReport> {
  const [video] = media.getVideoTracks()
  const [audio] = media.getAudioTracks()
  const [hasVideo, hasAudio] = await Promise.all([
    video ? deliversVideo(video, signal) : null,
    audio ? deliversAudio(audio, signal) : null,
  ])
  return { hasVideo, hasAudio }
}

function deliversVideo(track: MediaStreamTrack, signal: AbortSignal): Promise<boolean> {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true, srcObject: new MediaStream([track]) })
  video.play().catch(console.warn)
  return waitFor(FIRST_FRAME_WAIT_MS, signal, () => video.videoWidth > 0 && video.currentTime > 0).finally(
    () => {
      video.srcObject = null
    },
  )
}

/** A muted microphone delivers zeros, a silent room does not. */
function deliversAudio(track: MediaStreamTrack, signal: AbortSignal): Promise<boolean> {
  const audioLevel = openAudioLevel(track)
  return waitFor(AUDIO_WAIT_MS, signal, () => audioLevel.now() > 0).finally(audioLevel.close)
}

/** Resolves to whether the condition becomes true within `ms`; rejects when it is aborted. */
function waitFor(ms: number, signal: AbortSignal, condition: () => boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const startedAt = Date.now()
    const timer = setInterval(() => {
      const isMet = condition()
      if (!isMet && !signal.aborted && Date.now() - startedAt < ms) return
      clearInterval(timer)
      if (signal.aborted) reject(signal.reason)
      else resolve(isMet)
    }, POLL_MS)
  })
}
