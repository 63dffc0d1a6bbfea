import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { SIGN_UP_URL } from '#web/api/sign-in-url.ts'
import { Button } from '#web/ui/button.tsx'

/** The final call to action. Dark in both themes, so its content uses the dark theme. */
export function Closing() {
  const t = useTranslations('landing')
  return (
    <section className="bg-thread-indigo dark:bg-link-soft">
      <div
        data-theme="dark"
        className="page flex flex-wrap items-center justify-between gap-x-[60px] gap-y-7 py-[clamp(44px,5vw,76px)] text-on-night [--line-strong:var(--on-night-2)]!"
      >
        <div>
          <h2 className="max-w-[30ch] text-title">{t('closingTitle')}</h2>
          <p className="mt-2.5 text-[1.0625rem] text-on-night-2">{t('closingText')}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-md:w-full">
          <Button asChild variant="action" size="lg" className="max-md:flex-[1_1_100%]">
            <a href={SIGN_UP_URL}>{t('joinMovement')}</a>
          </Button>
          <Button asChild size="lg" className="max-md:flex-[1_1_100%]">
            <Link href="/about">{t('learnMore')}</Link>
          </Button>
        </div>
      </div>
    </section>
  )
}
