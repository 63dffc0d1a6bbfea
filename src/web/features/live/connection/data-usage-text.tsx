import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Store } from '#web/lib/store.ts'
import type { DataUsageState } from './data-usage.ts'

const MEGABYTE = 1_000_000

/** What came so far, as '12.4 MB'. */
export function DataUsageText({
  traffic,
  className,
}: {
  traffic: Store<DataUsageState>
  className?: string
}) {
  const t = useTranslations('player')
  const { bytes } = useSyncExternalStore(traffic.subscribe, traffic.get)
  const megabytes = bytes / MEGABYTE
  return (
    <span className={`num ${className ?? ''}`} title={t('dataUsed')}>
      <span className="sr-only">{t('dataUsed')} </span>
      {t('megabytes', { megabytes })}
    </span>
  )
}

/** What an hour costs at the present rate. */
export function DataRate({ traffic }: { traffic: Store<DataUsageState> }) {
  const t = useTranslations('player')
  const { bytesPerHour } = useSyncExternalStore(traffic.subscribe, traffic.get)
  return (
    <p className="num px-3 py-2 text-small text-ink-2">
      {bytesPerHour === null ? t('rateUnknown') : t('rate', { megabytes: bytesPerHour / MEGABYTE })}
    </p>
  )
}

/** The amount alone, beside a label of its own. */
export function SentData({ traffic }: { traffic: Store<DataUsageState> }) {
  const t = useTranslations('player')
  const { bytes } = useSyncExternalStore(traffic.subscribe, traffic.get)
  return t('megabytes', { megabytes: bytes / MEGABYTE })
}
