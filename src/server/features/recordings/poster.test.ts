import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { AssembledRecording } from '#media/process/protocol.ts'
import { openTestPool } from '#server/images/testing/test-image-pool.ts'
import {
  closeToolAfterTests,
  openTranscoder,
  outputFolder,
  source,
} from '#server/transcoding/testing/test-media.ts'
import { makePoster } from './poster.ts'

closeToolAfterTests()
const images = openTestPool()
afterAll(() => images.close())
const transcoder = openTranscoder()

const posterOf = (folder: string, recording: AssembledRecording) =>
  makePoster({ images, requesterId: 'a member', transcoder }, folder, recording)

/** An assembled recording in H264, whose poster frame is not stored as an image. */
const assembled = {
  file: 'video.mp4',
  mimeType: 'video/mp4',
  startedAt: 0,
  duration: 3,
  width: 320,
  height: 180,
  poster: null,
  posterAt: 2,
}

test('the poster of an H264 recording is its frame at `posterAt`', async () => {
  const folder = await outputFolder()
  await copyFile(await source('dark-start.mp4'), path.join(folder, assembled.file))
  const brightnessAt = async (posterAt: number) => {
    const image = sharp((await posterOf(folder, { ...assembled, posterAt })) ?? Buffer.of())
    expect(await image.metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 })
    return (await image.greyscale().stats()).channels[0]?.mean
  }
  expect(await brightnessAt(0.2)).toBeLessThan(20)
  expect(await brightnessAt(2)).toBeGreaterThan(40)
})

test('the poster of an unreadable recording fails', async () => {
  const folder = await outputFolder()
  await writeFile(path.join(folder, assembled.file), 'not a video')
  await expect(posterOf(folder, assembled)).rejects.toMatchObject({ problem: 'unreadable' })
})

test('an audio-only recording has no poster', async () => {
  expect(await posterOf(await outputFolder(), { ...assembled, width: null, height: null })).toBeNull()
})
