import { File } from '#web/ui/icons/file.tsx'
import { Film } from '#web/ui/icons/film.tsx'
import { Lock } from '#web/ui/icons/lock.tsx'
import { Music } from '#web/ui/icons/music.tsx'
import { Play } from '#web/ui/icons/play.tsx'
import { useTranslations } from 'use-intl/react'
import { type MediaItem, nameOf } from '#shared/operations/admin-media.ts'
import { displayName } from '#shared/accounts/users.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useKindName } from './use-kind-name.ts'

/** An item of the library, which opens its details. */
export function MediaCard({ item, onOpen }: { item: MediaItem; onOpen: () => void }) {
  const t = useTranslations('adminMedia')
  const kindName = useKindName()
  const fileSize = useFileSize()
  const name = nameOf(item)
  return (
    <article className="group relative grid gap-2">
      <MediaPicture item={item} />
      <div className="min-w-0 text-meta text-ink-2">
        <h2 dir="auto" className="truncate font-text text-small font-bold tracking-normal text-ink">
          <button
            type="button"
            aria-label={t('open', { name })}
            onClick={onOpen}
            className="w-full truncate text-start after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {name}
          </button>
        </h2>
        <p className="truncate">
          <bdi>{item.uploadedBy ? displayName(item.uploadedBy) : t('formerMember')}</bdi>
        </p>
        <p className="num">
          {kindName(item.kind)} · {fileSize(item.fileSize)}
        </p>
        <RelativeTime at={item.createdAt} className="text-ink-3" />
      </div>
    </article>
  )
}

function MediaPicture({ item: { previewUrl, type, mimeType, isPublic } }: { item: MediaItem }) {
  const t = useTranslations('adminMedia')
  return (
    <span className="relative grid aspect-video place-items-center overflow-hidden rounded-control border border-line bg-sunken text-ink-3 group-hover:border-line-strong">
      {previewUrl ? (
        <img src={previewUrl} alt="" loading="lazy" decoding="async" className="size-full object-contain" />
      ) : (
        <TypeIcon type={type} mimeType={mimeType} />
      )}
      {previewUrl && type === 'video' && (
        <span className="absolute start-2 bottom-2 grid size-7 place-items-center rounded-full bg-thread-night text-on-night">
          <Play aria-hidden className="size-4 stroke-[1.9]" />
        </span>
      )}
      {!isPublic && (
        <Badge className="absolute end-2 top-2">
          <Lock aria-hidden className="size-3.5 stroke-[1.9]" /> {t('private')}
        </Badge>
      )}
    </span>
  )
}

/** The icon of media without a picture. */
export function TypeIcon({ type, mimeType }: Pick<MediaItem, 'type' | 'mimeType'>) {
  const Icon = mimeType.startsWith('audio/') ? Music : type === 'video' ? Film : File
  return <Icon aria-hidden className="size-9 stroke-[1.5]" />
}
