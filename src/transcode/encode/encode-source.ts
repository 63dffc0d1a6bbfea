import type { Packet } from 'node-av/lib'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { type Source, openSource } from '../input/open-source.ts'
import { readPackets } from '../input/read-packets.ts'
import { toSeconds } from '../input/time.ts'
import type { OutputFile, TrackIndex } from '../output/output-file.ts'
import type { ReportProgress } from '../process/progress-throttle.ts'
import type { Facts } from '../tasks/probe.ts'
import { AudioTrack } from './audio-track.ts'
import type { AudioQuality } from './quality-steps.ts'
import type { VideoQuality } from './quality.ts'
import { VideoTrack } from './video-track.ts'

type Encoding = {
  input: string
  facts: Facts
  /** Null to leave a track out. */
  video: VideoQuality | null
  audio: AudioQuality | null
  threads: number
  output: OutputFile
  /** Options of the output's format. */
  options: Record<string, string | number>
  /** Seconds by which all tracks are moved; then audio that precedes the first sample is left out. */
  offset: number
  report: ReportProgress
}

/** Decodes the file, encodes it again and writes the output. */
export async function encodeSource({
  input,
  output,
  options,
  offset,
  report,
  ...encoding
}: Encoding): Promise<void> {
  const source = await openSource(input, encoding.facts.tracks)
  const tracks = await openTracks(source, encoding)
  try {
    const targets = tracks.map((track) => ({ ...track, target: addTrack(output, track.track) }))
    await output.start(options)
    let written = 0
    for await (const packet of readPackets(source)) {
      const track = targets.find(({ index }) => index === packet.streamIndex)
      if (!track) continue
      const second = toSeconds(packet.dts, track.timeBase, source.startTime)
      if (second !== null && second > 0) report(second)
      written += await encode(track, packet, output, offset)
    }
    for (const track of targets) written += await encode(track, null, output, offset)
    if (written === 0) throw new TaskFailure('unreadable', 'nothing can be decoded')
    await output.finish()
  } finally {
    for (const { track } of tracks) track.close()
    await source.context.closeInput()
  }
}

async function openTracks(source: Source, encoding: Pick<Encoding, 'facts' | 'video' | 'audio' | 'threads'>) {
  const { startTime } = source
  const { facts, threads } = encoding
  const [video, audio] = [encoding.video && source.video, encoding.audio && source.audio]
  return [
    ...(video && encoding.video
      ? [
          describe(
            video,
            await VideoTrack.open({ stream: video, startTime, quality: encoding.video, facts, threads }),
          ),
        ]
      : []),
    ...(audio && encoding.audio
      ? [describe(audio, await AudioTrack.open(audio, startTime, encoding.audio))]
      : []),
  ]
}

function describe<T extends VideoTrack | AudioTrack>(
  { index, timeBase }: Source['context']['streams'][0],
  track: T,
) {
  return { index, timeBase, track }
}

function addTrack(output: OutputFile, { encoder }: VideoTrack | AudioTrack): TrackIndex {
  return output.addTrack(
    encoder.context.timeBase,
    (parameters) => void parameters.fromContext(encoder.context),
  )
}

/** Returns the number of written packets. */
async function encode(
  { track, target }: { track: VideoTrack | AudioTrack; target: TrackIndex },
  packet: Packet | null,
  output: OutputFile,
  offset: number,
): Promise<number> {
  let written = 0
  const { timeBase } = track.encoder.context
  const ticks = BigInt(Math.round((offset * timeBase.den) / timeBase.num))
  for await (const encoded of track.encode(packet)) {
    // The first packet of AAC only prepares the decoder.
    if (offset > 0 && encoded.pts < 0n) continue
    encoded.pts += ticks
    encoded.dts += ticks
    track.budget.addWritten(encoded.size)
    await output.write(encoded, target)
    written += 1
  }
  return written
}
