import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

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
