import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'
import type { ColorFamily } from '#web/ui/pattern/color-families.ts'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

type ProseProps = {
  title: string
  intro: ReactNode
  /** Date of the last change of the text. */
  lastChanged: Date
  family: ColorFamily
  /** `ProseSection`s. */
  children: ReactNode
}

/** A page of running text with a limited line width. */
export function Prose({ title, intro, lastChanged, family, children }: ProseProps) {
  const t = useTranslations('prose')
  return (
    <article className="pb-12 md:pb-20">
      <StripPattern family={family} seed={family} length={1536} className="h-14 w-full md:h-[72px]" />
      <div className="mx-auto max-w-[calc(72ch+2*var(--gutter))] px-(--gutter) pt-7 text-body leading-[1.65] md:pt-12">
        <PageHeading title={title} />
        <p className="mt-3 text-[1.1875rem] leading-normal text-pretty text-ink-2">{intro}</p>
        {children}
        <p className="mt-10 border-t border-line pt-4 text-meta text-ink-3">
          {t('lastChanged', { date: lastChanged })}
        </p>
      </div>
    </article>
  )
}

/** A section of a `Prose` page: heading, then paragraphs and lists. */
export function ProseSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9 grid gap-3 [&_li]:ps-1 [&_p]:text-pretty [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:ps-5">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
