import { hash } from '#web/lib/hash.ts'
import { FAMILIES, type Family, RECIPES, type Thread } from './dyes.ts'
import { BAR, TIMELINES } from './timelines.ts'

/**
 * The weave: strip cloth from counted timelines. Each timeline is 16 pulses long and cuts a strip into five
 * blocks; the next strip uses another timeline, six pulses later, and that offset makes the cloth.
 * Rectangles only, one SVG path a colour.
 */

export type ClothPlan = {
  /** Along the strips, in px. */
  length: number
  /** Width of one strip, in px, its seam included. */
  strip: number
  count: number
  /** Length of one pulse, in px. */
  pulse: number
  /** Moves the timelines; the same seed is always the same cloth. */
  seed: string
  family: Family
  /** Strips run `down` or `across`. */
  run: 'down' | 'across'
}

export type WovenPath = {
  fill: string
  d: string
}

/** Gap between two strips, in px. */
const SEAM = 1.5

/** The paths of a cloth, bottom layer first, in a box of `length` by `count * strip` (turned when `run` is down). */
export function weave(plan: ClothPlan): WovenPath[] {
  const layers = [
    new Map<Thread, string>(),
    new Map<Thread, string>(),
    new Map<Thread, string>(),
    new Map<Thread, string>(),
  ]
  const start = hash(plan.seed)
  for (let index = 0; index < plan.count; index++) weaveStrip(plan, index, start, layers)
  return layers.flatMap((layer) => [...layer].map(([thread, d]) => ({ fill: `var(--t-${thread})`, d })))
}

type Layers = Map<Thread, string>[]
const GROUND = 0
const WARP = 1
const FIGURE = 2
const WEFT = 3

function weaveStrip(plan: ClothPlan, index: number, start: number, layers: Layers): void {
  const numbers = FAMILIES[plan.family]
  const dyed = RECIPES[numbers[index % numbers.length] ?? 0] ?? RECIPES[0]
  const across = index * plan.strip
  const width = plan.strip - SEAM
  const put = (layer: number, thread: Thread, from: number, to: number, at = across, wide = width) => {
    const top = Math.max(0, from)
    const bottom = Math.min(plan.length, to)
    // A sliver under half a pixel would only blur the edge.
    if (bottom - top <= 0.4) return
    const paths = layers[layer]
    paths?.set(thread, (paths.get(thread) ?? '') + rectangle(plan.run, at, top, wide, bottom - top))
  }

  put(GROUND, dyed.ground, 0, plan.length)
  for (const [at, share] of dyed.stripes) {
    put(WARP, dyed.warp, 0, plan.length, across + width * at, Math.max(1, width * share))
  }

  const timeline = TIMELINES[(index * 5 + start) % TIMELINES.length] ?? TIMELINES[0]
  let pulse = -((index * 6 + (start % BAR)) % BAR)
  for (let block = 0; pulse * plan.pulse < plan.length; block = (block + 1) % timeline.length) {
    const pulses = timeline[block] ?? BAR
    const from = pulse * plan.pulse
    const to = from + pulses * plan.pulse
    const kind = kindOf(block, index)
    if (kind === 'figured') {
      put(FIGURE, dyed.figure, from, to)
      for (let bar = 1; bar < pulses; bar++) {
        const middle = from + bar * plan.pulse
        put(WEFT, dyed.weft, middle - plan.pulse * 0.13, middle + plan.pulse * 0.13)
      }
    } else if (kind === 'split') {
      const cut = width * (index % 4 < 2 ? 3 / 8 : 5 / 8)
      put(FIGURE, dyed.figure, from, to, across, cut)
      put(FIGURE, dyed.weft, from, to, across + cut, width - cut)
    } else {
      put(WEFT, dyed.figure, from, from + Math.max(1, plan.pulse * 0.12))
    }
    pulse += pulses
  }
}

/** Figured: solid with weft bars. Split: two colours, 3:5. Plain: ground and warp, one pick at the onset. */
function kindOf(block: number, strip: number): 'figured' | 'split' | 'plain' {
  if (block === 0 || (block === 2 && strip % 2 === 0)) return 'figured'
  if (block === 2 || (block === 4 && strip % 3 === 0)) return 'split'
  return 'plain'
}

function rectangle(run: 'down' | 'across', at: number, from: number, wide: number, long: number): string {
  const [x, y, w, h] = run === 'down' ? [at, from, wide, long] : [from, at, long, wide]
  return `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
