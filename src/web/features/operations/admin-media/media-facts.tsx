import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { MediaDetails, MediaItem, StoredFile } from '#shared/operations/admin-media.ts'
import { displayName } from '#shared/accounts/users.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionRow } from '#web/ui/description-row.tsx'

type MediaFactsProps = { details: MediaDetails; onOwner: (userId: string) => void }

/** The owner of an item, its use, its properties and its files. */
export function MediaFacts({ details: { item, files }, onOwner }: MediaFactsProps) {
  const t = useTranslations('adminMedia')
  const format = useFormatter()
  const fileSize = useFileSize()
  const { uploadedBy, width, height, duration } = item
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 text-small sm:grid-cols-2">
        <DescriptionRow term={t('owner')}>
          {uploadedBy ? (
            <Link
              href={`/admin/users/${uploadedBy.id}`}
              className="tap-area font-semibold text-link underline"
            >
              <bdi>{displayName(uploadedBy)}</bdi>
            </Link>
          ) : (
            t('formerMember')
          )}
        </DescriptionRow>
        <DescriptionRow term={t('usedIn')}>
          <Use item={item} />
        </DescriptionRow>
        <DescriptionRow term={t('type')}>
          <bdi dir="ltr">{item.mimeType}</bdi>
        </DescriptionRow>
        <DescriptionRow term={t('size')}>
          <span className="num">{fileSize(item.fileSize)}</span>
        </DescriptionRow>
        {width !== null && height !== null && (
          <DescriptionRow term={t('pixels')}>
            <bdi dir="ltr" className="num">
              {t('pixelsOf', { width, height })}
            </bdi>
          </DescriptionRow>
        )}
        {duration !== null && (
          <DescriptionRow term={t('length')}>
            <span className="num">{formatDuration(duration)}</span>
          </DescriptionRow>
        )}
        <DescriptionRow term={t('uploaded')}>
          {format.dateTime(new Date(item.createdAt), 'timestamp')}
        </DescriptionRow>
        <DescriptionRow term={t('storedAs')}>
          <bdi dir="ltr">{item.fileName}</bdi>
        </DescriptionRow>
      </dl>
      {uploadedBy && (
        <Button size="sm" className="justify-self-start" onClick={() => onOwner(uploadedBy.id)}>
          {t('onlyOwner', { name: displayName(uploadedBy) })}
        </Button>
      )}
      <Files files={files} />
    </>
  )
}

function Use({ item: { kind, use } }: { item: MediaItem }) {
  const t = useTranslations('adminMedia')
  if (!use || kind === 'unused') return t('notUsed')
  const { path, title } = use
  const texts = {
    post: t('inPost', { title }),
    avatar: t('inProfile'),
    emoji: t('inEmoji', { title }),
    logo: t('inSite'),
    video: t('inVideo', { title }),
    stream: t('inStream', { title }),
  }
  if (path === null) return <span dir="auto">{texts[kind]}</span>
  return (
    <Link href={path} className="tap-area text-link underline">
      <span dir="auto">{texts[kind]}</span>
    </Link>
  )
}

function Files({ files }: { files: readonly StoredFile[] }) {
  const t = useTranslations('adminMedia')
  const fileSize = useFileSize()
  return (
    <details className="min-w-0 text-small text-ink-2">
      <summary className="tap-area w-fit cursor-pointer font-semibold">
        {t('filesCount', { count: files.length })}
      </summary>
      <ul className="mt-2 grid gap-1.5">
        {files.map(({ key, size, isStored }) => (
          <li key={key} className="flex flex-wrap gap-x-3">
            <bdi dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
              {key}
            </bdi>
            {size !== null && <span className="num flex-none">{fileSize(size)}</span>}
            {isStored === false && <span className="font-semibold text-danger">{t('fileMissing')}</span>}
            {isStored === null && <span>{t('otherNode')}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
