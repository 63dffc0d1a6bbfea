import {
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_TIMED_THUMBNAILS,
} from 'node-av/constants'
import { Codec, type Stream } from 'node-av/lib'
import { ALLOWED_DECODERS } from './decoders.ts'

/** Indexes of the tracks to read; null for none. Without an index, the first candidate is read. */
export type TrackSelection = { video?: number | null; audio?: number | null }

const COVER_ART = [AV_DISPOSITION_ATTACHED_PIC, AV_DISPOSITION_TIMED_THUMBNAILS]
const MAX_CHANNELS = 64

type Tracks = { video: Stream | null; audio: Stream | null }

/** Returns the selected tracks, and lets the demuxer discard the packets of all others. */
export function selectTracks(streams: readonly Stream[], selection: TrackSelection): Tracks {
  const select = (index: number | null | undefined, candidates: readonly Stream[]) =>
    index === undefined ? candidates[0] : streams.find((stream) => stream.index === index)
  const video = select(selection.video, videoCandidates(streams)) ?? null
  const audio = select(selection.audio, audioCandidates(streams)) ?? null
  for (const stream of streams) if (stream !== video && stream !== audio) stream.discard = AVDISCARD_ALL
  return { video, audio }
}

/**
 * Returns the video tracks that are no cover art; those with a decoder first, so that one without is read only when there
 * is no other.
 */
function videoCandidates(streams: readonly Stream[]): Stream[] {
  const pictures = ofType(streams, AVMEDIA_TYPE_VIDEO).filter(
    (stream) => !COVER_ART.some((flag) => stream.hasDisposition(flag)),
  )
  return preferring(pictures, hasDecoder)
}

/** Returns the audio tracks with a decoder, the default one first: cameras write some that only their maker's players decode. */
export function audioCandidates(streams: readonly Stream[]): Stream[] {
  const readable = audioTracks(streams).filter((stream) => hasDecoder(stream) && hasSamples(stream))
  return preferring(readable, (stream) => stream.hasDisposition(AV_DISPOSITION_DEFAULT))
}

export const audioTracks = (streams: readonly Stream[]): Stream[] => ofType(streams, AVMEDIA_TYPE_AUDIO)

const ofType = (streams: readonly Stream[], type: number) =>
  streams.filter(({ codecpar }) => codecpar.codecType === type)

function preferring(streams: readonly Stream[], isPreferred: (stream: Stream) => boolean): Stream[] {
  return streams.toSorted((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)))
}

function hasDecoder({ codecpar }: Stream): boolean {
  const name = Codec.findDecoder(codecpar.codecId)?.name
  return name !== undefined && name !== null && ALLOWED_DECODERS.includes(name)
}

const hasSamples = ({ codecpar: { channels, sampleRate } }: Stream) =>
  channels >= 1 && channels <= MAX_CHANNELS && sampleRate >= 1
