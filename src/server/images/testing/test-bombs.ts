import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Returns a PNG of 8×8 pixels with these chunks between header and image data. */
export function pngWith(...chunks: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0])
  const rows = deflateSync(Buffer.alloc(8 * 9))
  const parts = [pngChunk('IHDR', header), ...chunks, pngChunk('IDAT', rows), pngChunk('IEND')]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

export function pngChunk(type: string, ...content: (Buffer | string)[]): Buffer {
  const bytes = content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), ...bytes])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(checked.length - 4)
  checksum.writeUInt32BE(crc32(checked))
  return Buffer.concat([length, checked, checksum])
}

/** The bytes before the deflated part of a chunk. */
const BEFORE_DEFLATED = { zTXt: 'a\0\0', iTXt: 'a\0\x01\0\0\0', iCCP: 'a\0\0' } as const

/** Returns a chunk whose content inflates to this number of bytes. */
export function compressedChunk(type: keyof typeof BEFORE_DEFLATED, inflatedBytes: number): Buffer {
  return pngChunk(type, BEFORE_DEFLATED[type], deflateSync(Buffer.alloc(inflatedBytes, 'a'), { level: 9 }))
}

/** Returns a PNG of 2 MB whose text chunks inflate to 2 GB in total. */
export function textBomb(type: 'zTXt' | 'iTXt', megabytesPerChunk = 50): Buffer {
  const chunk = compressedChunk(type, megabytesPerChunk * 1_000_000)
  return pngWith(...Array<Buffer>(2000 / megabytesPerChunk).fill(chunk))
}

/** Returns a valid progressive JPEG that repeats its last scan until it has this number of scans. */
export async function jpegOfScans(scans: number, width: number, height: number): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
  const jpeg = await image.jpeg({ progressive: true }).toBuffer()
  const initialScans = jpeg.toString('latin1').split(START_OF_SCAN.toString('latin1')).length - 1
  const scan = Buffer.from(jpeg.subarray(jpeg.lastIndexOf(START_OF_SCAN), -END_OF_IMAGE.length))
  // Clears the successive approximation bits (Ah, Al): the scan sends all bits at once, as refining twice is invalid.
  scan.writeUInt8(0, 1 + scan.readUInt16BE(2))
  const more = Array<Buffer>(scans - initialScans).fill(scan)
  return Buffer.concat([jpeg.subarray(0, -END_OF_IMAGE.length), ...more, END_OF_IMAGE])
}

const START_OF_SCAN = Buffer.from('ffda', 'hex')
const END_OF_IMAGE = Buffer.from('ffd9', 'hex')
