import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'

/** The error of a mailed link; for one that does not work any more it leads to where a new one can be requested. */
export function LinkError({ error, newLinkAt }: { error: Error; newLinkAt: string }) {
  const t = useTranslations('recovery')
  const errorText = useErrorText()
  const isInvalid = error instanceof ApiError && error.code === 'not_found'
  return (
    <Alert>
      <p>{errorText(error)}</p>
      {isInvalid && (
        <Link href={newLinkAt} className="inline-flex min-h-(--tap) items-center font-bold underline">
          {t('newLink')}
        </Link>
      )}
    </Alert>
  )
}
