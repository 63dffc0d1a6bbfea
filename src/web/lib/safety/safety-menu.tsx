import { Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import type { Reported } from './report-dialog.tsx'
import { useReportDialog } from './use-report-dialog.tsx'

type SafetyMenuProps = {
  trigger: ReactNode
  /** Read when the item is chosen. */
  getReported: () => Reported
}

/** The menu of what belongs to another member: reports it. */
export function SafetyMenu({ trigger, getReported }: SafetyMenuProps) {
  const t = useTranslations('report')
  const { report, dialog } = useReportDialog()
  return (
    <>
      <DropdownMenu trigger={trigger} defaultOpen>
        <DropdownMenuItem onSelectAfterClose={() => report(getReported())}>
          <Flag aria-hidden />
          {t('report')}
        </DropdownMenuItem>
      </DropdownMenu>
      {dialog}
    </>
  )
}
