import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { pngChunk } from '#server/images/testing/test-bombs.ts'

/** An image in one colour. */
export function plainImage(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** A GIF with one frame per colour. */
export async function animatedGif(colours: readonly string[]): Promise<Buffer> {
  const frames = await Promise.all(colours.map((colour) => plainImage(64, 36, colour).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

/** A PNG of a few bytes that declares 60,000 x 60,000 pixels. */
export async function pixelBomb(): Promise<Buffer> {
  const png = await plainImage(8, 8, '#000').png().toBuffer()
  const header = { start: 12, width: 16, height: 20, checksum: 29 }
  png.writeUInt32BE(60_000, header.width)
  png.writeUInt32BE(60_000, header.height)
  png.writeUInt32BE(crc32(png.subarray(header.start, header.checksum)), header.checksum)
  return png
}

/** Red, green and blue of a pixel, 0 to 255. */
export async function colourAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return [...pixel]
}

/** An animated PNG of two or more frames, which sharp does not write: the image data of further frames is in `fdAT` chunks. */
export async function animatedPng(colours: readonly string[]): Promise<Buffer> {
  const [width, height] = [64, 36]
  const pngs = await Promise.all(colours.map((colour) => plainImage(width, height, colour).png().toBuffer()))
  let sequence = 0
  const uint32 = (...values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length)
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
    return bytes
  }
  // Size, offset, a delay of 1/10 second, and how the frame is drawn.
  const control = () =>
    pngChunk('fcTL', uint32(sequence++, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0]))
  const frames = pngs.flatMap((png, index) => {
    const data = chunkContent(png, 'IDAT')
    return [control(), index === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', uint32(sequence++), data)]
  })
  const [first = Buffer.alloc(0)] = pngs
  return Buffer.concat([
    first.subarray(0, 8),
    pngChunk('IHDR', chunkContent(first, 'IHDR')),
    pngChunk('acTL', uint32(colours.length, 0)),
    ...frames,
    pngChunk('IEND'),
  ])
}

/** The content of all chunks of a type. */
function chunkContent(png: Buffer, wanted: string): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === wanted)
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return Buffer.concat(parts)
}
