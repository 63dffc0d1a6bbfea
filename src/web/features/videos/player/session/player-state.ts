import type { Video } from '#shared/videos/videos.ts'
import { readPreferences } from './preferences.ts'
import { availableChoice, lowestChoice, type QualityChoice } from './quality.ts'

export type PlayerState = {
  /** `poster`: nothing is loaded before a click; `failed`: the video cannot be loaded or decoded. */
  phase: 'poster' | 'loading' | 'ready' | 'failed'
  isPaused: boolean
  /** It should play, and waits for data. */
  isBuffering: boolean
  hasEnded: boolean
  /** Seconds. */
  time: number
  duration: number
  /** The end of what is loaded around the current position, in seconds. */
  bufferedTo: number
  volume: number
  isMuted: boolean
  /** The browser started it muted: the viewer has to ask for sound. */
  needsTap: boolean
  speed: number
  quality: QualityChoice
  /** Pixels of the decoded picture; 0 for audio only. */
  shownHeight: number
  /** The language of the shown captions. */
  captions: string | null
}

export const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** Returns the state before anything is loaded, with the preferences of this device. */
export function initialState(video: Video, { savesData }: { savesData: boolean }): PlayerState {
  const { volume, isMuted, speed, quality } = readPreferences()
  return {
    phase: 'poster',
    isPaused: true,
    isBuffering: false,
    hasEnded: false,
    time: 0,
    duration: video.duration,
    bufferedTo: 0,
    volume,
    isMuted,
    needsTap: false,
    speed,
    quality: savesData ? lowestChoice(video) : availableChoice(video, quality),
    shownHeight: 0,
    captions: null,
  }
}

/** Reads the state of the element. */
export function elementState(element: HTMLVideoElement) {
  const { currentTime, duration, paused, ended, volume, muted, playbackRate, videoHeight } = element
  return {
    time: currentTime,
    isPaused: paused,
    hasEnded: ended,
    volume,
    isMuted: muted,
    speed: playbackRate,
    shownHeight: videoHeight,
    bufferedTo: bufferedEnd(element),
    ...(Number.isFinite(duration) && duration > 0 && { duration }),
  }
}

function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++)
    if (buffered.start(index) <= currentTime + 0.5 && currentTime <= buffered.end(index))
      return buffered.end(index)
  return currentTime
}
