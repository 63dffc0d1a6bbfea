import { hash } from '#web/lib/hash.ts'
import { BAR, TIMELINES } from './timelines.ts'

/** Ground and block colours of the six avatar dyes (OKLCH); white initials keep 6.6:1 or better on each. */
const DYES = [
  ['0.36 0.12 277', '0.43 0.13 277'],
  ['0.42 0.16 16', '0.485 0.18 16'],
  ['0.39 0.062 178', '0.455 0.075 178'],
  ['0.4 0.12 318', '0.465 0.135 318'],
  ['0.4 0.075 235', '0.465 0.085 235'],
  ['0.29 0.05 345', '0.37 0.06 345'],
] as const

/** The avatar of a user without an image, as an SVG path in a 40 by 40 box: strips 3:3:2 in the colour of their id. */
export function avatarArt(seed: string): { ground: string; blocks: string; d: string } {
  const hashed = hash(seed)
  const [ground, blocks] = DYES[hashed % DYES.length] ?? DYES[0]
  const cuts = [0, 15, 30, 40] as const
  let d = ''
  for (const strip of [0, 1, 2] as const) {
    const timeline = TIMELINES[((hashed >>> 4) + strip * 2) % TIMELINES.length] ?? TIMELINES[0]
    let pulse = -((hashed >>> (strip * 4 + 6)) % 13)
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
