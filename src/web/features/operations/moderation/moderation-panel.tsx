import { useTranslations } from 'use-intl/react'
import { hasRole } from '#shared/roles.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useUrlTab } from '#web/lib/navigation/use-url-tab.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { AppealList } from './appeal-list.tsx'
import { CaseList } from './case-list.tsx'
import { useModerationCounts } from './use-moderation-queue.ts'

const TABS = ['open', 'handed_over', 'appeals', 'closed'] as const

/** What waits for moderators: reports, what was handed to admins, appeals; and what was closed. */
export function ModerationPanel() {
  const t = useTranslations('moderation')
  const [tab, setTab] = useUrlTab(TABS)
  const counts = useModerationCounts().data
  const isAdmin = hasRole(useCurrentUser(), 'admin')
  const tabs = [
    { value: 'open', label: t('openTab', { count: counts?.open ?? 0 }), content: <CaseList state="open" /> },
    {
      value: 'appeals',
      label: t('appealsTab', { count: counts?.appeals ?? 0 }),
      content: <AppealList />,
    },
    {
      value: 'handed_over',
      label: isAdmin ? t('handedOverTab', { count: counts?.handedOver ?? 0 }) : t('handedOver'),
      content: <CaseList state="handed_over" />,
    },
    { value: 'closed', label: t('closed'), content: <CaseList state="closed" /> },
  ]
  return <Tabs label={t('states')} value={tab} onValueChange={setTab} tabs={tabs} />
}
