import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { openHoursOn } from './local-hours.ts'

/** Support hours of each region, also in the visitor's time zone. */
export function CommunityHours() {
  const t = useTranslations('contact')
  const regions = useSite()['general.hours']
  const [today] = useState(() => new Date())
  if (regions.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2>{t('hours')}</h2>
      <ul className="grid gap-3">
        {regions.map((hours) => (
          <li key={hours.region} className="border-t border-line pt-3 first:border-0 first:pt-0">
            <p className="font-semibold">
              <bdi>{hours.region}</bdi> <bdi className="num whitespace-nowrap">{hours.text}</bdi>
            </p>
            <p className="num text-small text-ink-2">{t('hoursInLocalTime', openHoursOn(today, hours))}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
