import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Video } from '#shared/videos/videos.ts'
import { searchUrl } from '#web/features/videos/shared/text/search-url.ts'
import { TextPieces } from '#web/features/videos/shared/text/text-pieces.tsx'

type VideoDescriptionProps = {
  video: Pick<Video, 'description' | 'tags'>
  /** Without its heading, which is that of the sheet around it. */
  isAlone?: boolean
}

/** The description with its links and times, and the tags; nothing when there are none. */
export function VideoDescription({ video, isAlone = false }: VideoDescriptionProps) {
  const t = useTranslations('video')
  const { description, tags } = video
  if (!description && tags.length === 0) return null
  return (
    <section>
      {!isAlone && <h2 className="font-text text-card font-bold tracking-normal">{t('about')}</h2>}
      {description && (
        <p dir="auto" className="mt-1.5 max-w-[72ch] text-body whitespace-pre-line [overflow-wrap:anywhere]">
          <TextPieces content={description} mentions={[]} />
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
