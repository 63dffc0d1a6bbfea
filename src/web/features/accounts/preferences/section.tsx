import type { ReactNode } from 'react'

type SectionProps = {
  title: string
  /** A one-sentence description. */
  text: ReactNode
  children: ReactNode
}

/** A section of the settings: title and description beside its controls. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className="grid content-start gap-x-8 gap-y-4 border-t border-line py-7 first:border-0 md:grid-cols-[3fr_5fr] md:py-9">
      <div>
        <h2 className="text-[1.1875rem]">{title}</h2>
        <p className="mt-1.5 max-w-[44ch] text-small text-ink-2">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
