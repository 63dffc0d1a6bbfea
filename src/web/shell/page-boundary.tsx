import { lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Boundary } from './boundary.tsx'

/** Shows a spinner while a page's code loads, and an error message when loading fails or the page crashes. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary fallback={(error) => <PageFailed isLoadFailure={error instanceof PageLoadError} />}>
      <Suspense fallback={<DelayedSpinner />}>{children}</Suspense>
    </Boundary>
  )
}

/** Wraps a page whose code is loaded when it is first shown. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      throw new PageLoadError(error)
    }
  })
}

class PageLoadError extends Error {
  constructor(cause: unknown) {
    super('the code of a page could not be fetched', { cause })
  }
}

/** A spinner with a delay, so that it does not flash before a page that loads fast. */
function DelayedSpinner() {
  return (
    <div className="animate-appear [animation-delay:200ms] [animation-fill-mode:backwards]">
      <PageSpinner />
    </div>
  )
}

function PageFailed({ isLoadFailure }: { isLoadFailure: boolean }) {
  const t = useTranslations('shell')
  const title = isLoadFailure ? t('loadFailedTitle') : t('crashTitle')
  usePageTitle(title)
  return (
    <div data-page-message className="page py-10">
      <Card className="mx-auto max-w-[560px] overflow-hidden" role="alert">
        <EmptyState
          level={1}
          family="clay"
          title={title}
          action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
        >
          {isLoadFailure ? t('loadFailedText') : t('crashText')}
        </EmptyState>
      </Card>
    </div>
  )
}
