import { MapPin } from '#web/ui/icons/map-pin.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { MapLocation } from '#shared/settings/contact-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { mapEmbedUrl, mapPageUrl } from './map-url.ts'

/** A map from another site, which is contacted only after a click. */
export function ContactMap({ location }: { location: MapLocation | null }) {
  const t = useTranslations('contact')
  const [isShown, setIsShown] = useState(false)
  return (
    <section className="grid gap-2">
      <h2>{t('map')}</h2>
      <div className="aspect-3/2 overflow-hidden rounded-card border border-line bg-sunken">
        {isShown ? (
          <iframe
            // Moves the focus from the removed button to the map.
            ref={(frame) => frame?.focus()}
            title={t('mapOf')}
            src={mapEmbedUrl(location)}
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            className="block size-full"
          />
        ) : (
          <div className="grid size-full content-center justify-items-center gap-3.5 p-4 text-center">
            <p className="max-w-[38ch] text-small text-ink-2">{t('mapConsent')}</p>
            <Button onClick={() => setIsShown(true)}>
              <MapPin aria-hidden />
              {t('showMap')}
            </Button>
          </div>
        )}
      </div>
      <ExternalLink href={mapPageUrl(location)} className="text-link text-small">
        {t('openMap')}
      </ExternalLink>
    </section>
  )
}
