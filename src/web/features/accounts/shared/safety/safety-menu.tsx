import { Flag } from '#web/ui/icons/flag.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { HidingItems } from './hiding-items.tsx'
import type { Reported } from './report-dialog.tsx'
import { useReportDialog } from './use-report-dialog.tsx'

type SafetyMenuProps = {
  trigger: ReactNode
  /** The author or owner of the content. */
  owner: { id: string; name: string }
  /** Read when the item is chosen. */
  getReported: () => Reported
}

/** The menu of another member's content: reports it, and mutes or blocks the member. */
export function SafetyMenu({ trigger, owner, getReported }: SafetyMenuProps) {
  const t = useTranslations('report')
  const { report, dialog } = useReportDialog()
  const [isBlocking, setIsBlocking] = useState(false)
  return (
    <>
      <DropdownMenu trigger={trigger} defaultOpen>
        <DropdownMenuItem onSelectAfterClose={() => report(getReported())}>
          <Flag aria-hidden />
          {t('report')}
        </DropdownMenuItem>
        <HidingItems user={owner} onBlock={() => setIsBlocking(true)} />
      </DropdownMenu>
      {dialog}
      <BlockDialog user={owner} open={isBlocking} onOpenChange={setIsBlocking} />
    </>
  )
}
