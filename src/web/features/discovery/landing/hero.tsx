import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { useSite } from '#web/api/site.ts'
import { SIGN_UP_URL } from '#web/api/sign-in-url.ts'
import { Button } from '#web/ui/button.tsx'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'

/** The landing page's first screen: text and, up to the window's edge, a pattern in all colours. */
export function Hero() {
  const t = useTranslations('landing')
  const { 'general.siteName': site, 'general.landingHeadline': headline } = useSite()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] md:gap-[clamp(24px,4vw,72px)] md:ps-[max(var(--gutter),calc((100vw-96rem)/2+var(--gutter)))]">
      <div className="self-center px-(--gutter) pt-[26px] pb-[34px] md:px-0 md:py-[clamp(40px,6vw,92px)]">
        <h1 className="max-w-[14ch] text-hero [overflow-wrap:anywhere] font-[850] tracking-[-.022em] text-wrap lg:max-w-none">
          {headline || t('title', { site })}
        </h1>
        <p className="mt-4 max-w-[52ch] text-[1.0625rem] leading-[1.55] text-balance text-ink-2 md:mt-6 md:text-[1.1875rem]">
          {t('text')}
        </p>
        <div className="mt-6 flex flex-wrap gap-3 md:mt-8">
          <Button asChild variant="action" size="lg" className="max-md:flex-[1_1_100%]">
            <a href={SIGN_UP_URL}>{t('join')}</a>
          </Button>
          <Button asChild size="lg" className="max-md:flex-[1_1_100%]">
            <Link href="/discover">{t('explore')}</Link>
          </Button>
        </div>
      </div>
      <div className="relative h-[120px] overflow-hidden max-md:-order-1 md:h-auto md:min-h-[560px]">
        <StripPattern
          seed="landing"
          family="hero"
          run="down"
          length={900}
          strip={76}
          count={16}
          pulse={27}
          className="absolute start-0 top-0 w-[820px] max-w-none md:h-full md:w-auto md:min-w-full"
        />
      </div>
    </section>
  )
}
