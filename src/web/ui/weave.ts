/**
 * The weave: strip cloth from counted timelines. Each timeline is 16 pulses long and cuts a strip into five
 * blocks; the next strip uses another timeline, six pulses later, and that offset makes the cloth.
 * Rectangles only, one SVG path a colour.
 */

/** Five intervals, 16 pulses in all. They are counting schemes here; never print their names. */
const TIMELINES = [
  [4, 2, 4, 2, 4],
  [3, 3, 4, 2, 4],
  [3, 3, 4, 1, 5],
  [3, 4, 3, 2, 4],
  [3, 3, 4, 3, 3],
  [3, 3, 4, 4, 2],
] as const
const BAR = 16

type Thread = 'marigold' | 'clay' | 'sorrel' | 'jacaranda' | 'indigo' | 'palm' | 'cotton' | 'night'

/** How one strip is dyed. `warp` are stripes along it: start and width as shares of the strip's width. */
interface Recipe {
  ground: Thread
  warp: Thread
  stripes: readonly (readonly [start: number, width: number])[]
  figure: Thread
  weft: Thread
}

/** Numbered, because cloths name their strips by number. */
const RECIPES: readonly [Recipe, ...Recipe[]] = [
  recipe(
    'indigo',
    'cotton',
    [
      [0.3, 0.035],
      [0.48, 0.035],
      [0.66, 0.035],
    ],
    'cotton',
    'indigo',
  ),
  recipe(
    'night',
    'marigold',
    [
      [0.14, 0.05],
      [0.81, 0.05],
    ],
    'marigold',
    'night',
  ),
  recipe(
    'cotton',
    'indigo',
    [
      [0.16, 0.05],
      [0.27, 0.05],
      [0.79, 0.05],
    ],
    'indigo',
    'marigold',
  ),
  recipe(
    'sorrel',
    'night',
    [
      [0.2, 0.07],
      [0.73, 0.07],
    ],
    'night',
    'sorrel',
  ),
  recipe('night', 'cotton', [[0.46, 0.06]], 'sorrel', 'cotton'),
  recipe(
    'marigold',
    'night',
    [
      [0.14, 0.05],
      [0.25, 0.05],
    ],
    'night',
    'clay',
  ),
  recipe('palm', 'cotton', [[0.46, 0.06]], 'cotton', 'night'),
  recipe(
    'indigo',
    'night',
    [
      [0.14, 0.08],
      [0.78, 0.08],
    ],
    'night',
    'marigold',
  ),
  recipe(
    'clay',
    'night',
    [
      [0.14, 0.05],
      [0.81, 0.05],
    ],
    'cotton',
    'night',
  ),
  recipe(
    'jacaranda',
    'cotton',
    [
      [0.2, 0.05],
      [0.75, 0.05],
    ],
    'night',
    'cotton',
  ),
  // Plain night: what shows when nothing is playing.
  recipe(
    'night',
    'cotton',
    [
      [0.16, 0.01],
      [0.82, 0.01],
    ],
    'night',
    'night',
  ),
]

/** Strips that may lie in one piece: one dye family each. Only the landing hero uses every dye. */
export const FAMILIES = {
  indigo: [7, 0, 2],
  sorrel: [4, 3],
  marigold: [1, 5],
  palm: [6, 1],
  clay: [8, 1],
  jacaranda: [9, 4],
  promo: [0, 1],
  offline: [10],
  hero: [2, 4, 0, 1, 7, 3, 6, 5],
} as const satisfies Record<string, readonly number[]>

export type Family = keyof typeof FAMILIES

/** Families that a seed may choose. */
const SEEDED: readonly [Family, ...Family[]] = ['indigo', 'sorrel', 'marigold', 'palm', 'clay', 'jacaranda']

export interface ClothPlan {
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

export interface WovenPath {
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

/** Family of a seed (a member's or a stream's id), always the same one. */
export function familyOf(seed: string): Family {
  return SEEDED[hash(seed) % SEEDED.length] ?? SEEDED[0]
}

/** FNV-1a, 32 bits: spreads ids, no secrets. */
export function hash(text: string): number {
  let value = 2166136261
  for (const character of text) {
    value ^= character.codePointAt(0) ?? 0
    value = Math.imul(value, 16777619)
  }
  return value >>> 0
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

function recipe(
  ground: Thread,
  warp: Thread,
  stripes: Recipe['stripes'],
  figure: Thread,
  weft: Thread,
): Recipe {
  return { ground, warp, stripes, figure, weft }
}

/** Ground and block colours of the six avatar dyes (OKLCH); white initials keep 6.6:1 or better on each. */
const DYES = [
  ['0.36 0.12 277', '0.43 0.13 277'],
  ['0.42 0.16 16', '0.485 0.18 16'],
  ['0.39 0.062 178', '0.455 0.075 178'],
  ['0.4 0.12 318', '0.465 0.135 318'],
  ['0.4 0.075 235', '0.465 0.085 235'],
  ['0.29 0.05 345', '0.37 0.06 345'],
] as const

/** The face of a member without a picture, in a 40 by 40 box: strips 3:3:2 in the dye of their id. */
export function avatarArt(seed: string): { ground: string; blocks: string; d: string } {
  const spread = hash(seed)
  const [ground, blocks] = DYES[spread % DYES.length] ?? DYES[0]
  const cuts = [0, 15, 30, 40] as const
  let d = ''
  for (const strip of [0, 1, 2] as const) {
    const timeline = TIMELINES[((spread >>> 4) + strip * 2) % TIMELINES.length] ?? TIMELINES[0]
    let pulse = -((spread >>> (strip * 4 + 6)) % 13)
    for (let block = strip; pulse < BAR; block++) {
      const pulses = timeline[block % timeline.length] ?? BAR
      const from = Math.max(0, pulse) * 2.5
      const to = Math.min(BAR, pulse + pulses) * 2.5
      if (block % 2 === 0 && to > from) {
        const left = cuts[strip]
        d += `M${left} ${from}h${(cuts[strip + 1] ?? 40) - left - 1}v${to - from}H${left}z`
      }
      pulse += pulses
    }
  }
  return { ground: `oklch(${ground})`, blocks: `oklch(${blocks})`, d }
}
