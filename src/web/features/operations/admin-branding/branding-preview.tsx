import { useTranslations } from 'use-intl/react'
import { Card } from '#web/ui/card.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { type BrandingValues, NETWORK_KEYS } from './branding-keys.ts'
import { useNetworkNames } from './use-network-names.ts'

type PreviewProps = { values: BrandingValues; defaults: BrandingValues; logoUrl: string }

/** The top of the landing page and its footer; nothing in it is interactive. */
export function BrandingPreview({ values, defaults, logoUrl }: PreviewProps) {
  const t = useTranslations('adminBranding')
  const landing = useTranslations('landing')
  const names = useNetworkNames()
  const site = values['general.siteName'].trim() || defaults['general.siteName']
  return (
    <section aria-label={t('preview')} className="xl:sticky xl:top-7">
      <p className="mb-2 text-small font-[650]">{t('preview')}</p>
      <Card className="overflow-hidden">
        <div className="flex items-center border-b border-line bg-bg px-4 py-1.5">
          <Logo src={logoUrl}>
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{site}</bdi>
          </Logo>
        </div>
        <div className="grid justify-items-start gap-4 bg-bg px-4 py-7">
          <p className="font-display text-title leading-tight font-[850] [overflow-wrap:anywhere]">
            {values['general.landingHeadline'].trim() || landing('title', { site })}
          </p>
          <span className="inline-flex min-h-(--tap) items-center rounded-control bg-action px-[18px] pb-0.5 font-[650] text-on-action shadow-[inset_0_-3px_0_var(--action-edge)]">
            {landing('join')}
          </span>
        </div>
        <div className="bg-thread-night px-4 py-4 text-on-night">
          <p className="font-display font-extrabold [overflow-wrap:anywhere]">{site}</p>
          <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-meta text-on-night-2">
            {NETWORK_KEYS.map((key) => (
              <span key={key}>{names[key]}</span>
            ))}
          </p>
        </div>
      </Card>
    </section>
  )
}
