import { rmSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { insertFiles, type NewVideoFile } from '../../src/server/features/videos/videos/files/queries.ts'
import { storeVideo } from '../../src/server/features/videos/videos/test-queries.ts'
import { storageKey } from '../../src/server/features/videos/videos/files/video-files.ts'
import { moveOutputs } from '../../src/server/transcoding/move-outputs.ts'
import { silenceLog } from '../../src/transcode/ffmpeg/log.ts'
import { makeFrames } from '../../src/transcode/tasks/frames.ts'
import { encodeRendition } from '../../src/transcode/tasks/rendition.ts'
import { makeMedia } from '../../src/transcode/testing/make-media.ts'
import type { AppUnderTest } from './app-under-test.ts'

/** Duration of the stored videos, in seconds. */
const VIDEO_SECONDS = 60
const [WIDTH, HEIGHT] = [854, 480]

const CAPTIONS = `WEBVTT

00:00.000 --> 00:58.000
The market opens early.
`

type Columns = Parameters<typeof storeVideo>[2]

/**
 * Stores a video with two qualities, audio only, a preview image and English captions, as its processing would; published
 * unless `columns` override it. Returns its id.
 */
export async function storePlayableVideo(
  app: AppUnderTest,
  creatorId: string,
  columns: Columns = {},
): Promise<string> {
  media ??= encodeMedia()
  const { folder, files } = await media
  const pool = new pg.Pool({ connectionString: app.databaseUrl })
  try {
    const db = drizzle(pool)
    const id = await storeVideo(db, creatorId, {
      duration: VIDEO_SECONDS,
      mimeType: 'video/mp4',
      width: WIDTH,
      height: HEIGHT,
      isPublished: true,
      publishedAt: new Date(),
      ...columns,
    })
    for (const file of files) {
      const key = storageKey(id, file.name)
      const target = path.join(app.dataDir, 'files', key)
      await mkdir(path.dirname(target), { recursive: true })
      await copyFile(path.join(folder, file.name), target)
      await insertFiles(db, [{ ...file, key, videoId: id }])
    }
    return id
  } finally {
    await pool.end()
  }
}

/** Stores a published video without files, for lists that name it; returns its id. */
export async function storePublishedVideo(
  app: AppUnderTest,
  creatorId: string,
  title: string,
): Promise<string> {
  const pool = new pg.Pool({ connectionString: app.databaseUrl })
  try {
    return await storeVideo(drizzle(pool), creatorId, { title, isPublished: true, publishedAt: new Date() })
  } finally {
    await pool.end()
  }
}

type File = Omit<NewVideoFile, 'videoId' | 'key'>

/** Encoded once per worker. */
let media: Promise<{ folder: string; files: File[] }> | null = null

async function encodeMedia() {
  const folder = await mkdtemp(path.join(tmpdir(), 'story-video-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  silenceLog()
  const input = path.join(folder, 'source.mp4')
  await makeMedia(
    {
      format: 'mp4',
      seconds: VIDEO_SECONDS,
      video: {
        codec: 'libx264',
        width: WIDTH,
        height: HEIGHT,
        // Encoding takes a tenth of the time that it takes at the rate of a camera.
        rate: 10,
        options: { preset: 'ultrafast', g: 20 },
      },
      audio: { codec: 'aac', channels: 2, sampleRate: 44_100 },
    },
    input,
  )
  const files: File[] = [
    ...(await encode(folder, input, '480p', 480)),
    ...(await encode(folder, input, '240p', 240)),
    ...(await encode(folder, input, 'audio', null)),
    ...(await encodePictures(folder, input)),
  ]
  await writeFile(path.join(folder, 'captions-en.vtt'), CAPTIONS)
  files.push({
    ...{ name: 'captions-en.vtt', kind: 'captions', mimeType: 'text/vtt', language: 'en' },
    size: CAPTIONS.length,
  })
  return { folder, files }
}

async function encode(
  folder: string,
  input: string,
  name: string,
  shortSide: number | null,
): Promise<File[]> {
  const task = { type: 'rendition', input, folder, name, shortSide, threads: 1 } as const
  const result = await encodeRendition(task, () => {})
  await moveOutputs(task, result)
  const { file, playlist, bytes, picture, bandwidth, averageBandwidth, codecs } = result
  return [
    {
      name: file,
      kind: picture ? 'rendition' : 'audio',
      mimeType: picture ? 'video/mp4' : 'audio/mp4',
      size: bytes,
      ...picture,
      ...{ bandwidth, averageBandwidth, codecs },
    },
    {
      name: playlist,
      kind: 'playlist',
      mimeType: 'application/vnd.apple.mpegurl',
      size: (await stat(path.join(folder, playlist))).size,
    },
  ]
}

async function encodePictures(folder: string, input: string): Promise<File[]> {
  const task = { type: 'frames', input, folder, name: 'frames', posterAt: null, maxTiles: 20 } as const
  const result = await makeFrames(task)
  await moveOutputs(task, result)
  const { poster, preview } = result
  const { file, ...tiles } = preview
  const size = async (name: string) => (await stat(path.join(folder, name))).size
  return [
    { name: poster.file, kind: 'poster', mimeType: 'image/jpeg', size: await size(poster.file) },
    { name: file, kind: 'preview', mimeType: 'image/jpeg', size: await size(file), tiles },
  ]
}
