import path from 'node:path'
import { encodeSource } from '../encode/encode-source.ts'
import { audioQualityFor, qualityFor } from '../encode/quality.ts'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { toNumber } from '../input/frame-rate.ts'
import { FAST_START, OutputFile } from '../output/output-file.ts'
import { sizeOf, writeOutputs } from '../output/partial-files.ts'
import type { ResultOf, TaskOf } from '../protocol.ts'
import type { ReportProgress } from '../process/progress-throttle.ts'
import { probe } from './probe.ts'

type Mp4 = TaskOf<'mp4'>

/** Encodes a file that every browser plays. */
export async function encodeMp4(task: Mp4, report: ReportProgress): Promise<ResultOf<Mp4>> {
  const facts = await probe(task.input)
  const { video: source, audio: sourceAudio, duration } = facts.result
  if (!source) throw new TaskFailure('noVideo', 'the file has no video')
  const video = qualityFor({ ...source, rate: facts.rate }, task.shortSide)
  const audio = sourceAudio && audioQualityFor(task.shortSide)
  const file = `${task.name}.mp4`
  const { bytes, codecs } = await writeOutputs(task, async (folder) => {
    const output = new OutputFile('mp4', path.join(folder, file))
    try {
      await encodeSource({ ...task, facts, video, audio, output, options: FAST_START, report, offset: 0 })
      return { bytes: await sizeOf(path.join(folder, file)), codecs: output.codecs() }
    } finally {
      output.close()
    }
  })
  const { width, height, rate } = video
  return { type: 'mp4', file, bytes, duration, width, height, frameRate: toNumber(rate), codecs }
}
