import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/api-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type ListErrorProps = { title: string; error: unknown; isRetrying: boolean; onRetry: () => void }

/** A list that could not be loaded: what happened, and the way to ask again. */
export function ListError({ title, error, isRetrying, onRetry }: ListErrorProps) {
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
