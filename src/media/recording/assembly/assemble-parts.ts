import { rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
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
import type { Assembled } from '../../process/protocol.ts'
import { OPUS_CONFIG, videoConfig } from '../decoder-config.ts'
import { type Part, framesOf, listParts } from './part-reader.ts'
import { type Sound, withSilence } from './fill-silence.ts'
import { LAST_PICTURE_MS, type Survey, survey } from './scan-parts.ts'
import { webpOf } from './webp.ts'

/** Less is nothing to watch (milliseconds). */
const SHORTEST_MS = 1000

/**
 * Makes one file that can be watched from any point of the parts in a folder, which stay as they are; null where they
 * hold nothing. Its clock is the wall clock from the first frame on: what was not recorded in between is a still picture
 * in silence. Doing it again gives the same. Throws where the disk would have fewer than `keepFree` bytes left.
 */
export async function assemble(folder: string, keepFree = 0): Promise<Assembled | null> {
  const unfinished = path.join(folder, 'unfinished')
  await rm(unfinished, { force: true })
  const parts = await listParts(folder)
  await checkRoom(folder, parts, keepFree)
  try {
    return await assembleParts(folder, parts, unfinished)
  } catch (error) {
    // Whatever was in its way, it shall not be the disk that it has filled.
    await rm(unfinished, { force: true })
    throw error
  }
}

/** The file is about as large as its parts, which stay beside it. */
async function checkRoom(folder: string, parts: readonly Part[], keepFree: number): Promise<void> {
  const sizes = await Promise.all(parts.map(async (part) => (await stat(part.path)).size))
  const needed = keepFree + sizes.reduce((sum, size) => sum + size, 0)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed) throw new Error('there is too little room on the disk')
}

async function assembleParts(
  folder: string,
  parts: readonly Part[],
  unfinished: string,
): Promise<Assembled | null> {
  const found = await survey(parts)
  if (!found || found.until - found.from < SHORTEST_MS) return null
  const { mimeType, ending } = kindOfFile(found)
  const file = `video.${ending}`
  const keyframe = await write(found, unfinished)
  const poster = found.picture?.codec === 'VP8' && keyframe ? 'poster.webp' : null
  if (poster && keyframe) await writeFile(path.join(folder, poster), webpOf(keyframe))
  await rename(unfinished, path.join(folder, file))
  return {
    file,
    mimeType,
    startedAt: Math.round(found.from),
    duration: Math.round(found.until - found.from) / 1000,
    width: found.picture?.size.width ?? null,
    height: found.picture?.size.height ?? null,
    poster,
    posterAt: found.picture ? (found.picture.posterAt - found.from) / 1000 : 0,
  }
}

function kindOfFile({ picture }: Survey): { mimeType: string; ending: string } {
  if (!picture) return { mimeType: 'audio/webm', ending: 'weba' }
  return picture.codec === 'H264'
    ? { mimeType: 'video/mp4', ending: 'mp4' }
    : { mimeType: 'video/webm', ending: 'webm' }
}

/** Writes the file; answers the keyframe that stands for it. */
async function write({ picture, sound, from }: Survey, file: string): Promise<Uint8Array | null> {
  const output = new Output({
    format:
      picture?.codec === 'H264' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: new FilePathTarget(file),
  })
  const pictures = picture && new EncodedVideoPacketSource(picture.codec === 'H264' ? 'avc' : 'vp8')
  const sounds = sound && new EncodedAudioPacketSource('opus')
  if (pictures) output.addVideoTrack(pictures, { maximumPacketCount: picture.packets })
  if (sounds) output.addAudioTrack(sounds, { maximumPacketCount: sound.packets })
  await output.start()

  // Both in the order of time, as the muxer holds back the track that is ahead.
  const heard = sounds ? withSilence(framesOf(sound.parts), from) : null
  let nextSound = heard && (await next(heard))
  const addSounds = async (until: number) => {
    while (sounds && heard && nextSound && nextSound.time <= until) {
      await sounds.add(soundPacket(nextSound, from), { decoderConfig: OPUS_CONFIG })
      nextSound = await next(heard)
      // Else the muxer would wait for more, with all pictures that follow in memory.
      if (!nextSound) sounds.close()
    }
  }
  let keyframe: Uint8Array | null = null
  if (pictures) {
    const decoderConfig = videoConfig(picture)
    for await (const { frame, duration } of withDuration(framesOf(picture.parts))) {
      await addSounds(frame.time)
      const { data, isKey, time } = frame
      const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', (time - from) / 1000, duration / 1000)
      await pictures.add(packet, { decoderConfig })
      if (time === picture.posterAt) keyframe = data
    }
    pictures.close()
  }
  await addSounds(Infinity)
  await output.finalize()
  return keyframe
}

function soundPacket({ data, time, duration }: Sound, from: number): EncodedPacket {
  return new EncodedPacket(data, 'key', (time - from) / 1000, duration / 1000)
}

async function next<T>(items: AsyncGenerator<T>): Promise<T | null> {
  const step = await items.next()
  return step.done ? null : step.value
}

/** Each picture is shown until the next. */
async function* withDuration<T extends { time: number }>(
  frames: AsyncIterable<T>,
): AsyncGenerator<{ frame: T; duration: number }> {
  let before: T | null = null
  for await (const frame of frames) {
    if (before) yield { frame: before, duration: frame.time - before.time }
    before = frame
  }
  if (before) yield { frame: before, duration: LAST_PICTURE_MS }
}
