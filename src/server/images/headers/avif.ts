import { BadImage } from '../bad-image.ts'
import { checkPixels } from './limits.ts'

/** Images, tiles and metadata of one file; a large image has some dozens of tiles. */
const MAX_ITEMS = 1000
/** In one container box. */
const MAX_BOXES = 10_000

/**
 * Refuses an AVIF with too many items or pixels, and one with compressed metadata, which a decoder would decompress
 * before the first pixel and which no camera writes.
 * @throws {BadImage}
 */
export function inspectAvif(avif: Buffer): void {
  for (const meta of boxesIn(avif)) {
    if (meta.type !== 'meta') continue
    for (const { type, content } of boxesIn(meta.content.subarray(FULL_BOX_BYTES))) {
      if (type === 'iinf') inspectItems(content)
      if (type === 'iprp') inspectProperties(content)
    }
  }
}

/** Version and flags. */
const FULL_BOX_BYTES = 4

function inspectItems(iinf: Buffer): void {
  const isShort = iinf[0] === 0
  const entries = boxesIn(iinf.subarray(FULL_BOX_BYTES + (isShort ? 2 : 4)))
  if (entries.length > MAX_ITEMS) throw new BadImage('tooCostly')
  for (const { content } of entries) if (hasCompressedContent(content)) throw new BadImage('tooCostly')
}

/** An `infe` entry of type `mime` ends in three zero-terminated strings: name, content type and content encoding. */
function hasCompressedContent(entry: Buffer): boolean {
  const idBytes = entry[0] === 2 ? 2 : 4
  const typeOffset = FULL_BOX_BYTES + idBytes + 2
  if (entry.toString('latin1', typeOffset, typeOffset + 4) !== 'mime') return false
  const [, , contentEncoding = ''] = entry.toString('latin1', typeOffset + 4).split('\0')
  return contentEncoding !== ''
}

function inspectProperties(iprp: Buffer): void {
  for (const container of boxesIn(iprp)) {
    if (container.type !== 'ipco') continue
    for (const { type, content } of boxesIn(container.content))
      if (type === 'ispe' && content.length >= 12)
        checkPixels(content.readUInt32BE(4), content.readUInt32BE(8))
  }
}

type Box = { type: string; content: Buffer }

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= bytes.length
    const headerBytes = isLong ? 16 : 8
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short
    if (length < headerBytes || at + length > bytes.length) throw new BadImage('notPicture')
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + headerBytes, at + length),
    })
    if (boxes.length > MAX_BOXES) throw new BadImage('tooCostly')
    at += length
  }
  return boxes
}
