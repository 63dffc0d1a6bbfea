import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { DescriptionRow } from '#web/ui/description-row.tsx'

type EntryDetailsProps = {
  id: string
  createdAt: string
  /** Further values, shown as JSON. */
  details: Record<string, unknown>
  /** Buttons that filter the list by this entry. */
  children?: ReactNode
}

/** Everything about an entry, folded. */
export function EntryDetails({ id, createdAt, details, children }: EntryDetailsProps) {
  const t = useTranslations('adminLogs')
  return (
    <details className="w-full min-w-0 text-meta text-ink-2">
      <summary className="tap-area w-fit cursor-pointer font-semibold">{t('details')}</summary>
      <div className="mt-2 grid gap-2.5">
        {Object.keys(details).length > 0 && (
          <pre
            dir="ltr"
            className="rounded-control bg-sunken p-3 text-start whitespace-pre-wrap [overflow-wrap:anywhere] text-ink"
          >
            {JSON.stringify(details, null, 2)}
          </pre>
        )}
        <dl className="flex flex-wrap gap-x-5 gap-y-1">
          <DescriptionRow term={t('time')}>
            <code dir="ltr">{createdAt}</code>
          </DescriptionRow>
          <DescriptionRow term={t('entry')}>
            <code dir="ltr">{id}</code>
          </DescriptionRow>
        </dl>
        {children && <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
    </details>
  )
}
