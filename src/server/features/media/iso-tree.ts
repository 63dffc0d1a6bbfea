import { type Box, type Part, readBoxes, consume } from './iso-boxes.ts'

/** A box with its descendants, as deep as the parsers need them. */
export type BoxTree = Box & { isMetadata: boolean; boxes: readonly BoxTree[] }

/** Reads the tree below a box in memory. Throws 415 when box sizes are inconsistent, or there are too many boxes. */
export async function readTree(part: Part, box: Box): Promise<BoxTree> {
  const max = Math.min(part.left.boxes, MAX_BOXES)
  const here = { ...part.left, boxes: max }
  const allowed = PLAYBACK_BOXES[box.type]
  const tree =
    typeof allowed === 'object' ? await grown({ ...part, left: here }, box, allowed) : leaf(box, allowed)
  consume(part.left, 'boxes', max - here.boxes)
  return tree
}

/** Maximum boxes in one part in memory; a video of an hour has about a hundred. */
const MAX_BOXES = 10_000

/** The first box at a path of box types below a parent. */
export function boxAt(parent: BoxTree, ...[type, ...rest]: string[]): BoxTree | undefined {
  if (type === undefined) return parent
  const child = parent.boxes.find((box) => box.type === type)
  return child && boxAt(child, ...rest)
}

/** Whether playback does not need a top-level box. */
export const isMetadata = ({ type }: Box): boolean => PLAYBACK_BOXES[type] === undefined

/** The boxes of the tree that playback does not need, which include the location, device and owner metadata. */
export function metadataIn(tree: BoxTree, found: BoxTree[] = []): BoxTree[] {
  for (const box of tree.boxes) {
    if (box.isMetadata) found.push(box)
    else metadataIn(box, found)
  }
  return found
}

/** The boxes that playing needs, and their allowed child boxes; `all` allows any content. */
type AllowedBoxes = { readonly [type: string]: AllowedBoxes | 'all' }

const whole = (...types: string[]): AllowedBoxes =>
  Object.fromEntries(types.map((type) => [type, 'all'] as const))

const SAMPLE_TABLES = ['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stps']
const SAMPLE_FACTS = ['stsh', 'padb', 'stdp', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio']

const PLAYBACK_BOXES: AllowedBoxes = {
  ...whole('ftyp', 'styp', 'sidx', 'ssix', 'mfra', 'mdat'),
  moov: {
    ...whole('mvhd'),
    mvex: whole('mehd', 'trex', 'leva'),
    trak: {
      ...whole('tkhd'),
      edts: whole('elst'),
      mdia: {
        ...whole('mdhd', 'hdlr', 'elng'),
        minf: { ...whole('vmhd', 'smhd', 'hdlr', 'dinf'), stbl: whole(...SAMPLE_TABLES, ...SAMPLE_FACTS) },
      },
    },
  },
  moof: {
    ...whole('mfhd'),
    traf: whole('tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'),
  },
}

async function grown(part: Part, box: Box, allowed: AllowedBoxes): Promise<BoxTree> {
  const boxes: BoxTree[] = []
  for (const each of await readBoxes(part, box.content, box.end)) {
    const below = allowed[each.type]
    boxes.push(typeof below === 'object' ? await grown(part, each, below) : leaf(each, below))
  }
  return { ...box, isMetadata: false, boxes }
}

/** Leaves share one empty array, because there may be very many. */
function leaf({ type, start, content, end }: Box, allowed: 'all' | undefined): BoxTree {
  return { type, start, content, end, isMetadata: allowed === undefined, boxes: NONE }
}

const NONE: readonly BoxTree[] = []
