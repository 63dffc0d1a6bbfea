import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { AVATAR_SIDES, smallAvatar } from '#shared/media/image-sizes.ts'
import { avatarArt } from '#web/ui/pattern/avatar-art.ts'

declare module 'react' {
  interface CSSProperties {
    /** Keyframes of one arc of the LIVE ring, in pattern.css. */
    '--arc'?: string
  }
}

type AvatarProps = {
  /** The user's id, so that the colour does not change with the name. */
  seed: string
  /** Display name, for the initials and for screen readers. */
  name: string
  /** URL of the large image; a small avatar loads the small variant. */
  src?: string | null
  /** Width and height in px. */
  size?: number
  /** Draws the LIVE ring and adds it to the accessible name. */
  live?: boolean
  /** Hidden from screen readers, for an avatar next to the name. */
  decorative?: boolean
  className?: string
}

/** A round avatar: the user's image, or a generated pattern with their initials. */
export function Avatar({
  seed,
  name,
  src,
  size = 44,
  live = false,
  decorative = false,
  className,
}: AvatarProps) {
  const t = useTranslations('ui')
  // Whole pixels: a fractional inset clips the edge of the circle.
  const inset = live ? Math.round(size * 0.075 + 2.5) : 0
  const label = decorative
    ? ({ 'aria-hidden': true } as const)
    : ({ role: 'img', 'aria-label': live ? t('liveNow', { name }) : name } as const)
  return (
    <span
      {...label}
      className={`relative block flex-none rounded-full ${className ?? ''}`}
      style={{ width: size, height: size, padding: inset }}
    >
      <AvatarImage
        key={src}
        seed={seed}
        name={name}
        src={src ? variantFor(src, size) : null}
        fontSize={size * (live ? 0.29 : 0.36)}
      />
      {live && <LiveRing size={size} />}
    </span>
  )
}

/** Doubles the size, as most screens have two or three device pixels per CSS pixel. */
function variantFor(src: string, size: number): string {
  return size * 2 <= AVATAR_SIDES.small ? smallAvatar(src) : src
}

function AvatarImage({
  seed,
  name,
  src,
  fontSize,
}: {
  seed: string
  name: string
  src: string | null
  fontSize: number
}) {
  const [broken, setBroken] = useState(false)
  if (src && !broken) {
    return (
      <img
        src={src}
        alt=""
        decoding="async"
        className="size-full rounded-full bg-sunken object-cover"
        onError={() => setBroken(true)}
      />
    )
  }
  const { ground, blocks, d } = avatarArt(seed)
  return (
    <span className="relative block size-full">
      <svg
        viewBox="0 0 40 40"
        aria-hidden
        focusable={false}
        className="block size-full rounded-full rtl:-scale-x-100"
      >
        <path fill={ground} d="M0 0h40v40H0z" />
        <path fill={blocks} d={d} />
      </svg>
      <span
        aria-hidden
        className="absolute inset-0 grid place-items-center leading-none font-bold tracking-[.01em] text-on-video"
        style={{ fontSize }}
      >
        {initials(name)}
      </span>
    </span>
  )
}

/** Five arcs of 3-3-4-2-4 sixteenths: a timeline around a circle. The gaps are a third of a pulse. */
const ARCS = [
  { onset: 0, pulses: 3 },
  { onset: 3, pulses: 3 },
  { onset: 6, pulses: 4 },
  { onset: 10, pulses: 2 },
  { onset: 12, pulses: 4 },
]

function LiveRing({ size }: { size: number }) {
  const width = size < 40 ? 2.5 : 3
  const gap = 1 / 3
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden
      focusable={false}
      className="absolute inset-0 size-full -rotate-90 overflow-visible rtl:-scale-x-100"
    >
      {ARCS.map(({ onset, pulses }, arc) => (
        <circle
          key={onset}
          className="live-arc fill-none stroke-live"
          cx={size / 2}
          cy={size / 2}
          r={size / 2 - width / 2}
          strokeWidth={width}
          pathLength={16}
          strokeDasharray={`${pulses - gap} ${16 - pulses + gap}`}
          strokeDashoffset={-onset - gap / 2}
          style={{ '--arc': `live-arc-${arc + 1}` }}
        />
      ))}
    </svg>
  )
}

/** Returns the first graphemes of the first and the last word; of an e-mail address or a handle only the first. */
export function initials(name: string): string {
  const words = name.trim().replace(/^@/, '').split(/\s+/)
  const first = words.at(0) ?? ''
  const last = words.length > 1 && !name.includes('@') ? (words.at(-1) ?? '') : ''
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase()
}

function firstLetter(word: string): string {
  const [letter] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)
  return letter?.segment ?? ''
}
