import { useMemo } from 'react'
import type { ColorFamily } from './color-families.ts'
import { type PatternOptions, generatePattern } from './generate-pattern.ts'

type StripPatternProps = Partial<PatternOptions> & Pick<PatternOptions, 'family'> & { className?: string }

/** The strip cloth pattern of the design; decorative and hidden from screen readers. Deterministic by seed. */
export function StripPattern({
  seed = 'cloth',
  family,
  length = 640,
  strip = 46,
  count = 2,
  pulse = 24,
  run = 'across',
  className,
}: StripPatternProps) {
  const paths = useMemo(
    () => generatePattern({ seed, family, length, strip, count, pulse, run }),
    [seed, family, length, strip, count, pulse, run],
  )
  const across = count * strip - 1.5
  const [width, height] = run === 'across' ? [length, across] : [across, length]
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable={false}
      shapeRendering="crispEdges"
      className={`block rtl:-scale-x-100 ${className ?? ''}`}
    >
      {paths.map(({ fill, d }, layer) => (
        <path key={layer} fill={fill} d={d} />
      ))}
    </svg>
  )
}

/** Two strips across, 92 px high, for empty states, the 404 page and the promotion. */
export function Band({ family, className }: { family: ColorFamily; className?: string }) {
  return <StripPattern family={family} length={1536} className={`h-[92px] w-full ${className ?? ''}`} />
}

/** The 5 px patterned edge along the top of every page and of the footer. */
export function Selvedge({ className }: { className?: string }) {
  return <div aria-hidden className={`selvedge ${className ?? ''}`} />
}
