import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import type { Family } from '#web/ui/dyes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { usePageTitle } from './page-title.ts'

type PageMissingProps = {
  title: string
  /** One sentence. */
  children: ReactNode
  /** Where else to go; home, unless said otherwise. */
  way?: { href: string; name: string }
  family?: Family
}

/** A whole page for what is not there, or not for who asks. */
export function PageMissing({ title, children, way, family = 'indigo' }: PageMissingProps) {
  const t = useTranslations('errors')
  usePageTitle(title)
  const { href, name } = way ?? { href: '/', name: t('goHome') }
  return (
    <div className="page py-6 md:py-14">
      <EmptyState
        isCard
        level={1}
        family={family}
        title={title}
        action={
          <Button asChild>
            <Link href={href}>{name}</Link>
          </Button>
        }
        className="mx-auto max-w-[560px]"
      >
        {children}
      </EmptyState>
    </div>
  )
}
