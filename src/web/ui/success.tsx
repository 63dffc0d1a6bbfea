import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import type { ReactNode } from 'react'

/** A message that something succeeded; screen readers announce it immediately. */
export function Success({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-control border-s-[3px] border-success bg-success-soft px-4 py-3 text-small text-success"
    >
      <CircleCheck aria-hidden className="mt-0.5 size-5 flex-none stroke-[1.9]" />
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  )
}
