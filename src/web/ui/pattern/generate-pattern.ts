import { hash } from '#web/lib/hash.ts'
import { FAMILIES, type ColorFamily, RECIPES, type ThreadColor } from './color-families.ts'
import { BAR, TIMELINES } from './timelines.ts'

/**
 * Generates strip cloth from timelines. A timeline of 16 pulses divides a strip into five blocks; the next strip uses
 * another timeline, six pulses later, and that offset makes the pattern. Rectangles only, one SVG path per colour.
 */

export type PatternOptions = {
  /** Length of the strips, in px. */
  length: number
  /** Width of one strip, in px, its seam included. */
  strip: number
  count: number
  /** Length of one pulse, in px. */
  pulse: number
  /** Shifts the timelines. */
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

/** Returns the paths of a cloth, bottom layer first, in a box of `length` by `count * strip` (swapped for `down`). */
export function generatePattern(options: PatternOptions): PatternPath[] {
  const layers = [
    new Map<ThreadColor, string>(),
    new Map<ThreadColor, string>(),
    new Map<ThreadColor, string>(),
    new Map<ThreadColor, string>(),
  ]
  const start = hash(options.seed)
  for (let index = 0; index < options.count; index++) addStrip(options, index, start, layers)
  return layers.flatMap((layer) => [...layer].map(([thread, d]) => ({ fill: `var(--t-${thread})`, d })))
}

type Layers = Map<ThreadColor, string>[]
const GROUND = 0
const WARP = 1
const FIGURE = 2
const WEFT = 3

function addStrip(options: PatternOptions, index: number, start: number, layers: Layers): void {
  const recipeIndices = FAMILIES[options.family]
  const recipe = RECIPES[recipeIndices[index % recipeIndices.length] ?? 0] ?? RECIPES[0]
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

  const timeline = TIMELINES[(index * 5 + start) % TIMELINES.length] ?? TIMELINES[0]
  let pulse = -((index * 6 + (start % BAR)) % BAR)
  for (let block = 0; pulse * options.pulse < options.length; block = (block + 1) % timeline.length) {
    const pulses = timeline[block] ?? BAR
    const from = pulse * options.pulse
    const to = from + pulses * options.pulse
    const kind = kindOf(block, index)
    if (kind === 'figured') {
      add(FIGURE, recipe.figure, from, to)
      for (let bar = 1; bar < pulses; bar++) {
        const middle = from + bar * options.pulse
        add(WEFT, recipe.weft, middle - options.pulse * 0.13, middle + options.pulse * 0.13)
      }
    } else if (kind === 'split') {
      const cut = width * (index % 4 < 2 ? 3 / 8 : 5 / 8)
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
