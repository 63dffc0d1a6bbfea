import { useTranslations } from 'use-intl/react'
import { type LogCategory, logCategory } from '#shared/operations/admin-logs.ts'

/** Returns a function that names a category; one of an earlier version has its raw name. */
export function useCategoryName(): (category: string) => string {
  const t = useTranslations('adminLogs')
  const names: Record<LogCategory, string> = {
    jobs: t('jobsCategory'),
    live: t('liveCategory'),
    moderation: t('moderationCategory'),
    payments: t('paymentsCategory'),
    recordings: t('recordingsCategory'),
    storage: t('storageCategory'),
    videos: t('videosCategory'),
  }
  return (category) => {
    const { data } = logCategory.safeParse(category)
    return data ? names[data] : category
  }
}
