import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Preferences } from '#shared/accounts/preferences.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { usePreferences } from './use-preferences.ts'

/** Renders `children` with the stored preferences once they are loaded. */
export function StoredPreferences({ children }: { children: (preferences: Preferences) => ReactNode }) {
  const t = useTranslations('preferences')
  const query = usePreferences()
  if (query.data) return children(query.data)
  if (query.error) return <LoadFailed title={t('loadFailed')} query={query} />
  return (
    <SkeletonGroup>
      <Skeleton className="mb-3 h-12" />
      <Skeleton className="h-3 w-[62%]" />
    </SkeletonGroup>
  )
}
