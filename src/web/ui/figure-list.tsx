import type { ReactNode } from 'react'

export type Figure = { label: string; value: ReactNode }

/** Several figures with their labels, without the frames of `Stat`. */
export function FigureList({ figures, className = '' }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl className={`gap-y-3 ${className}`}>
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="num font-display text-section font-extrabold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
