import { lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Boundary } from './boundary.tsx'

/** Shows the spinner while a page's code is fetched, and in clear words when it could not be, or when it crashed. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary fallback={(error) => <PageFailed isUnfetched={error instanceof UnfetchedPage} />}>
      <Suspense fallback={<LateSpinner />}>{children}</Suspense>
    </Boundary>
  )
}

/** A page whose code is fetched when it is first shown. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      throw new UnfetchedPage(error)
    }
  })
}

class UnfetchedPage extends Error {
  constructor(cause: unknown) {
    super('the code of a page could not be fetched', { cause })
  }
}

/** A page that comes at once needs no spinner to flash before it. */
function LateSpinner() {
  return (
    <div className="animate-appear [animation-delay:200ms] [animation-fill-mode:backwards]">
      <PageSpinner />
    </div>
  )
}

function PageFailed({ isUnfetched }: { isUnfetched: boolean }) {
  const t = useTranslations('shell')
  const title = isUnfetched ? t('loadFailedTitle') : t('crashTitle')
  usePageTitle(title)
  return (
    <div className="page py-10">
      <Card className="mx-auto max-w-[560px] overflow-hidden" role="alert">
        <EmptyState
          level={1}
          family="clay"
          title={title}
          action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
        >
          {isUnfetched ? t('loadFailedText') : t('crashText')}
        </EmptyState>
      </Card>
    </div>
  )
}
