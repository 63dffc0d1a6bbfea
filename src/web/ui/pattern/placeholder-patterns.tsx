import { StripPattern } from './strip-pattern.tsx'
import { familyOf } from './family-of.ts'

/** A profile's cover, seeded by the user's id: three strips, 112 px high on phones, else 144. */
export function Cover({ seed, className }: { seed: string; className?: string }) {
  return (
    <StripPattern
      seed={seed}
      family={familyOf(seed)}
      length={1040}
      strip={48}
      count={3}
      pulse={30}
      className={`h-28 w-full md:h-36 ${className ?? ''}`}
    />
  )
}

/** Replaces a missing thumbnail, seeded by its id; fills its container. */
export function ThumbnailPattern({ seed, className }: { seed: string; className?: string }) {
  return (
    <StripPattern
      seed={seed}
      family={familyOf(seed)}
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
export function OfflinePattern({ className }: { className?: string }) {
  return (
    <div aria-hidden className={`size-full bg-thread-night ${className ?? ''}`}>
      <StripPattern
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
