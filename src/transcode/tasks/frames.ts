import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PictureFilter } from '../encode/picture-filter.ts'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { encodedColours } from '../input/colours.ts'
import { FrameReader } from '../input/frame-reader.ts'
import type { Size } from '../input/picture-size.ts'
import { JpegSheet } from '../output/jpeg.ts'
import { writeOutputs } from '../output/partial-files.ts'
import type { ResultOf, TaskOf } from '../protocol.ts'
import { choosePoster } from './choose-poster.ts'
import { type Facts, probe } from './probe.ts'

type Frames = TaskOf<'frames'>

const MAX_POSTER_SIDE = 1280
const TILE_WIDTH = 160
/** Limits the sheet of a very high or wide picture. */
const [MIN_TILE_HEIGHT, MAX_TILE_HEIGHT] = [16, 320]
const COLUMNS = 10
const MIN_INTERVAL_SECONDS = 1
/** How much is decoded for all tiles: a video has one keyframe in up to ten seconds. The pixels are those of 1080p. */
const MAX_DECODED = { frames: 6000, pixels: 6000 * 1920 * 1080 }
const DECODER_THREADS = 2

/** Makes the poster and the preview strip of a video. */
export async function makeFrames(task: Frames): Promise<ResultOf<Frames>> {
  const facts = await probe(task.input)
  const reader = facts.result.video && (await FrameReader.open(task.input, DECODER_THREADS))
  if (!reader) throw new TaskFailure('noVideo', 'the file has no video')
  try {
    return await writeOutputs(task, async (folder) => {
      const poster = await makePoster(task, facts, reader)
      const preview = await makePreview(task, facts, reader)
      const [posterFile, previewFile] = [`${task.name}-poster.jpg`, `${task.name}-preview.jpg`]
      await writeFile(path.join(folder, posterFile), poster.jpeg)
      await writeFile(path.join(folder, previewFile), preview.jpeg)
      return {
        type: 'frames',
        poster: { file: posterFile, ...poster.size, second: poster.second },
        preview: { file: previewFile, ...preview.geometry },
      }
    })
  } finally {
    await reader.close()
  }
}

async function makePoster({ posterAt }: Frames, facts: Facts, reader: FrameReader) {
  const { duration, video } = facts.result
  const poster = await choosePoster(reader, duration, posterAt)
  const size = fitInside(video ?? poster.frame, MAX_POSTER_SIDE)
  const sheet = new JpegSheet(1, 1)
  const filter = pictureFilter(facts, size)
  poster.frame.pts = 0n
  for (const frame of [poster.frame, null]) for (const picture of filter.filter(frame)) sheet.add(picture)
  return { size, second: poster.second, jpeg: await sheet.encode() }
}

async function makePreview({ maxTiles }: Frames, facts: Facts, reader: FrameReader) {
  const { duration, video } = facts.result
  const tiles = Math.min(maxTiles, Math.max(1, Math.floor(duration / MIN_INTERVAL_SECONDS)))
  const interval = duration / tiles
  const columns = Math.min(COLUMNS, tiles)
  const size = tileSize(video ?? { width: 16, height: 9 })
  const sheet = new JpegSheet(columns, Math.ceil(tiles / columns))
  const limits = { frames: Math.ceil(MAX_DECODED.frames / tiles), pixels: MAX_DECODED.pixels / tiles }
  const filter = pictureFilter(facts, size)
  for (let tile = 0; tile < tiles; tile += 1) {
    const frame = await reader.frameAt(tile * interval, limits)
    const picture = frame?.clone()
    if (!picture) break
    picture.pts = BigInt(tile)
    for (const scaled of filter.filter(picture)) sheet.add(scaled)
    picture.free()
  }
  for (const scaled of filter.filter(null)) sheet.add(scaled)
  const geometry = { columns, tiles, tileWidth: size.width, tileHeight: size.height, interval }
  return { geometry, jpeg: await sheet.encode() }
}

function pictureFilter({ rate, orientation, colours }: Facts, size: Size): PictureFilter {
  if (!colours) throw new TaskFailure('noVideo', 'the file has no video')
  return new PictureFilter({ ...size, rate, orientation, colours: encodedColours(colours), threads: 1 })
}

function fitInside({ width, height }: Size, side: number): Size {
  const factor = Math.min(1, side / Math.max(width, height))
  return { width: even(width * factor), height: even(height * factor) }
}

function tileSize({ width, height }: Size): Size {
  const tileHeight = Math.min(MAX_TILE_HEIGHT, Math.max(MIN_TILE_HEIGHT, (TILE_WIDTH * height) / width))
  return { width: TILE_WIDTH, height: even(tileHeight) }
}

const even = (length: number): number => Math.max(2, Math.round(length / 2) * 2)
