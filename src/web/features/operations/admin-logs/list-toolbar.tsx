import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'

export type Live = { isLive: boolean; onLiveChange: (isLive: boolean) => void }

type ToolbarProps = {
  live: Live
  isDisconnected: boolean
  /** The filters by a user or another subject, as chips. */
  chips: ReactNode
  /** Further controls of the list. */
  children?: ReactNode
}

/** Between the filters and the list: whether new entries appear by themselves. */
export function ListToolbar({ live, isDisconnected, chips, children }: ToolbarProps) {
  const t = useTranslations('adminLogs')
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-4 py-2">
      <SwitchRow
        label={t('liveSwitch')}
        hint={live.isLive && isDisconnected ? t('liveFailed') : undefined}
        checked={live.isLive}
        onCheckedChange={live.onLiveChange}
      />
      {chips}
      <span className="ms-auto inline-flex">{children}</span>
    </div>
  )
}
