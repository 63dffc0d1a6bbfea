import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'

type StageStripProps = {
  /** Below the title. */
  children: ReactNode
  /** At most one button. */
  action?: ReactNode
}

/** The row that replaces the live streams while nobody is live; at most 72 px high with three lines of text. */
export function StageStrip({ children, action }: StageStripProps) {
  const t = useTranslations('streams')
  return (
    <div className="relative flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface ps-6 pe-3 md:ps-7 md:pe-4">
      <span aria-hidden className="marker-332-down absolute inset-y-3 start-2.5 text-live-text! md:start-3" />
      <div className="min-w-0 flex-[1_1_10rem] py-1">
        <h3 className="font-display text-ui leading-[1.3] font-extrabold md:text-card">{t('stageTitle')}</h3>
        {children}
      </div>
      {action && <div className="relative flex-none">{action}</div>}
    </div>
  )
}
