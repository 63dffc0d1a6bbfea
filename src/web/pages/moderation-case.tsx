import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { CasePanel } from '#web/features/moderation/case-panel.tsx'
import { AdminPage } from '#web/features/shell/admin/admin-page.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Button } from '#web/ui/button.tsx'

/** `/moderation/reports/:caseId`, for moderators: one case. */
export function ModerationCasePage({ caseId }: { caseId: string }) {
  const t = useTranslations('moderation')
  usePageTitle(t('caseTitle'))
  return (
    <AdminPage
      title={t('caseTitle')}
      action={
        <Button asChild size="sm">
          <Link href="/moderation">
            <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
            {t('back')}
          </Link>
        </Button>
      }
    >
      <CasePanel id={caseId} />
    </AdminPage>
  )
}
