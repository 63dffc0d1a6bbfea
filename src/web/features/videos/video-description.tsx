import { useMemo } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos.ts'
import { searchUrl } from '#web/lib/navigation/search-url.ts'
import { OutsideLink } from '#web/lib/text/outside-link.tsx'
import { type DescriptionPiece, splitDescription } from './description-pieces.ts'

type VideoDescriptionProps = {
  video: Pick<Video, 'description' | 'duration' | 'tags'>
  /** Seeks the player to a time that the description names. */
  onSeek: (second: number) => void
}

/** The description with its links and times, and the tags; nothing when there are none. */
export function VideoDescription({ video, onSeek }: VideoDescriptionProps) {
  const t = useTranslations('video')
  const { description, duration, tags } = video
  const pieces = useMemo(() => splitDescription(description ?? '', duration), [description, duration])
  if (!description && tags.length === 0) return null
  return (
    <section>
      <h2 className="font-text text-card font-bold tracking-normal">{t('about')}</h2>
      {description && (
        <p dir="auto" className="mt-1.5 max-w-[72ch] text-body whitespace-pre-line [overflow-wrap:anywhere]">
          {pieces.map((piece, index) => (
            <Piece key={index} piece={piece} onSeek={onSeek} />
          ))}
        </p>
      )}
      {tags.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4" aria-label={t('tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <Link
                href={searchUrl(tag)}
                className="text-link inline-flex min-h-(--tap) items-center text-small"
              >
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Piece({ piece, onSeek }: { piece: DescriptionPiece; onSeek: (second: number) => void }) {
  const t = useTranslations('video')
  switch (piece.kind) {
    case 'text':
    case 'mention':
      return piece.text
    case 'hashtag':
      return (
        <Link href={searchUrl(piece.text)} dir="auto" className="text-link">
          {piece.text}
        </Link>
      )
    case 'time':
      return (
        <button
          type="button"
          className="text-link num"
          aria-label={t('seekTo', { time: piece.text })}
          onClick={() => onSeek(piece.second)}
        >
          {piece.text}
        </button>
      )
    case 'link':
      return <OutsideLink url={piece.url} text={piece.text} />
    default:
      return piece satisfies never
  }
}
