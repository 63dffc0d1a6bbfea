import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { encodeSource } from '../encode/encode-source.ts'
import { AUDIO_ONLY } from '../encode/quality-steps.ts'
import { audioQualityFor, qualityFor, segmentSeconds, startOffset } from '../encode/quality.ts'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { toNumber } from '../input/frame-rate.ts'
import { summarizePlaylist } from '../output/media-playlist.ts'
import { OutputFile } from '../output/output-file.ts'
import { sizeOf, writeOutputs } from '../output/partial-files.ts'
import type { ResultOf, TaskOf } from '../protocol.ts'
import type { ReportProgress } from '../process/progress-throttle.ts'
import { type Facts, probe } from './probe.ts'

type Rendition = TaskOf<'rendition'>

/** Encodes one HLS rendition. Its segments begin at the same times as those of the source's other renditions. */
export async function encodeRendition(task: Rendition, report: ReportProgress): Promise<ResultOf<Rendition>> {
  const facts = await probe(task.input)
  const { video, audio } = qualitiesFor(task, facts)
  const [file, playlist] = [`${task.name}.mp4`, `${task.name}.m3u8`]
  return writeOutputs(task, async (folder) => {
    const output = new OutputFile('hls', path.join(folder, playlist))
    try {
      const options = hlsOptions(path.join(folder, file), facts)
      await encodeSource({
        ...task,
        facts,
        video,
        audio,
        output,
        options,
        report,
        offset: startOffset(facts.rate),
      })
      const summary = summarizePlaylist(await readFile(path.join(folder, playlist), 'utf8'))
      const bytes = await sizeOf(path.join(folder, file), Math.max(1, summary.bytes))
      const picture = video && { width: video.width, height: video.height, frameRate: toNumber(video.rate) }
      const { bandwidth, averageBandwidth, duration } = summary
      const rates = { bandwidth, averageBandwidth, codecs: output.codecs(), duration }
      return { type: 'rendition', file, playlist, bytes, picture, ...rates }
    } finally {
      output.close()
    }
  })
}

function qualitiesFor({ shortSide }: Rendition, { result, rate }: Facts) {
  if (shortSide === null) {
    if (!result.audio) throw new TaskFailure('noAudio', 'the file has no audio')
    return { video: null, audio: AUDIO_ONLY }
  }
  if (!result.video) throw new TaskFailure('noVideo', 'the file has no video')
  return {
    video: qualityFor({ ...result.video, rate }, shortSide),
    audio: result.audio && audioQualityFor(shortSide),
  }
}

/** One file with byte ranges, so that a video is few files. */
function hlsOptions(file: string, { rate }: Facts) {
  return {
    // Slightly less, so that rounding never skips a keyframe.
    hls_time: (segmentSeconds(rate) - 0.001).toFixed(6),
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    hls_segment_filename: file,
    hls_flags: 'single_file+independent_segments',
  }
}
