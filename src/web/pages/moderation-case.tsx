import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { CasePanel } from '#web/features/operations/moderation/case-panel.tsx'
import { QueueLink } from '#web/features/operations/moderation/queue-link.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/** `/moderation/reports/:caseId`, for moderators: one case. */
export function ModerationCasePage({ caseId }: { caseId: string }) {
  const t = useTranslations('moderation')
  usePageTitle(t('caseTitle'))
  const backLink = useRef<HTMLAnchorElement>(null)
  return (
    <AdminPage title={t('caseTitle')} action={<QueueLink ref={backLink} />}>
      <CasePanel id={caseId} backLink={backLink} />
    </AdminPage>
  )
}
