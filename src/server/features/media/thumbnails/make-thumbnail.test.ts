import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openTestPool } from '#server/images/testing/test-image-pool.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { animatedGif, pixelBomb, colourAt, plainImage } from './test-images.ts'

const images = openTestPool()
afterAll(() => images.close())
const thumbnailOf = (bytes: Buffer) => makeThumbnail(images, 'a member', bytes)

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s image becomes WebP in both sizes',
  async (format) => {
    const { large, small } = await thumbnailOf(
      await plainImage(300, 200, '#c81e1e').toFormat(format).toBuffer(),
    )

    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 720 })
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 640, height: 360 })
    const [red = 0, green = 255] = await colourAt(small, 320, 180)
    expect(red).toBeGreaterThan(150)
    expect(green).toBeLessThan(80)
  },
)

test('a tall image is cropped, not distorted', async () => {
  const tall = plainImage(360, 800, '#ffffff').composite([
    { input: await plainImage(360, 250, '#000000').png().toBuffer(), top: 0, left: 0 },
  ])
  const { large } = await thumbnailOf(await tall.png().toBuffer())

  expect(await colourAt(large, 640, 5)).toEqual([255, 255, 255])
})

test('image metadata is stripped after its orientation was applied', async () => {
  const photo = await plainImage(90, 160, '#0000ff')
    .composite([{ input: await plainImage(90, 80, '#00ff00').png().toBuffer(), top: 0, left: 0 }])
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'a name' } } })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).orientation).toBe(6)

  const { large } = await thumbnailOf(photo)
  const { exif, xmp, icc, orientation } = await sharp(large).metadata()
  expect({ exif, xmp, icc, orientation }).toEqual({})
  // Rotated clockwise, the former top is on the right.
  const [, green = 0] = await colourAt(large, 1200, 360)
  expect(green).toBeGreaterThan(200)
})

test('the thumbnail of an animated image is its first frame', async () => {
  const { large } = await thumbnailOf(await animatedGif(['#ff0000', '#0000ff']))

  expect((await sharp(large).metadata()).pages ?? 1).toBe(1)
  const [red = 0, , blue = 255] = await colourAt(large, 640, 360)
  expect([red > 200, blue < 50]).toEqual([true, true])
})

test('transparency becomes white', async () => {
  const transparent = sharp({ create: { width: 32, height: 18, channels: 4, background: '#00000000' } })
  const { small } = await thumbnailOf(await transparent.png().toBuffer())

  expect((await sharp(small).metadata()).hasAlpha).toBe(false)
  expect(await colourAt(small, 320, 180)).toEqual([255, 255, 255])
})

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36"><rect width="64" height="36"/></svg>'

test.each([
  ['SVG', () => Buffer.from(SVG)],
  ['SVG with a preamble', () => Buffer.from(`<?xml version="1.0"?>\n<!-- a comment -->\n${SVG}`)],
  ['TIFF', () => plainImage(8, 8, '#000').tiff().toBuffer()],
  ['an HTML page', () => Buffer.from('<!doctype html><title>no picture</title>')],
  ['an empty file', () => Buffer.alloc(0)],
  ['half a PNG', async () => (await plainImage(400, 400, '#123456').png().toBuffer()).subarray(0, 200)],
  ['half a JPEG', async () => (await plainImage(400, 400, '#123456').jpeg().toBuffer()).subarray(0, 400)],
])('%s is refused', async (_name, bytes) => {
  await expect(thumbnailOf(await bytes())).rejects.toMatchObject({ problem: 'notPicture' })
})

test('a decompression bomb is refused before it is decompressed', async () => {
  const png = await pixelBomb()
  expect(png.length).toBeLessThan(200)
  await expect(thumbnailOf(png)).rejects.toMatchObject({ problem: 'tooManyPixels' })
})
