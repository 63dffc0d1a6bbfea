import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useHasMail } from '#web/api/site.ts'

/** Leads to the page for a forgotten password; on a site without mail it says whom to ask. */
export function ForgotLink() {
  const t = useTranslations('auth')
  const hasMail = useHasMail()
  const link = (href: string, text: string) => (
    <Link
      href={href}
      className="inline-flex min-h-(--tap) items-center font-semibold text-link underline-offset-[3px] hover:underline"
    >
      {text}
    </Link>
  )
  if (hasMail) return <p className="text-small">{link('/auth/forgot', t('forgot'))}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-small text-ink-2">
      {t('forgotWithoutMail')} {link('/contact', t('contactTeam'))}
    </p>
  )
}
