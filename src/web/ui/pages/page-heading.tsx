import type { ReactNode, Ref } from 'react'

type PageHeadingProps = {
  title: ReactNode
  /** What the page is about. */
  intro?: ReactNode
  /** Of the heading itself, which scripts can focus. */
  ref?: Ref<HTMLHeadingElement>
  className?: string
}

/** The heading of a page. */
export function PageHeading({ title, intro, ref, className = '' }: PageHeadingProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <h1 ref={ref} tabIndex={-1} className="[overflow-wrap:anywhere]">
        {title}
      </h1>
      {intro && <p className="mt-2 max-w-[60ch] text-body text-ink-2">{intro}</p>}
    </div>
  )
}

/** The heading of a page about something that a member has named, such as a stream. */
export function NameHeading({ name, className = '' }: { name: string; className?: string }) {
  return (
    <h1
      tabIndex={-1}
      dir="auto"
      className={`min-w-0 text-section leading-tight [overflow-wrap:anywhere] ${className}`}
    >
      {name}
    </h1>
  )
}
