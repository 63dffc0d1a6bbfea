import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useSite } from '#web/api/site.ts'
import { linkTo } from '#web/features/prose/link-to.tsx'
import { usePageTitle } from '#web/lib/navigation/page-title.ts'
import { Card } from '#web/ui/card.tsx'
import { Cloth } from '#web/ui/pattern/cloth.tsx'

/** `/creator-pro`, for signed-in users: describes Creator Pro, which cannot be bought yet. */
export function CreatorProPage() {
  const t = useTranslations('creatorPro')
  const user = useCurrentUser()
  usePageTitle(t('title'))
  return (
    <div className="mx-auto max-w-[960px] px-(--gutter) pt-6 pb-12 md:pt-9 md:pb-20">
      <div className="overflow-hidden rounded-card bg-thread-night text-on-night dark:bg-sunken dark:shadow-[inset_0_0_0_1px_var(--line)]">
        <Cloth seed="pro" family="promo" length={960} strip={48} className="h-[92px] w-full" />
        <div className="p-5 md:p-8">
          <h1>{t('title')}</h1>
          <p className="mt-2 max-w-[48ch] text-[1.1875rem] leading-normal text-on-night-2">{t('intro')}</p>
        </div>
      </div>
      <p className="mt-6 max-w-[72ch] border-s-[3px] border-action-edge ps-4 text-body font-semibold">
        {user?.isPremium ? t('have') : t('notYet')}
      </p>
      <Benefits />
      <section className="mt-9 grid max-w-[72ch] gap-3 text-body">
        <h2>{t('staysTitle')}</h2>
        <p>{t('staysText')}</p>
        <p>{t.rich('askText', { contact: linkTo('/contact') })}</p>
      </section>
    </div>
  )
}

function Benefits() {
  const t = useTranslations('creatorPro')
  const site = useSite()['general.siteName']
  const benefits = [
    { title: t('roomTitle'), text: t('roomText') },
    { title: t('viewTitle'), text: t('viewText') },
    { title: t('supportTitle'), text: t('supportText', { site }) },
  ]
  return (
    <section className="mt-9 grid gap-4">
      <h2>{t('givesTitle')}</h2>
      <ul className="grid gap-4 md:grid-cols-[3fr_3fr_2fr]">
        {benefits.map(({ title, text }) => (
          <li key={title}>
            <Card className="h-full p-5">
              <h3>{title}</h3>
              <p className="mt-1.5 text-small leading-normal text-ink-2">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
      <p className="max-w-[72ch] text-body">{t('exactText')}</p>
    </section>
  )
}
