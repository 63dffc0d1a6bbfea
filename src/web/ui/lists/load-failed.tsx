import { useTranslations } from 'use-intl/react'
import { canRetry } from '#web/api/can-retry.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

type LoadFailedProps = {
  title: string
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** An error of a query, with a retry button if a retry can help. */
export function LoadFailed({ title, query: { error, isFetching, refetch } }: LoadFailedProps) {
  const t = useTranslations('errors')
  const errorText = useErrorText()
  return (
    <div className="grid justify-items-start gap-4">
      <Alert title={title} className="w-full">
        {errorText(error)}
      </Alert>
      {canRetry(error) && (
        <Button pending={isFetching} onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

/** `LoadFailed` as a whole page, with document title and heading. */
export function PageLoadFailed(props: LoadFailedProps) {
  usePageTitle(props.title)
  return (
    <div data-page-message className="page grid gap-4 pt-10 pb-10 md:pb-16">
      <PageHeading title={props.title} />
      <LoadFailed {...props} />
    </div>
  )
}
