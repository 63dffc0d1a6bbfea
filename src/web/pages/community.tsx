import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { linkTo } from '#web/features/prose/link-to.tsx'
import { Prose, ProseSection } from '#web/features/prose/prose.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'

const LAST_CHANGED = new Date('2026-11-21T12:00:00Z')

/** `/community`, public. */
export function CommunityPage() {
  const t = useTranslations('community')
  const site = useSite()['general.siteName']
  usePageTitle(t('pageTitle'))
  return (
    <Prose title={t('title')} intro={t('intro', { site })} lastChanged={LAST_CHANGED} family="jacaranda">
      <ProseSection title={t('neighbourTitle')}>
        <p>{t('neighbourText')}</p>
      </ProseSection>
      <ProseSection title={t('languageTitle')}>
        <p>{t('languageText')}</p>
      </ProseSection>
      <ProseSection title={t('nameTitle')}>
        <p>{t('nameText')}</p>
      </ProseSection>
      <ProseSection title={t('workTitle')}>
        <p>{t('workText')}</p>
      </ProseSection>
      <ProseSection title={t('peopleTitle')}>
        <p>{t('peopleText')}</p>
      </ProseSection>
      <ProseSection title={t('hateTitle')}>
        <p>{t('hateText')}</p>
      </ProseSection>
      <ProseSection title={t('careTitle')}>
        <p>{t('careText')}</p>
      </ProseSection>
      <ProseSection title={t('liveTitle')}>
        <p>{t('liveText')}</p>
      </ProseSection>
      <ProseSection title={t('helpTitle')}>
        <p>{t.rich('helpText', { contact: linkTo('/contact'), terms: linkTo('/terms') })}</p>
      </ProseSection>
    </Prose>
  )
}
