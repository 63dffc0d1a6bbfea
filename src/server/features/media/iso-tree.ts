import { type Box, type Part, boxesIn, take } from './iso-boxes.ts'

/** A box with those below it, as far down as anything is asked of them. */
export type Tree = Box & { isNote: boolean; boxes: readonly Tree[] }

/** Reads a box of the file that is in memory. Throws 415 where those below it don't add up, or are too many. */
export async function readTree(part: Part, box: Box): Promise<Tree> {
  const most = Math.min(part.left.boxes, MAX_BOXES)
  const here = { ...part.left, boxes: most }
  const kept = KEPT[box.type]
  const tree = typeof kept === 'object' ? await grown({ ...part, left: here }, box, kept) : leaf(box, kept)
  take(part.left, 'boxes', most - here.boxes)
  return tree
}

/** In one part that is in memory: an hour's movie has a hundred. */
const MAX_BOXES = 10_000

/** The first box at the end of a path of types below a parent. */
export function boxAt(parent: Tree, ...[type, ...rest]: string[]): Tree | undefined {
  if (type === undefined) return parent
  const child = parent.boxes.find((box) => box.type === type)
  return child && boxAt(child, ...rest)
}

/** Whether a box of the file is none that playing needs. */
export const isNote = ({ type }: Box): boolean => KEPT[type] === undefined

/**
 * The boxes below one that playing doesn't need: what a camera or an editor wrote down about place, device and owner is among
 * them.
 */
export function notesIn(tree: Tree, found: Tree[] = []): Tree[] {
  for (const box of tree.boxes) {
    if (box.isNote) found.push(box)
    else notesIn(box, found)
  }
  return found
}

/** The boxes that playing needs, and what they may hold; `all` is kept with whatever is inside. */
type Kept = { readonly [type: string]: Kept | 'all' }

const whole = (...types: string[]): Kept => Object.fromEntries(types.map((type) => [type, 'all'] as const))

const SAMPLE_TABLES = ['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stps']
const SAMPLE_FACTS = ['stsh', 'padb', 'stdp', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio']

const KEPT: Kept = {
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

async function grown(part: Part, box: Box, kept: Kept): Promise<Tree> {
  const boxes: Tree[] = []
  for (const each of await boxesIn(part, box.content, box.end)) {
    const below = kept[each.type]
    boxes.push(typeof below === 'object' ? await grown(part, each, below) : leaf(each, below))
  }
  return { ...box, isNote: false, boxes }
}

/** There may be very many. */
function leaf({ type, start, content, end }: Box, kept: 'all' | undefined): Tree {
  return { type, start, content, end, isNote: kept === undefined, boxes: NONE }
}

const NONE: readonly Tree[] = []
