import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { Prose, ProseSection } from '#web/features/operations/prose/prose.tsx'
import { ContactDetails } from '#web/features/operations/contact/contact-details.tsx'
import { linkTo } from '#web/features/operations/prose/link-to.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

const LAST_CHANGED = new Date('2026-11-28T12:00:00Z')

/** `/about`, public. */
export function AboutPage() {
  const t = useTranslations('about')
  const site = useSite()['general.siteName']
  usePageTitle(t('pageTitle'))
  return (
    <Prose title={t('title', { site })} intro={t('intro', { site })} lastChanged={LAST_CHANGED} family="palm">
      <ProseSection title={t('featuresTitle')}>
        <ul>
          <li>{t('featureLive')}</li>
          <li>{t('featurePost')}</li>
          <li>{t('featureProfile')}</li>
          <li>{t('featureDiscover')}</li>
        </ul>
      </ProseSection>
      <ProseSection title={t('withoutAccountTitle')}>
        <p>{t.rich('withoutAccountText', { discover: linkTo('/discover') })}</p>
      </ProseSection>
      <ProseSection title={t('operatorTitle')}>
        <p>
          {t.rich('operatorText', { site, privacy: linkTo('/privacy'), community: linkTo('/community') })}
        </p>
        <p>{t('softwareText')}</p>
      </ProseSection>
      <ProseSection title={t('patternTitle')}>
        <p>{t('patternText')}</p>
      </ProseSection>
      <ProseSection title={t('questionsTitle')}>
        <p>{t.rich('questionsText', { contact: linkTo('/contact') })}</p>
      </ProseSection>
      <ContactDetails className="mt-9" />
    </Prose>
  )
}
