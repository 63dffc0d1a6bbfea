import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Store } from '#web/lib/store.ts'
import type { DataUsageState } from './data-usage.ts'

const MEGABYTE = 1_000_000

/** The data used so far. */
export function DataUsageText({ dataUsage }: { dataUsage: Store<DataUsageState> }) {
  const t = useTranslations('player')
  const { bytes } = useSyncExternalStore(dataUsage.subscribe, dataUsage.get)
  return (
    <p className="num">
      {t('dataUsed')} {t('megabytes', { megabytes: bytes / MEGABYTE })}
    </p>
  )
}

/** The data used per hour at the current rate. */
export function DataRate({ dataUsage }: { dataUsage: Store<DataUsageState> }) {
  const t = useTranslations('player')
  const { bytesPerHour } = useSyncExternalStore(dataUsage.subscribe, dataUsage.get)
  return (
    <p className="num">
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
