import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { FRAME } from '#shared/live/stream-frames.ts'
import { stripJpeg } from '#server/images/headers/strip-jpeg.ts'
import { PictureDecoder } from './picture-decoder.ts'
import { readKeyframe } from './testing/read-keyframe.ts'
import { type SOURCES, closeToolAfterTests, source } from './testing/test-media.ts'
import { transcoderPids } from './testing/transcoder-pids.ts'

closeToolAfterTests()

const MEGABYTE = 1024 ** 2
const SIZE = { width: 640, height: 360 }

function openDecoder(): PictureDecoder {
  const decoder = new PictureDecoder({ memoryBytes: 500 * MEGABYTE, totalMemoryBytes: Infinity })
  onTestFinished(() => decoder.close())
  return decoder
}

const keyframeOf = async (name: keyof typeof SOURCES) => readKeyframe(await source(name))

test.each([
  ['recorded.webm', 320, 180],
  ['mp4', 320, 180],
  ['720p.mp4', 640, 360],
  // Upright: cut to the shape of a card.
  ['tall.mp4', 576, 360],
] as const)('a keyframe of %s becomes a JPEG of %i × %i', async (name, width, height) => {
  const jpeg = await openDecoder().decode('a', { ...(await keyframeOf(name)), ...SIZE })
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width, height })
  const { channels } = await sharp(jpeg).stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
  expect(() => stripJpeg(jpeg, FRAME)).not.toThrow()
})

test('several pictures share one process, which ends with the decoder', async () => {
  const decoder = openDecoder()
  const keyframe = { ...(await keyframeOf('recorded.webm')), ...SIZE }
  await Promise.all([decoder.decode('a', keyframe), decoder.decode('b', keyframe)])
  expect(await transcoderPids()).toHaveLength(1)
  await decoder.close()
  expect(await transcoderPids()).toEqual([])
  await expect(decoder.decode('a', keyframe)).rejects.toThrow('the server stops')
})

test('a damaged picture is refused, and the next one is decoded', async () => {
  const decoder = openDecoder()
  const keyframe = { ...(await keyframeOf('recorded.webm')), ...SIZE }
  const damaged = { ...keyframe, data: Buffer.from('not a picture').toString('base64') }
  await expect(decoder.decode('a', damaged)).rejects.toMatchObject({ problem: 'unreadable' })
  await expect(decoder.decode('a', keyframe)).resolves.toBeInstanceOf(Buffer)
})
