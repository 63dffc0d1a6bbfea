/** A video file for tests, of synthetic pictures and a tone. */
export type MediaSpec = {
  /** FFmpeg's name of the muxer. */
  format: 'mp4' | 'mov' | 'matroska' | 'webm' | 'avi'
  seconds: number
  video?: {
    /** FFmpeg's name of the encoder. */
    codec: string
    width: number
    height: number
    rate: number
    pixelFormat?: string
    /** Clockwise; the picture is stored turned, so that it is upright when displayed. */
    rotation?: 90 | 180 | 270
    /** Two of three frames are missing after the first second. */
    hasVaryingRate?: boolean
    /** The picture is black until this second. */
    blackUntil?: number
    options?: Record<string, string | number>
    isHdr?: boolean
    /** One colour in the whole picture, as `0xRRGGBB`, coded by this matrix and range of FFmpeg's filter `scale`. */
    solid?: { colour: string; matrix: 'bt709' | 'bt601' | 'bt2020'; range?: 'tv' | 'pc' }
    /** FFmpeg's numbers; a file names none of them by default. */
    tags?: Partial<Colours>
    /** Moving patterns instead of areas, as costly as camera pictures. */
    isDetailed?: boolean
  }
  /** `gapSeconds`: nothing is heard for so long after the first second; the rest follows later. */
  audio?: { codec: string; channels: number; sampleRate: number; gapSeconds?: number }
  /** Whether the video is in the file twice. */
  hasSecondVideo?: boolean
  /** Another audio track, after the first one. */
  secondAudio?: { codec: string; channels: number; sampleRate: number }
  /** Adds texts that contain this one wherever the container and the bitstream have a place for them. */
  secret?: string
}

export type Colour = 'red' | 'lime' | 'blue' | 'white' | 'black' | 'other'

/** The colour properties of a picture. The values are FFmpeg's, which are those of ISO 23091-2. */
export type Colours = { primaries: number; transfer: number; matrix: number; isFullRange: boolean }

export type TrackReport = {
  type: 'video' | 'audio' | 'other'
  codec: string
  width: number
  height: number
  rotation: number
  channels: number
  sampleRate: number
  /** Decoded frames; their times in seconds are in `times` for video. */
  frames: number
  times: number[]
  keyframeTimes: number[]
  /** The colours that the file signals, and the centre of the first frame as they show it (red, green, blue). */
  colours: Colours
  centre: readonly number[]
  /** Root mean square of the samples, from 0 to 1. */
  level: number
  metadata: Record<string, string>
}

export type MediaReport = {
  duration: number
  metadata: Record<string, string>
  tracks: TrackReport[]
  /** Colours of the displayed picture's quarters (top left, top right, bottom left, bottom right), by second. */
  quarters: { second: number; colours: Colour[] }[]
}

export type ToolRequest = { id: number } & (
  | { type: 'make'; spec: MediaSpec; path: string }
  | { type: 'inspect'; path: string; format: string | null }
)
export type ToolReply = { id: number; report?: MediaReport; error?: string }
