import type { ReactNode } from 'react'

/** A section of a long form: its title is beside its fields on wide screens, else above them. */
export function FormSection({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: ReactNode
}) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 border-t border-line py-6 first:border-0 lg:grid-cols-[minmax(0,3fr)_minmax(0,5fr)] lg:py-8">
      <div>
        <h2>{title}</h2>
        {text && <p className="mt-1.5 max-w-[44ch] text-small text-ink-2">{text}</p>}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">{children}</div>
    </section>
  )
}
