import { useTranslations } from 'use-intl/react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useErrorText } from './api-text.ts'
import { usePageTitle } from './page-title.ts'

type LoadFailedProps = { title: string; error: unknown; isRetrying?: boolean; onRetry: () => void }

/** Something that could not be loaded: what happened, and the way to ask again. */
export function LoadFailed({ title, error, isRetrying = false, onRetry }: LoadFailedProps) {
  const t = useTranslations('errors')
  const errorText = useErrorText()
  return (
    <div className="grid justify-items-start gap-4">
      <Alert title={title} className="w-full">
        {errorText(error)}
      </Alert>
      <Button pending={isRetrying} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}

/** The same for a whole page: it names itself and its heading. */
export function PageLoadFailed({ title, error, onRetry }: Omit<LoadFailedProps, 'isRetrying'>) {
  usePageTitle(title)
  return (
    <div className="page grid gap-4 py-10">
      <h1 className="font-display text-title font-extrabold">{title}</h1>
      <LoadFailed title={title} error={error} onRetry={onRetry} />
    </div>
  )
}
