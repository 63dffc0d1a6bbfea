import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useReplacementFocus } from '#web/lib/hooks/use-replacement-focus.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** Whether a mailed link does not work any more. */
export function isLinkInvalid(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'not_found'
}

type InvalidLinkProps = {
  error: ApiError
  /** Where a new one can be requested. */
  children: ReactNode
}

/** Says that a mailed link does not work any more, in place of the form or button that used it. */
export function InvalidLink({ error, children }: InvalidLinkProps) {
  const errorText = useErrorText()
  const message = useReplacementFocus<HTMLDivElement>()
  return (
    <div className="grid gap-5">
      <div ref={message} tabIndex={-1}>
        <Alert>{errorText(error)}</Alert>
      </div>
      {children}
    </div>
  )
}

/** The same on a page that was opened without a token, or reloaded. */
export function NoToken({ children }: { children: ReactNode }) {
  const t = useTranslations('recovery')
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">{t('noToken')}</p>
      {children}
    </div>
  )
}

/** Leads to where a new link can be requested. */
export function NewLink({ href }: { href: string }) {
  const t = useTranslations('recovery')
  return (
    <Button asChild variant="action" size="lg">
      <Link href={href}>{t('newLink')}</Link>
    </Button>
  )
}
