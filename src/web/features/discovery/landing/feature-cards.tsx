import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'

/** Three cards of features, illustrated with patterns and words. */
export function FeatureCards() {
  const t = useTranslations('landing')
  return (
    <section
      aria-label={t('features')}
      className="page grid gap-5 pt-2 pb-[clamp(40px,5vw,72px)] md:grid-cols-2 md:pt-[clamp(40px,5vw,72px)] lg:grid-cols-[3fr_3fr_2fr]"
    >
      <Feature title={t('storiesTitle')} text={t('storiesText')} picture={<Voices />} />
      <Feature title={t('communityTitle')} text={t('communityText')} picture={<Welcome />} />
      <Feature
        title={t('toolsTitle')}
        text={t('toolsText')}
        picture={<Tips />}
        className="md:max-lg:col-span-2"
      />
    </section>
  )
}

type FeatureProps = { title: string; text: string; picture: ReactNode; className?: string }

function Feature({ title, text, picture, className }: FeatureProps) {
  return (
    <article
      className={`grid grid-rows-[auto_1fr] overflow-hidden rounded-sheet border border-line bg-surface ${className ?? ''}`}
    >
      <div aria-hidden>{picture}</div>
      <div className="px-[22px] pt-5 pb-[26px]">
        <h2>{title}</h2>
        <p className="mt-2 max-w-[44ch] text-ink-2">{text}</p>
      </div>
    </article>
  )
}

/** Heights of the strips of a volume curve, in sixteenths. */
const LEVELS = [2, 4, 3, 7, 11, 6, 9, 13, 8, 5, 10, 14, 9, 6, 3, 5, 2] as const

function Voices() {
  return (
    <div className="flex h-[200px] items-center gap-[5px] bg-thread-marigold px-6 md:h-[236px]">
      {LEVELS.map((level, index) => (
        <div
          key={index}
          className="relative min-w-0 flex-1 overflow-hidden"
          style={{ height: `${(level / 16) * 100}%` }}
        >
          <StripPattern
            seed={`voice ${index}`}
            family="promo"
            run="down"
            length={420}
            strip={46}
            count={1}
            pulse={15}
            className="absolute inset-x-0 top-0 w-full"
          />
        </div>
      ))}
    </div>
  )
}

/** 'Welcome' in languages of the diaspora; phones show as many as fit. */
function Welcome() {
  const t = useTranslations('landing.welcome')
  const greetings = [
    { lang: 'yo', text: t('yo') },
    { lang: 'sw', text: t('sw') },
    { lang: 'ht', text: t('ht') },
    { lang: 'pt', text: t('pt') },
    { lang: 'ar', text: t('ar') },
    { lang: 'am', text: t('am') },
    { lang: 'ak', text: t('ak') },
    { lang: 'ig', text: t('ig') },
    { lang: 'zu', text: t('zu') },
    { lang: 'es', text: t('es') },
    { lang: 'fr', text: t('fr') },
    { lang: 'ha', text: t('ha') },
  ]
  return (
    <ul className="flex h-[200px] flex-wrap content-center gap-x-5 gap-y-0.5 overflow-hidden bg-thread-night px-6 py-5 font-display text-[1.1875rem] leading-[1.6] font-bold text-on-night max-md:[&>:nth-child(n+11)]:hidden md:h-[236px] md:max-xl:[&>:nth-child(n+9)]:hidden xl:text-[1.375rem]">
      {greetings.map(({ lang, text }, index) => (
        <li key={lang} lang={lang} dir="auto" className={index % 3 === 0 ? 'text-thread-marigold' : ''}>
          {text}
        </li>
      ))}
    </ul>
  )
}

const TIPS = [5, 10, 25, 50] as const

function Tips() {
  const format = useFormatter()
  return (
    <div className="grid grid-cols-4 content-center gap-2.5 bg-action-soft p-[22px] font-display text-[1.5rem] font-extrabold lg:h-[236px] lg:grid-cols-2">
      {TIPS.map((amount) => (
        <span
          key={amount}
          className={`grid min-h-[60px] place-items-center rounded-control border-[1.5px] md:min-h-[76px] ${
            amount === 10 ? 'border-action-edge bg-action text-on-action' : 'border-line bg-surface'
          }`}
        >
          {format.number(amount, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })}
        </span>
      ))}
    </div>
  )
}
