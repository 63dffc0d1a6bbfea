import { deflateSync } from 'node:zlib'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'

/* Files that describe other data than they contain: most of them far more. */

/** The containers of a box of MP4 that lead to the tables of samples. */
const PARENTS = ['moov', 'trak', 'mdia', 'minf', 'stbl']

/** Boxes whose descriptions do not apply to the repeated samples. */
const DROPPED = ['edts', 'ctts', 'sgpd', 'sbgp', 'udta']

/** Returns an MP4 whose picture is the first one of `mp4`, named so many times by the tables of its only track. */
export function mp4ThatRepeats(mp4: Buffer, times: number): Buffer {
  const moov = boxesOf(mp4).find(({ type }) => type === 'moov')
  if (!moov) throw new Error('the MP4 has no index')
  const others = boxesOf(mp4).filter(({ type }) => type !== 'moov')
  if (others.some(({ start }) => start > moov.start)) throw new Error('the index is not at the end')
  return Buffer.concat([...others.map(({ bytes }) => bytes), repeat(moov, times)])
}

type Box = { type: string; start: number; bytes: Buffer; content: Buffer }

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let start = 0; start + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(start)
    const box = bytes.subarray(start, start + size)
    boxes.push({ type: box.toString('latin1', 4, 8), start, bytes: box, content: box.subarray(8) })
    start += size
  }
  return boxes
}

function repeat({ type, bytes, content }: Box, times: number): Buffer {
  if (type === 'trak' && !content.includes('vide')) return Buffer.alloc(0)
  if (DROPPED.includes(type)) return Buffer.alloc(0)
  if (PARENTS.includes(type)) return box(type, ...boxesOf(content).map((child) => repeat(child, times)))
  switch (type) {
    case 'stts':
      return box(type, words(0, 1, times, content.readUInt32BE(12)))
    case 'stsz':
      return box(type, words(0, content.readUInt32BE(12), times))
    case 'stsc':
      return box(type, words(0, 1, 1, 1, 1))
    case 'stco':
      return box(type, words(0, times), words(...Array<number>(times).fill(content.readUInt32BE(8))))
    case 'stss':
      return Buffer.alloc(0)
    default:
      return bytes
  }
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([words(content.length + 8), Buffer.from(type, 'latin1'), content])
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}

/**
 * Returns an MP4 whose tracks begin at this second of their media, by edit lists, as editing a video on a phone leaves
 * it.
 */
export function mp4ThatStartsAt(mp4: Buffer, second: number): Buffer {
  let trackScale = 0
  const mvhd = mp4.indexOf('mvhd') + 4
  const [scale, duration] = [mp4.readUInt32BE(mvhd + 12), mp4.readUInt32BE(mvhd + 16)]
  const cut = ({ type, bytes, content }: Box): Buffer => {
    if (type === 'trak') trackScale = content.readUInt32BE(content.indexOf('mdhd') + 16)
    if (type === 'edts')
      return box(type, box('elst', words(0, 1, duration - second * scale, second * trackScale, 0x1_0000)))
    return PARENTS.includes(type) ? box(type, ...boxesOf(content).map(cut)) : bytes
  }
  return Buffer.concat(boxesOf(mp4).map(cut))
}

/** Returns an AVI whose index names the first two pictures of `avi` in turn, so many times. */
export function aviThatRepeats(avi: Buffer, times: number): Buffer {
  const index = avi.lastIndexOf('idx1')
  const entries = avi.subarray(index + 8, index + 8 + avi.readUInt32LE(index + 4))
  const all = Array.from({ length: entries.length / 16 }, (_, at) => entries.subarray(at * 16, at * 16 + 16))
  const pictures = all.filter((entry) => entry.toString('latin1', 0, 4) === '00dc')
  const repeated = Buffer.concat(Array.from({ length: times }, (_, at) => pictures[at % 2] ?? entries))
  const header = Buffer.from('idx1\0\0\0\0', 'latin1')
  header.writeUInt32LE(repeated.length, 4)
  const result = Buffer.concat([avi.subarray(0, index), header, repeated])
  result.writeUInt32LE(result.length - 8, 4)
  return result
}

/** Returns a WebM whose pictures are the first one of `webm` with so many zeros behind it, in compressed blocks. */
export async function webmThatGrows(webm: Buffer, { times, zeros }: { times: number; zeros: number }) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(webm) })
  const track = await input.getPrimaryVideoTrack()
  const packet = track && (await new EncodedPacketSink(track).getFirstPacket())
  if (!packet) throw new Error('the WebM has no picture')
  input.dispose()
  const block = deflateSync(Buffer.concat([packet.data, Buffer.alloc(zeros)]))
  const compression = element('6d80', element('6240', element('5034', element('4254', byte(0)))))
  const video = element(
    'e0',
    element('b0', uint16(track.codedWidth)),
    element('ba', uint16(track.codedHeight)),
  )
  const entry = [element('d7', byte(1)), element('73c5', byte(1)), element('83', byte(1))]
  const tracks = element(
    '1654ae6b',
    element('ae', ...entry, element('86', text('V_VP8')), video, compression),
  )
  const head = element('1a45dfa3', element('4282', text('webm')))
  const duration = Buffer.alloc(4)
  duration.writeFloatBE(times * 40)
  const info = element('1549a966', element('2ad7b1', Buffer.from('0f4240', 'hex')), element('4489', duration))
  const clusters = Array.from({ length: times }, (_, at) =>
    element('1f43b675', element('e7', uint32(at * 40)), element('a3', Buffer.from('81000080', 'hex'), block)),
  )
  return Buffer.concat([head, element('18538067', info, tracks, ...clusters)])
}

const byte = (value: number) => Buffer.from([value])
const text = (value: string) => Buffer.from(value)

function uint16(value: number): Buffer {
  return uint32(value).subarray(2)
}

function uint32(value: number): Buffer {
  return words(value)
}

/** An element of Matroska with its size in eight bytes. */
function element(idInHex: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(idInHex, 'hex'), size, content])
}
