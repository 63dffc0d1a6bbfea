import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { CircleMinus } from '#web/ui/icons/circle-minus.tsx'
import type { ReactNode } from 'react'

const STATUS_ICONS = {
  ok: { Icon: CircleCheck, className: 'text-success' },
  bad: { Icon: CircleAlert, className: 'text-danger' },
  neutral: { Icon: CircleMinus, className: 'text-ink-3' },
}

type ResultRowProps = {
  status: keyof typeof STATUS_ICONS
  /** Details, or what to do about the result. */
  advice?: string | undefined
  children: ReactNode
}

/** One row of the results of a test. */
export function ResultRow({ status, advice, children }: ResultRowProps) {
  const { Icon, className } = STATUS_ICONS[status]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      <Icon aria-hidden className={`size-5 stroke-[1.9] ${className}`} />
      <div>
        <p className="leading-5 font-semibold">{children}</p>
        {advice && <p className="mt-1 max-w-[60ch] text-small text-ink-2">{advice}</p>}
      </div>
    </li>
  )
}
