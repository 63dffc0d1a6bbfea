import type { ReactNode } from 'react'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** The layout of the pages for signing in: a narrow column beside a pattern, at least as high as `<main>`. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] lg:min-h-[inherit] lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="mx-auto w-full max-w-[calc(460px+2*var(--gutter))] px-(--gutter) py-8 md:py-14">
        <PageHeading title={title} />
        {children}
      </div>
      <div className="relative overflow-hidden max-lg:hidden">
        <StripPattern
          seed="door"
          family="promo"
          run="down"
          length={900}
          strip={76}
          count={8}
          pulse={27}
          className="absolute inset-0 size-full"
        />
      </div>
    </div>
  )
}
