import { Mail } from '#web/ui/icons/mail.tsx'
import { MapPinned } from '#web/ui/icons/map-pinned.tsx'
import { Phone } from '#web/ui/icons/phone.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'

/** The operator's contact details, as far as they are set. */
export function ContactDetails({ className }: { className?: string }) {
  const t = useTranslations('contact')
  const site = useSite()
  const address = site['general.contactAddress']
  const phone = site['general.contactPhone']
  const email = site['general.contactEmail']
  if (!address && !phone && !email) return null
  return (
    <section className={`grid gap-3 ${className ?? ''}`}>
      <h2>{t('reachUs')}</h2>
      <dl className="grid gap-3">
        {address && (
          <Detail icon={<MapPinned aria-hidden />} name={t('headquarters')}>
            <address className="whitespace-pre-line not-italic">{address}</address>
          </Detail>
        )}
        {phone && (
          <Detail icon={<Phone aria-hidden />} name={t('phone')}>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="text-link num tap-area">
              {phone}
            </a>
          </Detail>
        )}
        {email && (
          <Detail icon={<Mail aria-hidden />} name={t('email')}>
            <a href={`mailto:${email}`} className="text-link tap-area [overflow-wrap:anywhere]">
              {email}
            </a>
          </Detail>
        )}
      </dl>
    </section>
  )
}

function Detail({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 [&_svg]:size-5 [&_svg]:stroke-[1.9] [&_svg]:text-ink-3">
      {icon}
      <div>
        <dt className="text-meta text-ink-3">{name}</dt>
        <dd dir="auto">{children}</dd>
      </div>
    </div>
  )
}
