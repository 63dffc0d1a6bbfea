import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { ContactDetails } from '#web/features/operations/contact/contact-details.tsx'
import { linkTo } from '#web/features/operations/prose/link-to.tsx'
import { Prose, ProseSection } from '#web/features/operations/prose/prose.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

const LAST_CHANGED = new Date('2026-11-29T12:00:00Z')

/** `/privacy`, public. scripts/privacy-sources.ts lists what each statement depends on: change both together. */
export function PrivacyPage() {
  const t = useTranslations('privacy')
  const site = useSite()['general.siteName']
  usePageTitle(t('pageTitle'))
  return (
    <Prose title={t('pageTitle')} intro={t('intro', { site })} lastChanged={LAST_CHANGED} family="palm">
      <ProseSection title={t('controllerTitle')}>
        <p>{t.rich('controllerText', { site, contact: linkTo('/contact') })}</p>
      </ProseSection>
      <ContactDetails className="mt-9" />
      <ProseSection title={t('visitorTitle')}>
        <p>{t('visitorCookie')}</p>
        <p>{t('visitorViews')}</p>
        <p>{t('visitorVideos')}</p>
        <p>{t('visitorLimits')}</p>
      </ProseSection>
      <ProseSection title={t('accountTitle')}>
        <ul>
          <li>{t('accountProfile')}</li>
          <li>{t('accountPassword')}</li>
          <li>{t('accountSession')}</li>
          <li>{t('accountActivity')}</li>
          <li>{t('accountKey')}</li>
          <li>{t('accountPayout')}</li>
          <li>{t('accountPayments')}</li>
          <li>{t('accountPro')}</li>
          <li>{t('accountMail')}</li>
        </ul>
      </ProseSection>
      <ProseSection title={t('visibilityTitle')}>
        <ul>
          <li>{t('visibilityPublic')}</li>
          <li>{t('visibilityMembers')}</li>
          <li>{t('visibilityCounts')}</li>
          <li>{t('visibilityFigures')}</li>
          <li>{t('visibilityBans')}</li>
          <li>{t('visibilityBlocks')}</li>
          <li>{t('visibilityReports')}</li>
          <li>{t('visibilityMail')}</li>
          <li>{t('visibilitySelf')}</li>
        </ul>
      </ProseSection>
      <ProseSection title={t('mediaTitle')}>
        <p>{t('mediaPictures')}</p>
        <p>{t('mediaLive')}</p>
        <p>{t('mediaFrame')}</p>
        <p>{t('mediaRecording')}</p>
        <p>{t('mediaVideos')}</p>
        <p>{t('mediaThumbnail')}</p>
      </ProseSection>
      <ProseSection title={t('browserTitle')}>
        <p>{t('browserText')}</p>
        <ul>
          <li>{t('browserSession')}</li>
          <li>{t('browserVisitor')}</li>
          <li>{t('browserDevice')}</li>
        </ul>
        <p>{t('browserLocal')}</p>
      </ProseSection>
      <ProseSection title={t('logsTitle')}>
        <p>{t('logsServer')}</p>
        <p>{t('logsEvents')}</p>
        <p>{t('logsActive')}</p>
        <p>{t('logsModeration')}</p>
        <p>{t('logsAudit')}</p>
        <p>{t('logsEnd')}</p>
      </ProseSection>
      <ProseSection title={t('contactTitle')}>
        <p>{t('contactText')}</p>
      </ProseSection>
      <ProseSection title={t('thirdPartiesTitle')}>
        <p>{t('thirdPartiesText')}</p>
      </ProseSection>
      <ProseSection title={t('rightsTitle')}>
        <ul>
          <li>{t('rightsProfile')}</li>
          <li>{t('rightsPosts')}</li>
          <li>{t('rightsChat')}</li>
          <li>{t('rightsStreams')}</li>
          <li>{t('rightsVideos')}</li>
          <li>{t('rightsNotifications')}</li>
          <li>{t('rightsSessions')}</li>
        </ul>
        <p>{t.rich('rightsRest', { contact: linkTo('/contact') })}</p>
      </ProseSection>
    </Prose>
  )
}
