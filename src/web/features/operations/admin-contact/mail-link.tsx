import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AdminContactMessage } from '#shared/operations/admin-contact.ts'

type MailLinkProps = { message: AdminContactMessage; label?: string; children: ReactNode }

/** Opens the admin's own mail program, with the address of the sender and the subject. */
export function MailLink({ message: { email, subject }, label, children }: MailLinkProps) {
  const t = useTranslations('adminContact')
  const address = encodeURIComponent(email).replace('%40', '@')
  return (
    <a
      href={`mailto:${address}?subject=${encodeURIComponent(t('replySubject', { subject }))}`}
      aria-label={label}
      className="tap-area text-link underline"
    >
      {children}
    </a>
  )
}
