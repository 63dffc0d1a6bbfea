import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { linkTo } from '#web/features/operations/prose/link-to.tsx'
import { Prose, ProseSection } from '#web/features/operations/prose/prose.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

const LAST_CHANGED = new Date('2026-11-23T12:00:00Z')

/** `/terms`, public. */
export function TermsPage() {
  const t = useTranslations('terms')
  const site = useSite()['general.siteName']
  usePageTitle(t('pageTitle'))
  return (
    <Prose title={t('pageTitle')} intro={t('intro', { site })} lastChanged={LAST_CHANGED} family="indigo">
      <ProseSection title={t('accountTitle')}>
        <ul>
          <li>{t('accountAge')}</li>
          <li>{t('accountTrue')}</li>
          <li>{t('accountSafe')}</li>
        </ul>
      </ProseSection>
      <ProseSection title={t('workTitle')}>
        <p>{t('workRights')}</p>
        <p>{t('workLicence', { site })}</p>
      </ProseSection>
      <ProseSection title={t('mustTitle')}>
        <ul>
          <li>{t('mustLaw')}</li>
          <li>{t('mustPeople')}</li>
          <li>{t('mustPrivate')}</li>
          <li>{t('mustChildren')}</li>
          <li>{t('mustOthers')}</li>
          <li>{t('mustSite')}</li>
        </ul>
      </ProseSection>
      <ProseSection title={t('liveTitle')}>
        <p>{t('liveText')}</p>
      </ProseSection>
      <ProseSection title={t('houseTitle')}>
        <p>{t.rich('houseRemove', { community: linkTo('/community') })}</p>
        <p>{t.rich('houseMistake', { contact: linkTo('/contact') })}</p>
      </ProseSection>
      <ProseSection title={t('moneyTitle')}>
        <p>{t('moneyText', { site })}</p>
        <p>{t.rich('moneyPro', { creatorPro: linkTo('/creator-pro') })}</p>
      </ProseSection>
      <ProseSection title={t('promiseTitle')}>
        <p>{t('promiseText')}</p>
      </ProseSection>
      <ProseSection title={t('endTitle')}>
        <p>{t.rich('endText', { contact: linkTo('/contact') })}</p>
      </ProseSection>
    </Prose>
  )
}
