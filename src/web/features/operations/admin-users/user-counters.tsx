import { useFormatter, useTranslations } from 'use-intl/react'
import type { UserCounts } from '#shared/operations/admin-users.ts'
import { Stat } from '#web/ui/stat.tsx'
import { useUserCounts } from './use-users.ts'

/** The numbers of users; dashes while they load. */
export function UserCounters() {
  const t = useTranslations('adminUsers')
  const format = useFormatter()
  const { data } = useUserCounts()
  const valueOf = (name: keyof UserCounts) => (data ? format.number(data[name], 'count') : '–')
  return (
    <section
      aria-label={t('counters')}
      className="grid grid-cols-2 gap-2.5 md:grid-cols-[3fr_3fr_2fr_2fr] md:gap-3.5"
    >
      <Stat label={t('total')} value={valueOf('total')} />
      <Stat label={t('active')} value={valueOf('active')} />
      <Stat label={t('admins')} value={valueOf('admins')} />
      <Stat label={t('moderators')} value={valueOf('moderators')} />
    </section>
  )
}
