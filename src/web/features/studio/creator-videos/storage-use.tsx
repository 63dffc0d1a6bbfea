import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { getStorageUse } from '#shared/media/uploads.ts'
import { call } from '#web/api/call.ts'
import { CREATOR_VIDEOS_KEY } from '#web/features/studio/shared/creator-videos/creator-videos-key.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'

/** From this share on, the bar warns: the next video may not fit. */
const WARNING_SHARE = 0.9

/** How much of the user's storage is used. */
export function StorageUse() {
  const t = useTranslations('videos')
  const fileSize = useFileSize()
  const label = useId()
  const { data, isError } = useQuery({
    queryKey: [...CREATOR_VIDEOS_KEY, 'storage'],
    queryFn: () => call(getStorageUse, {}),
    staleTime: 0,
  })
  const { usedBytes, maxBytes } = data ?? { usedBytes: 0, maxBytes: 1 }
  const share = usedBytes < maxBytes ? usedBytes / maxBytes : 1
  if (isError) return <p className="mb-6 text-small text-ink-2">{t('storageFailed')}</p>
  const sizes = data ? t('storageUsed', { used: fileSize(usedBytes), size: fileSize(maxBytes) }) : '–'
  const note = share < WARNING_SHARE ? t('storageNote') : t(share < 1 ? 'storageLowNote' : 'storageFullNote')
  return (
    <section aria-labelledby={label} className="mb-6 grid gap-1.5 md:mb-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <h2 id={label} className="font-text text-small font-semibold">
          {t('storage')}
        </h2>
        <p className="num text-ink-2">{sizes}</p>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a meter element cannot be styled alike in all browsers
        role="meter"
        aria-labelledby={label}
        aria-valuemin={0}
        aria-valuemax={maxBytes}
        aria-valuenow={Math.min(usedBytes, maxBytes)}
        aria-valuetext={sizes}
        className="h-2 overflow-hidden rounded-full bg-raised shadow-[inset_0_0_0_1px_var(--line-strong)] forced-colors:border"
      >
        <div
          className={`h-full rounded-full forced-colors:bg-[Highlight] ${share < WARNING_SHARE ? 'bg-action-edge' : 'bg-danger'}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="text-meta text-ink-3">{note}</p>
    </section>
  )
}
