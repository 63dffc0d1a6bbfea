import { BadImage } from '../bad-image.ts'
import { checkPixels } from './limits.ts'

/** Images, tiles and metadata of one file; a large picture has some dozens of tiles. */
const MAX_ITEMS = 1000
/** At one level of the file. */
const MAX_BOXES = 10_000

/**
 * Refuses an AVIF of very many items or too many pixels, and one with packed metadata, which a decoder would unpack
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
  for (const { content } of entries) if (hasPackedContent(content)) throw new BadImage('tooCostly')
}

/** An item's entry ends in three texts where it is of the type `mime`: name, type of content, and its packing. */
function hasPackedContent(entry: Buffer): boolean {
  const idBytes = entry[0] === 2 ? 2 : 4
  const type = FULL_BOX_BYTES + idBytes + 2
  if (entry.toString('latin1', type, type + 4) !== 'mime') return false
  const [, , packing = ''] = entry.toString('latin1', type + 4).split('\0')
  return packing !== ''
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
