import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useHasMail } from '#web/api/site.ts'
import { AuthFrame } from '#web/features/accounts/auth/auth-frame.tsx'
import { ForgotForm } from '#web/features/accounts/auth/forgot-form.tsx'
import { Button } from '#web/ui/button.tsx'

/** `/auth/forgot`: asks for a link to choose a new password. */
export function ForgotPasswordPage() {
  const t = useTranslations('recovery')
  const hasMail = useHasMail()
  return (
    <AuthFrame title={t('forgotTitle')}>
      <p className="mt-2 mb-6 text-ink-2">{hasMail ? t('forgotText') : t('forgotWithoutMail')}</p>
      {hasMail ? (
        <ForgotForm />
      ) : (
        <Button asChild variant="action" size="lg">
          <Link href="/contact">{t('contactTeam')}</Link>
        </Button>
      )}
      <p className="mt-4">
        <Link
          href="/auth/login"
          className="inline-flex min-h-(--tap) items-center font-semibold text-link underline-offset-[3px] hover:underline"
        >
          {t('backToSignIn')}
        </Link>
      </p>
    </AuthFrame>
  )
}
