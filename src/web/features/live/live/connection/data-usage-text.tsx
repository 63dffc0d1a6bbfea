import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Store } from '#web/lib/store.ts'
import type { DataUsageState } from './data-usage.ts'

const MEGABYTE = 1_000_000

/** The data used so far, as '12.4 MB'. */
export function DataUsageText({
  dataUsage,
  className,
}: {
  dataUsage: Store<DataUsageState>
  className?: string
}) {
  const t = useTranslations('player')
  const { bytes } = useSyncExternalStore(dataUsage.subscribe, dataUsage.get)
  const megabytes = bytes / MEGABYTE
  return (
    <span className={`num ${className ?? ''}`} title={t('dataUsed')}>
      <span className="sr-only">{t('dataUsed')} </span>
      {t('megabytes', { megabytes })}
    </span>
  )
}

/** The data used per hour at the current rate. */
export function DataRate({ dataUsage }: { dataUsage: Store<DataUsageState> }) {
  const t = useTranslations('player')
  const { bytesPerHour } = useSyncExternalStore(dataUsage.subscribe, dataUsage.get)
  return (
    <p className="num px-3 py-2 text-small text-ink-2">
      {bytesPerHour === null ? t('rateUnknown') : t('rate', { megabytes: bytesPerHour / MEGABYTE })}
    </p>
  )
}

/** The data used so far without a label; the caller shows one. */
export function SentData({ dataUsage }: { dataUsage: Store<DataUsageState> }) {
  const t = useTranslations('player')
  const { bytes } = useSyncExternalStore(dataUsage.subscribe, dataUsage.get)
  return t('megabytes', { megabytes: bytes / MEGABYTE })
}
