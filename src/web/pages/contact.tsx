import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { CommunityHours } from '#web/features/operations/contact/community-hours.tsx'
import { ContactDetails } from '#web/features/operations/contact/contact-details.tsx'
import { ContactForm } from '#web/features/operations/contact/contact-form.tsx'
import { ContactMap } from '#web/features/operations/contact/contact-map.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/contact`, public. */
export function ContactPage() {
  const t = useTranslations('contact')
  const site = useSite()
  usePageTitle(t('pageTitle'))
  return (
    <div className="mx-auto grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-x-[clamp(32px,5vw,72px)] gap-y-8 px-(--gutter) pt-6 pb-12 md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] md:pt-9 md:pb-20">
      <PageHeading
        title={t('pageTitle')}
        intro={t('intro', { site: site['general.siteName'] })}
        className="md:col-span-2"
      />
      <ContactForm />
      <div className="grid content-start gap-8">
        <ContactDetails />
        <CommunityHours />
        <ContactMap location={site['general.mapLocation']} />
      </div>
    </div>
  )
}
