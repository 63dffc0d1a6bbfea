import { type Box, boxesIn } from './iso-boxes.ts'

/** The boxes that playing needs, and what they may hold; `all` is kept with whatever is inside. */
type Kept = { readonly [type: string]: Kept | 'all' }

const whole = (...types: string[]): Kept => Object.fromEntries(types.map((type) => [type, 'all'] as const))

const KEPT: Kept = {
  ...whole('ftyp', 'styp', 'sidx', 'ssix', 'mfra', 'mdat'),
  moov: {
    ...whole('mvhd', 'mvex'),
    trak: {
      ...whole('tkhd', 'edts'),
      mdia: { ...whole('mdhd', 'hdlr', 'elng'), minf: whole('vmhd', 'smhd', 'hdlr', 'dinf', 'stbl') },
    },
  },
  moof: {
    ...whole('mfhd'),
    traf: whole('tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'),
  },
}

/** Whether a box of the file is none that playing needs. */
export const isNote = ({ type }: Box): boolean => KEPT[type] === undefined

/**
 * The boxes below one of the file that playing doesn't need: what a camera or an editor wrote down about place, device
 * and owner is among them.
 */
export function notesIn(bytes: Buffer, box: Box): Box[] {
  const kept = KEPT[box.type]
  return kept === undefined || kept === 'all' ? [] : strangers(bytes, box, kept)
}

function strangers(bytes: Buffer, parent: Box, kept: Kept): Box[] {
  return boxesIn(bytes, parent.content, parent.end).flatMap((box) => {
    const inside = kept[box.type]
    if (inside === undefined) return [box]
    return inside === 'all' ? [] : strangers(bytes, box, inside)
  })
}
