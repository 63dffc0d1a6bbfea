import { TaskFailure } from '../ffmpeg/task-failure.ts'
import type { ResultOf, TaskOf } from '../protocol.ts'

export type PlayableFormat = 'mp4' | 'webm'

/** The codecs that current browsers play, by container. Audio may be missing. */
const PLAYABLE: Record<PlayableFormat, { video: string[]; audio: string[] }[]> = {
  webm: [{ video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] }],
  mp4: [
    { video: ['h264'], audio: ['aac', 'mp3', 'opus'] },
    { video: ['vp9', 'av1'], audio: ['aac', 'mp3'] },
  ],
}
const PIXEL_FORMATS = ['yuv420p', 'yuvj420p']

/**
 * Returns the container in which browsers play these tracks as they are.
 * @throws {TaskFailure} `noVideo`, or `unsupportedCodec` when the file must be transcoded
 */
export function playableFormat(probed: ResultOf<TaskOf<'probe'>>): PlayableFormat {
  const { container, video, audio } = probed
  if (!video) throw new TaskFailure('noVideo', 'the file has no video')
  // The packets of AVI have no times.
  if (container === 'avi') throw unplayable('packets of AVI')
  if (!PIXEL_FORMATS.includes(video.pixelFormat) || video.isHdr) throw unplayable(video.pixelFormat)
  const format = (['webm', 'mp4'] as const).find((each) =>
    PLAYABLE[each].some(
      (codecs) => codecs.video.includes(video.codec) && (!audio || codecs.audio.includes(audio.codec)),
    ),
  )
  if (!format) throw unplayable(`${video.codec} with ${audio?.codec ?? 'no audio'}`)
  // Browsers ignore the rotation of WebM.
  if (format === 'webm' && video.rotation !== 0) throw unplayable('rotated WebM')
  return format
}

/** The audio codecs that current browsers play without video. */
const PLAYABLE_AUDIO: Record<PlayableFormat, string[]> = {
  webm: ['opus', 'vorbis'],
  mp4: ['aac', 'mp3', 'flac'],
}

/**
 * Returns the container in which browsers play the audio track alone.
 * @throws {TaskFailure} `noAudio`, or `unsupportedCodec` when the audio must be transcoded
 */
export function playableAudioFormat({ audio, container }: ResultOf<TaskOf<'probe'>>): PlayableFormat {
  if (!audio) throw new TaskFailure('noAudio', 'the file has no audio')
  if (container === 'avi') throw unplayable('packets of AVI')
  const format = (['webm', 'mp4'] as const).find((each) => PLAYABLE_AUDIO[each].includes(audio.codec))
  if (!format) throw unplayable(audio.codec)
  return format
}

function unplayable(what: string): TaskFailure {
  return new TaskFailure('unsupportedCodec', `browsers do not play ${what}`)
}
