import path from 'node:path'
import { AV_PKT_FLAG_DISCARD } from 'node-av/constants'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import type { Colours } from '../input/colours.ts'
import { type Source, openSource } from '../input/open-source.ts'
import { readPackets } from '../input/read-packets.ts'
import { CopiedTrack } from '../output/copied-track.ts'
import { FAST_START, OutputFile } from '../output/output-file.ts'
import { PacketTimes } from '../output/packet-times.ts'
import { sizeOf, writeOutputs } from '../output/partial-files.ts'
import { type PlayableFormat, playableAudioFormat, playableFormat } from '../output/playable-format.ts'
import type { ResultOf, TaskOf } from '../protocol.ts'
import type { ReportProgress } from '../process/progress-throttle.ts'
import { probe } from './probe.ts'

type Remux = TaskOf<'remux'>

const OPTIONS = { mp4: FAST_START, webm: { cues_to_front: 1 } }
/** Extensions and types of files with video, and of those with audio only. */
const VIDEO = {
  mp4: { extension: 'mp4', mimeType: 'video/mp4' },
  webm: { extension: 'webm', mimeType: 'video/webm' },
} as const
const AUDIO = {
  mp4: { extension: 'm4a', mimeType: 'audio/mp4' },
  webm: { extension: 'weba', mimeType: 'audio/webm' },
} as const

/** A copy is about as large as its source; its index may be larger. */
const maxCopyBytes = (sourceBytes: number): number => Math.ceil(sourceBytes * 1.1) + 4 * 1024 ** 2

/** Copies video and audio, or the audio alone, into a file of their own, without decoding. */
export async function remux(task: Remux, report: ReportProgress): Promise<ResultOf<Remux>> {
  const { audioOnly = false } = task
  const { result, bytes: sourceBytes, tracks, colours } = await probe(task.input)
  const format = audioOnly ? playableAudioFormat(result) : playableFormat(result)
  const { extension, mimeType } = (audioOnly ? AUDIO : VIDEO)[format]
  const file = `${task.name}.${extension}`
  const bytes = await writeOutputs(task, async (folder) => {
    const output = new OutputFile(format, path.join(folder, file), maxCopyBytes(sourceBytes))
    const source = await openSource(task.input, tracks)
    try {
      await copy(audioOnly ? { ...source, video: null } : source, output, { format, colours, report })
    } finally {
      output.close()
      await source.context.closeInput()
    }
    return sizeOf(path.join(folder, file))
  })
  return { type: 'remux', file, bytes, duration: result.duration, mimeType, probed: result }
}

type Copying = { format: PlayableFormat; colours: Colours | null; report: ReportProgress }

async function copy(source: Source, output: OutputFile, { format, colours, report }: Copying) {
  const streams = [source.video, source.audio].filter((stream) => stream !== null)
  const tracks = streams.map((stream) => new CopiedTrack(stream, output, colours))
  await output.start(OPTIONS[format], 'unsupportedCodec')
  const times = new PacketTimes(source.startTime)
  for await (const packet of readPackets(source)) {
    const track = tracks.find(({ stream }) => stream.index === packet.streamIndex)
    if (!track) continue
    const isHidden = packet.hasFlags(AV_PKT_FLAG_DISCARD)
    // A cut that the uploader has made by an edit list: the hidden frames are private, and needed to decode others.
    if (isHidden && track.stream === source.video)
      throw new TaskFailure('unsupportedCodec', 'the file contains frames that are not shown')
    if (isHidden) continue
    report(Math.max(0, times.shift(packet, track.stream)))
    for (const filtered of track.filter(packet))
      await output.write(filtered, track.target, 'unsupportedCodec')
  }
  for (const track of tracks)
    for (const filtered of track.filter(null)) await output.write(filtered, track.target, 'unsupportedCodec')
  await output.finish()
}
