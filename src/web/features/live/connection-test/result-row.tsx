import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import type { ReactNode } from 'react'

const MARKS = {
  ok: { Icon: CircleCheck, className: 'text-success' },
  bad: { Icon: CircleAlert, className: 'text-danger' },
  neutral: { Icon: CircleMinus, className: 'text-ink-3' },
}

type CheckResultProps = {
  mark: keyof typeof MARKS
  /** More about it, or what to do about it. */
  advice?: string | undefined
  children: ReactNode
}

/** One row of what a check has found. */
export function ResultRow({ mark, advice, children }: CheckResultProps) {
  const { Icon, className } = MARKS[mark]
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
