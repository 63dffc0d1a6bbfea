import { rename } from 'node:fs/promises'
import path from 'node:path'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { type AssembledRecording, UNFINISHED_FILE } from '../../process/protocol.ts'
import { OPUS_CONFIG, videoConfig } from '../decoder-config.ts'
import { type AudioFrame, fillSilence } from './fill-silence.ts'
import { framesOf, listParts } from './part-reader.ts'
import { LAST_FRAME_MS, type RecordingScan, scanParts } from './scan-parts.ts'

/** A shorter recording holds nothing to watch. */
const MIN_DURATION_MS = 1000

/**
 * Assembles the parts in a folder into one seekable file beside them; returns null when they hold nothing to watch. The
 * file's clock is the wall clock from the first frame on: a pause in the recording becomes a still frame in silence.
 * Repeating it gives the same result. The caller makes sure that there is room for about as many bytes as the parts have,
 * and removes the unfinished file of a failed attempt.
 */
export async function assembleParts(folder: string): Promise<AssembledRecording | null> {
  const scan = await scanParts(await listParts(folder))
  if (!scan || scan.until - scan.from < MIN_DURATION_MS) return null
  const { mimeType, extension } = chooseContainer(scan)
  const file = `video.${extension}`
  const unfinished = path.join(folder, UNFINISHED_FILE)
  await writeRecording(scan, unfinished)
  await rename(unfinished, path.join(folder, file))
  return {
    file,
    mimeType,
    startedAt: Math.round(scan.from),
    duration: Math.round(scan.until - scan.from) / 1000,
    width: scan.video?.size.width ?? null,
    height: scan.video?.size.height ?? null,
  }
}

function chooseContainer({ video }: RecordingScan): { mimeType: string; extension: string } {
  if (!video) return { mimeType: 'audio/webm', extension: 'weba' }
  return video.codec === 'H264'
    ? { mimeType: 'video/mp4', extension: 'mp4' }
    : { mimeType: 'video/webm', extension: 'webm' }
}

async function writeRecording({ video, audio, from }: RecordingScan, file: string): Promise<void> {
  const output = new Output({
    format: video?.codec === 'H264' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: new FilePathTarget(file),
  })
  const videoSource = video && new EncodedVideoPacketSource(video.codec === 'H264' ? 'avc' : 'vp8')
  const audioSource = audio && new EncodedAudioPacketSource('opus')
  if (videoSource) output.addVideoTrack(videoSource, { maximumPacketCount: video.packets })
  if (audioSource) output.addAudioTrack(audioSource, { maximumPacketCount: audio.packets })
  await output.start()

  // Both tracks in the order of time: the muxer holds back the one that is ahead.
  const audioFrames = audioSource ? fillSilence(framesOf(audio.parts), from) : null
  let nextAudio = audioFrames && (await nextItem(audioFrames))
  const addAudioUntil = async (until: number) => {
    while (audioSource && audioFrames && nextAudio && nextAudio.time <= until) {
      await audioSource.add(toAudioPacket(nextAudio, from), { decoderConfig: OPUS_CONFIG })
      nextAudio = await nextItem(audioFrames)
      // Otherwise the muxer would wait for more audio and keep all following video in memory.
      if (!nextAudio) audioSource.close()
    }
  }
  if (videoSource) {
    const decoderConfig = videoConfig(video)
    for await (const { frame, duration } of withDuration(framesOf(video.parts))) {
      await addAudioUntil(frame.time)
      const { data, isKey, time } = frame
      const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', (time - from) / 1000, duration / 1000)
      await videoSource.add(packet, { decoderConfig })
    }
    videoSource.close()
  }
  await addAudioUntil(Infinity)
  await output.finalize()
}

function toAudioPacket({ data, time, duration }: AudioFrame, from: number): EncodedPacket {
  return new EncodedPacket(data, 'key', (time - from) / 1000, duration / 1000)
}

async function nextItem<T>(items: AsyncGenerator<T>): Promise<T | null> {
  const step = await items.next()
  return step.done ? null : step.value
}

/** Each frame lasts until the next one. */
async function* withDuration<T extends { time: number }>(
  frames: AsyncIterable<T>,
): AsyncGenerator<{ frame: T; duration: number }> {
  let previous: T | null = null
  for await (const frame of frames) {
    if (previous) yield { frame: previous, duration: frame.time - previous.time }
    previous = frame
  }
  if (previous) yield { frame: previous, duration: LAST_FRAME_MS }
}
