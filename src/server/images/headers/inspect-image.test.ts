import * as fc from 'fast-check'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { BadImage, type ImageProblem } from '../bad-image.ts'
import {
  jpegOfScans,
  compressedChunk,
  pngChunk,
  pngWith,
  textBomb,
} from '#server/images/testing/test-bombs.ts'
import { inspectImage } from './inspect-image.ts'

const MEGABYTE = 1024 ** 2
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })

function problemOf(bytes: Buffer): ImageProblem | null {
  try {
    inspectImage(bytes)
    return null
  } catch (error) {
    if (error instanceof BadImage) return error.problem
    throw error
  }
}

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'an ordinary %s with the metadata of a camera passes',
  async (format) => {
    const photo = plain(300, 200).withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'a name' } } })
    expect(problemOf(await photo.keepIccProfile().toFormat(format).toBuffer())).toBeNull()
  },
)

test.each([
  ['nothing', Buffer.of()],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a TIFF file', Buffer.from('49492a0008000000', 'hex')],
])('%s is refused as not an image', (_what, bytes) => {
  expect(problemOf(bytes)).toBe('notPicture')
})

test.each(['zTXt', 'iTXt', 'iCCP'] as const)('a PNG may have %s of a few megabytes, decompressed', (type) => {
  expect(problemOf(pngWith(compressedChunk(type, 1000), compressedChunk(type, 3 * MEGABYTE)))).toBeNull()
  expect(problemOf(pngWith(compressedChunk(type, 5 * MEGABYTE)))).toBe('tooCostly')
  expect(problemOf(pngWith(compressedChunk(type, 3 * MEGABYTE), compressedChunk(type, 3 * MEGABYTE)))).toBe(
    'tooCostly',
  )
})

test.each(['zTXt', 'iTXt'] as const)('a PNG of 2 MB with 2 GB of %s is refused', (type) => {
  expect(problemOf(textBomb(type))).toBe('tooCostly')
  expect(problemOf(textBomb(type, 5))).toBe('tooCostly')
})

test('text after the image data counts as well', () => {
  const png = pngWith()
  const late = Buffer.concat([png.subarray(0, -12), compressedChunk('zTXt', 5 * MEGABYTE), png.subarray(-12)])
  expect(problemOf(late)).toBe('tooCostly')
})

test('a PNG with over a megabyte of uncompressed iTXt or too many chunks is refused', () => {
  const text = (length: number) => pngChunk('iTXt', 'a\0\0\0\0\0', Buffer.alloc(length, 'a'))
  expect(problemOf(pngWith(text(900_000)))).toBeNull()
  expect(problemOf(pngWith(text(900_000), text(900_000)))).toBe('tooCostly')
  expect(problemOf(pngWith(...Array<Buffer>(900).fill(pngChunk('tEXt', 'a\0b'))))).toBeNull()
  expect(problemOf(pngWith(...Array<Buffer>(1000).fill(pngChunk('tEXt', 'a\0b'))))).toBe('tooCostly')
})

test('a PNG with damaged compressed text, or a truncated one, is refused as not an image', () => {
  expect(problemOf(pngWith(pngChunk('zTXt', 'a\0\0', 'not deflated')))).toBe('notPicture')
  expect(problemOf(pngWith().subarray(0, -20))).toBe('notPicture')
})

test('the frames of a PNG are counted, up to the number that it declares', () => {
  const declared = (frames: number) => pngChunk('acTL', Buffer.from([0, 0, 0, frames, 0, 0, 0, 0]))
  const frame = pngChunk('fcTL', Buffer.alloc(26))
  const of = (...chunks: Buffer[]) => inspectImage(pngWith(...chunks))
  expect([of(), of(declared(2)), of(frame, frame)]).toEqual([1, 1, 1])
  expect([of(declared(9), frame, frame), of(declared(2), frame, frame, frame)]).toEqual([2, 2])
})

test('a PNG may have thousands of frames', () => {
  const frames = (count: number) =>
    pngWith(
      ...Array<Buffer[]>(count)
        .fill([pngChunk('fcTL'), pngChunk('fdAT')])
        .flat(),
    )
  expect([problemOf(frames(10_000)), problemOf(frames(10_001))]).toEqual([null, 'tooCostly'])
})

test('a JPEG has at most 100 scans', async () => {
  expect(problemOf(await jpegOfScans(100, 64, 64))).toBeNull()
  expect(problemOf(await jpegOfScans(101, 64, 64))).toBe('tooCostly')
  expect(problemOf(await jpegOfScans(12_000, 64, 64))).toBe('tooCostly')
})

test('scans after markers with fill bytes are counted, those inside of other segments are not', async () => {
  const jpeg = await jpegOfScans(100, 64, 64)
  const metadata = Buffer.concat([
    Buffer.from('ffe103ea', 'hex'),
    Buffer.alloc(1000, Buffer.from('ffda', 'hex')),
  ])
  expect(problemOf(Buffer.concat([jpeg.subarray(0, 2), metadata, jpeg.subarray(2)]))).toBeNull()

  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2)
  const filled = [jpeg.subarray(0, -2), Buffer.from('ffffff', 'hex'), scan, jpeg.subarray(-2)]
  expect(problemOf(Buffer.concat(filled))).toBe('tooCostly')
})

test('a GIF or WebP with too many frames is refused', async () => {
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
  const gif = (frames: number) =>
    Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
      Buffer.from('21f90400000000' + '00', 'hex'),
      ...Array<Buffer>(frames).fill(frame),
      Buffer.from(';'),
    ])
  expect([problemOf(gif(10_000)), problemOf(gif(10_001))]).toEqual([null, 'tooCostly'])

  const webp = (frames: number) =>
    Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBP'),
      ...Array<Buffer>(frames).fill(riff('ANMF', Buffer.alloc(3))),
    ])
  expect([problemOf(webp(10_000)), problemOf(webp(10_001))]).toEqual([null, 'tooCostly'])
})

test('an AVIF with too many items or with compressed metadata is refused', () => {
  const item = (type: string, ...texts: string[]) =>
    box('infe', Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), type, texts.map((text) => `${text}\0`).join(''))
  const avif = (...items: Buffer[]) =>
    Buffer.concat([avifType(), box('meta', ZEROS(4), box('iinf', ZEROS(6), ...items))])

  expect(problemOf(avif(item('av01', 'an image'), item('mime', 'XMP', 'application/rdf+xml')))).toBeNull()
  expect(problemOf(avif(item('mime', 'XMP', 'application/rdf+xml', 'deflate')))).toBe('tooCostly')
  expect(problemOf(avif(...Array<Buffer>(1001).fill(item('av01', 'a tile'))))).toBe('tooCostly')
})

const [WIDTH, HEIGHT] = [10_000, 5001]
test.each<[string, (width: number, height: number) => Buffer]>([
  ['PNG', (width, height) => pngOf(width, height)],
  ['JPEG', (width, height) => bytesOf('ffd8ffc2001108', be16(height), be16(width))],
  ['GIF', (width, height) => bytesOf('474946383961', le16(width), le16(height), '000000')],
  [
    'GIF of a large frame',
    (width, height) =>
      bytesOf('47494638396101000100000000' + '2c00000000', le16(width), le16(height), '000000'),
  ],
  ['WebP', (width, height) => webpOf('VP8 ', bytesOf('0000009d012a', le16(width), le16(height)))],
  ['lossless WebP', (width, height) => webpOf('VP8L', losslessHeader(width, height))],
  [
    'extended WebP',
    (width, height) => webpOf('VP8X', bytesOf('00000000', le24(width - 1), le24(height - 1))),
  ],
  ['AVIF', (width, height) => avifOf(width, height)],
])('a %s of more than 50 million pixels is refused before it is decoded', (_format, make) => {
  expect(problemOf(make(WIDTH, HEIGHT - 1))).toBeNull()
  expect(problemOf(make(WIDTH, HEIGHT))).toBe('tooManyPixels')
  expect(problemOf(make(HEIGHT, WIDTH))).toBe('tooManyPixels')
})

test('a damaged image passes or is refused with a BadImage, never with another error', async () => {
  const encoded = await Promise.all(
    (['jpeg', 'png', 'webp', 'gif', 'avif'] as const).map((format) =>
      plain(8, 8).toFormat(format).toBuffer(),
    ),
  )
  const validImages = [...encoded, pngWith(compressedChunk('iTXt', 100)), await jpegOfScans(20, 8, 8)]
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...validImages), damage, fc.nat(), (validImage, changes, length) => {
      const bytes = Buffer.from(validImage.subarray(0, length % (validImage.length + 1)))
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
      problemOf(bytes)
    }),
    { numRuns: 2000 * inject('soak') },
  )
})

const ZEROS = (length: number) => Buffer.alloc(length)

function bytesOf(...parts: (Buffer | string)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)))
}

function number(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}
const be16 = (value: number) => number(value, 2)
const be32 = (value: number) => number(value, 4)
const le16 = (value: number) => be16(value).reverse()
const le24 = (value: number) => number(value, 3).reverse()

function pngOf(width: number, height: number): Buffer {
  return bytesOf('89504e470d0a1a0a', pngChunk('IHDR', be32(width), be32(height), ZEROS(5)))
}

function riff(type: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(type),
    be32(content.length).reverse(),
    content,
    ZEROS(content.length % 2),
  ])
}

function webpOf(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), riff(type, content)])
}

function losslessHeader(width: number, height: number): Buffer {
  return bytesOf('2f', be32(((height - 1) * 2 ** 14 + (width - 1)) % 2 ** 32).reverse())
}

function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  return Buffer.concat([be32(bytes.length + 8), Buffer.from(type), bytes])
}

function avifOf(width: number, height: number): Buffer {
  const size = box('ispe', ZEROS(4), be32(width), be32(height))
  return Buffer.concat([avifType(), box('meta', ZEROS(4), box('iprp', box('ipco', size)))])
}

function avifType(): Buffer {
  return box('ftyp', 'avif', Buffer.alloc(4))
}
