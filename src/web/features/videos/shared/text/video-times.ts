import { createContext } from 'react'

type VideoTimes = {
  /** Of the video, in seconds; later times in texts are not its own. */
  duration: number
  /** Plays the video from a second. */
  onSeek: (second: number) => void
}

/** The video that texts are about: times in them seek. Null elsewhere. */
export const VideoTimesContext = createContext<VideoTimes | null>(null)
