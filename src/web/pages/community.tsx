import { useFormatter, useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { linkTo } from '#web/features/operations/prose/link-to.tsx'
import { Prose, ProseSection } from '#web/features/operations/prose/prose.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useRules } from '#web/features/accounts/shared/safety/use-rules.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

const LAST_CHANGED = new Date('2026-11-28T12:00:00Z')

/** `/community`, public. */
export function CommunityPage() {
  const t = useTranslations('community')
  const site = useSite()['general.siteName']
  usePageTitle(t('pageTitle'))
  return (
    <Prose title={t('title')} intro={t('intro', { site })} lastChanged={LAST_CHANGED} family="jacaranda">
      <Rules />
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

/** The rules of the site, numbered. */
function Rules() {
  const t = useTranslations('community')
  const format = useFormatter()
  const rules = useRules()
  return (
    <ProseSection title={t('rulesTitle')}>
      <p>{t('rulesText')}</p>
      {rules.data ? (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {rules.data.map((rule, index) => (
            <li key={rule} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
              <span className="num font-bold">{format.number(index + 1)}.</span>
              <span dir="auto" className="[overflow-wrap:anywhere]">
                {rule}
              </span>
            </li>
          ))}
        </ol>
      ) : rules.error ? (
        <LoadFailed title={t('rulesFailed')} query={rules} />
      ) : (
        <SkeletonRows />
      )}
    </ProseSection>
  )
}
