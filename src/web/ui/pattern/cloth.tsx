import { useMemo } from 'react'
import { type ColorFamily, familyOf } from './color-families.ts'
import { type PatternOptions, generatePattern } from './generate-pattern.ts'

type ClothProps = Partial<Omit<PatternOptions, 'family'>> & {
  /** Colour family; by default it depends on the seed. */
  family?: ColorFamily
  className?: string
}

/** The strip cloth pattern of the design; decorative and hidden from screen readers. Deterministic by seed. */
export function Cloth({
  seed = 'cloth',
  family = familyOf(seed),
  length = 640,
  strip = 46,
  count = 2,
  pulse = 24,
  run = 'across',
  className,
}: ClothProps) {
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
export function Band({
  family,
  seed,
  className,
}: {
  family?: ColorFamily
  seed?: string
  className?: string
}) {
  return (
    <Cloth
      length={1536}
      {...(family && { family })}
      {...(seed && { seed })}
      className={`h-[92px] w-full ${className ?? ''}`}
    />
  )
}

/** A profile's cover, seeded by the user's id: three strips, 112 px high on phones, else 144. */
export function Cover({ seed, className }: { seed: string; className?: string }) {
  return (
    <Cloth
      seed={seed}
      length={1040}
      strip={48}
      count={3}
      pulse={30}
      className={`h-28 w-full md:h-36 ${className ?? ''}`}
    />
  )
}

/** Replaces a missing thumbnail, seeded by its id; fills its container. */
export function ThumbnailCloth({ seed, className }: { seed: string; className?: string }) {
  return (
    <Cloth
      seed={seed}
      run="down"
      length={200}
      strip={72}
      count={5}
      pulse={16}
      className={`size-full ${className ?? ''}`}
    />
  )
}

/** Plain night strips behind 'Stream Offline'; fills its container. */
export function OfflineCloth({ className }: { className?: string }) {
  return (
    <div aria-hidden className={`size-full bg-thread-night ${className ?? ''}`}>
      <Cloth
        seed="offline"
        family="offline"
        run="down"
        length={200}
        strip={72}
        count={5}
        pulse={16}
        className="size-full opacity-50"
      />
    </div>
  )
}

/** The 5 px patterned edge along the top of every page and of the footer. */
export function Selvedge({ className }: { className?: string }) {
  return <div aria-hidden className={`selvedge ${className ?? ''}`} />
}
