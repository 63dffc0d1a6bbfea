import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** Whether a mailed link does not work any more. */
export function isLinkInvalid(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'not_found'
}

/** Says that a mailed link does not work any more, and leads to where a new one can be requested. */
export function InvalidLink({ error, newLinkAt }: { error: ApiError; newLinkAt: string }) {
  const errorText = useErrorText()
  return (
    <NewLink at={newLinkAt}>
      <Alert>{errorText(error)}</Alert>
    </NewLink>
  )
}

/** The same on a page that was opened without a token, or reloaded. */
export function NoToken({ newLinkAt }: { newLinkAt: string }) {
  const t = useTranslations('recovery')
  return (
    <NewLink at={newLinkAt}>
      <p className="text-ink-2">{t('noToken')}</p>
    </NewLink>
  )
}

function NewLink({ at, children }: { at: string; children: ReactNode }) {
  const t = useTranslations('recovery')
  return (
    <div className="grid gap-5">
      {children}
      <Button asChild variant="action" size="lg">
        <Link href={at}>{t('newLink')}</Link>
      </Button>
    </div>
  )
}
