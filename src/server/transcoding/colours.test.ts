import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Colours } from '#transcode/testing/media-spec.ts'
import {
  LONG_TIMEOUT,
  type SOURCES,
  closeToolAfterTests,
  mediaTool,
  openTranscoder,
  outputFolder,
  source,
} from './testing/test-media.ts'

closeToolAfterTests()

const transcoder = openTranscoder()

/** The colour of all sources. */
const GREEN = [0x20, 0xb0, 0x40]
const MAX_DIFFERENCE = 8

const BT601 = { primaries: 6, transfer: 6, matrix: 6, isFullRange: false }
const BT709 = { primaries: 1, transfer: 1, matrix: 1, isFullRange: false }
const BT2020 = { primaries: 9, transfer: 14, matrix: 9, isFullRange: false }

type InspectedColours = { colours: Colours; centre: readonly number[] }

/** Makes every file that shows the picture, and returns the colours that each signals and shows, by file name. */
async function convert(
  name: keyof typeof SOURCES,
  isCopied: boolean,
): Promise<Record<string, InspectedColours>> {
  const folder = await outputFolder()
  const output = { input: await source(name), folder }
  const inspectFile = async (file: string, format: string | null = null): Promise<InspectedColours> => {
    const [video] = (await mediaTool().inspect(path.join(folder, file), format)).tracks
    if (!video) throw new Error(`${file} has no video`)
    return { colours: video.colours, centre: video.centre }
  }
  const rendition = async (shortSide: number) => {
    const task = { type: 'rendition', ...output, name: `${shortSide}p`, shortSide, threads: 1 } as const
    return inspectFile((await transcoder.run(task, LONG_TIMEOUT)).playlist, 'hls')
  }
  const mp4 = { type: 'mp4', ...output, name: 'whole', shortSide: 1080, threads: 1 } as const
  const remux = { type: 'remux', ...output, name: 'copy' } as const
  return {
    '240p': await rendition(240),
    '720p': await rendition(720),
    mp4: await inspectFile((await transcoder.run(mp4, LONG_TIMEOUT)).file),
    ...(isCopied && { copy: await inspectFile((await transcoder.run(remux, LONG_TIMEOUT)).file) }),
  }
}

function expectGreen(pixel: readonly number[], where: string): void {
  const differences = GREEN.map((value, channel) => Math.abs(value - (pixel[channel] ?? NaN)))
  expect(Math.max(...differences), `${where} shows ${pixel.join(', ')}`).toBeLessThanOrEqual(MAX_DIFFERENCE)
}

test.each([
  ['untagged-hd.mp4', BT709, BT709],
  ['untagged-sd.mp4', BT601, BT601],
  ['untagged-upright.mov', BT709, BT709],
  ['untagged-full-range.mp4', BT601, { ...BT601, isFullRange: true }],
  ['untagged-hd-vp8.webm', BT709, BT709],
  ['untagged-sd-vp8.webm', BT601, BT601],
  ['untagged-hd-vp9.webm', BT709, BT709],
  ['untagged-hd-hevc.mp4', BT709, null],
  ['untagged-rgb.mkv', BT709, null],
  ['bt601-hd.mp4', BT601, BT601],
  ['bt709-sd.mp4', BT709, BT709],
  ['matrix-alone.mp4', { ...BT601, primaries: 5, matrix: 5 }, { ...BT601, primaries: 5, matrix: 5 }],
  ['primaries-alone.mp4', BT709, BT709],
  ['bt2020-sdr.mp4', BT2020, BT2020],
  ['bt709-full-range.mp4', BT709, { ...BT709, isFullRange: true }],
] as const)('every quality of %s signals its colours, and shows the same', async (name, encoded, copied) => {
  for (const [file, { colours, centre }] of Object.entries(await convert(name, copied !== null))) {
    expectGreen(centre, file)
    expect([file, colours]).toEqual([file, file === 'copy' ? copied : encoded])
  }
})

test('every quality of an HDR video signals the colours of its tone mapping', async () => {
  for (const [file, { colours }] of Object.entries(await convert('hdr.mp4', false)))
    expect([file, colours]).toEqual([file, BT709])
})

test.each(['untagged-hd.mp4', 'bt601-hd.mp4', 'untagged-full-range.mp4'] as const)(
  'the poster and the preview of %s show its colour',
  async (name) => {
    const folder = await outputFolder()
    const task = {
      type: 'frames',
      input: await source(name),
      folder,
      name: 'f',
      posterAt: 0,
      maxTiles: 4,
    } as const
    const { poster, preview } = await transcoder.run(task, LONG_TIMEOUT)
    for (const { file } of [poster, preview]) {
      const { data } = await sharp(path.join(folder, file))
        .extract({ left: 20, top: 20, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      expectGreen([...data], file)
    }
  },
)
