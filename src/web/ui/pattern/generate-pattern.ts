import { hash } from '#web/lib/hash.ts'
import { FAMILIES, type ColorFamily, RECIPES, type ThreadColor } from './color-families.ts'
import { BAR, TIMELINES } from './timelines.ts'

/**
 * Generates patterns like strip-woven cloth from timelines. A timeline of 16 pulses divides a strip into five blocks;
 * the next strip uses another timeline, six pulses later, and that offset makes the pattern. Rectangles only, one SVG
 * path per colour.
 */

export type PatternOptions = {
  /** Length of the strips, in px. */
  length: number
  /** Width of one strip, in px, its seam included. */
  strip: number
  count: number
  /** Length of one pulse, in px. */
  pulse: number
  /** Selects the variation. */
  seed: string
  family: ColorFamily
  /** Strips run `down` or `across`. */
  run: 'down' | 'across'
}

export type PatternPath = {
  fill: string
  d: string
}

/** Gap between two strips, in px. */
const SEAM = 1.5

/** Returns the paths of a pattern, bottom layer first, in a box of `length` by `count * strip` (swapped for `down`). */
export function generatePattern(options: PatternOptions): PatternPath[] {
  const layers = [
    new Map<ThreadColor, string>(),
    new Map<ThreadColor, string>(),
    new Map<ThreadColor, string>(),
    new Map<ThreadColor, string>(),
  ]
  const variation = variationOf(options.seed, FAMILIES[options.family].length)
  for (let index = 0; index < options.count; index++) addStrip(options, index, variation, layers)
  return layers.flatMap((layer) => [...layer].map(([thread, d]) => ({ fill: `var(--t-${thread})`, d })))
}

/** Everything in a pattern that depends on its seed. */
type Variation = {
  /** The timelines in the order of the strips. */
  timelines: (typeof TIMELINES)[number][]
  /** The pulse at which the first strip begins. */
  pulse: number
  /** The recipe of the first strip, as an index of the family. */
  recipe: number
  /** Shifts the kinds of blocks from strip to strip. */
  kind: number
}

/** Number of strips after which the kinds of blocks repeat: they depend on the remainders by 2, 3 and 4. */
const KIND_PERIOD = 12

/** 720 orders of the timelines, 16 pulses, `KIND_PERIOD` shifts of the kinds, and the recipes of the family. */
function variationOf(seed: string, recipes: number): Variation {
  // Not the hash that selects the family (`familyOf`), so that a family has all variations. Without the lowest bit, which
  // is only the parity of the characters and so would depend on the family.
  let rest = hash(`${seed} variation`) >>> 1
  const next = (count: number) => {
    const value = rest % count
    rest = Math.floor(rest / count)
    return value
  }
  const remaining = [...TIMELINES]
  return {
    timelines: TIMELINES.flatMap(() => remaining.splice(next(remaining.length), 1)),
    pulse: next(BAR),
    recipe: next(recipes),
    kind: next(KIND_PERIOD),
  }
}

type Layers = Map<ThreadColor, string>[]
const GROUND = 0
const WARP = 1
const FIGURE = 2
const WEFT = 3

function addStrip(options: PatternOptions, index: number, variation: Variation, layers: Layers): void {
  const recipeIndices = FAMILIES[options.family]
  const recipe = RECIPES[recipeIndices[(index + variation.recipe) % recipeIndices.length] ?? 0] ?? RECIPES[0]
  const across = index * options.strip
  const width = options.strip - SEAM
  const add = (
    layer: number,
    thread: ThreadColor,
    from: number,
    to: number,
    at = across,
    breadth = width,
  ) => {
    const top = Math.max(0, from)
    const bottom = Math.min(options.length, to)
    // A sliver of less than half a pixel would only blur the edge.
    if (bottom - top <= 0.4) return
    const paths = layers[layer]
    paths?.set(thread, (paths.get(thread) ?? '') + rectangle(options.run, at, top, breadth, bottom - top))
  }

  add(GROUND, recipe.ground, 0, options.length)
  for (const [at, share] of recipe.stripes) {
    add(WARP, recipe.warp, 0, options.length, across + width * at, Math.max(1, width * share))
  }

  const timeline = variation.timelines[index % TIMELINES.length] ?? TIMELINES[0]
  const kindIndex = index + variation.kind
  let pulse = -((index * 6 + variation.pulse) % BAR)
  for (let block = 0; pulse * options.pulse < options.length; block = (block + 1) % timeline.length) {
    const pulses = timeline[block] ?? BAR
    const from = pulse * options.pulse
    const to = from + pulses * options.pulse
    const kind = kindOf(block, kindIndex)
    if (kind === 'figured') {
      add(FIGURE, recipe.figure, from, to)
      for (let bar = 1; bar < pulses; bar++) {
        const middle = from + bar * options.pulse
        add(WEFT, recipe.weft, middle - options.pulse * 0.13, middle + options.pulse * 0.13)
      }
    } else if (kind === 'split') {
      const cut = width * (kindIndex % 4 < 2 ? 3 / 8 : 5 / 8)
      add(FIGURE, recipe.figure, from, to, across, cut)
      add(FIGURE, recipe.weft, from, to, across + cut, width - cut)
    } else {
      add(WEFT, recipe.figure, from, from + Math.max(1, options.pulse * 0.12))
    }
    pulse += pulses
  }
}

/** Figured: solid with weft bars. Split: two colours, 3:5. Plain: ground and warp, one thin bar at the start. */
function kindOf(block: number, strip: number): 'figured' | 'split' | 'plain' {
  if (block === 0 || (block === 2 && strip % 2 === 0)) return 'figured'
  if (block === 2 || (block === 4 && strip % 3 === 0)) return 'split'
  return 'plain'
}

function rectangle(
  run: 'down' | 'across',
  at: number,
  from: number,
  breadth: number,
  length: number,
): string {
  const [x, y, w, h] = run === 'down' ? [at, from, breadth, length] : [from, at, length, breadth]
  return `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
