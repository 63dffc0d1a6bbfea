import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import type { ReactNode } from 'react'

/** An error message; screen readers announce it immediately. */
export function Alert({
  title,
  children,
  className,
}: {
  title?: ReactNode
  children?: ReactNode
  className?: string
}) {
  return (
    <div
      role="alert"
      className={`flex gap-3 rounded-control border-s-[3px] border-danger bg-danger-soft px-4 py-3 text-danger ${className ?? ''}`}
    >
      <CircleAlert className="mt-0.5 size-5 flex-none stroke-[1.9]" aria-hidden />
      <div className="min-w-0 text-small">
        {title && <p className="font-bold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
