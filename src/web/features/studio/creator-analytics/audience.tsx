import { useTranslations } from 'use-intl/react'
import {
  AUDIENCE_DAYS,
  type AnalyticsSeries,
  type AudienceGroup,
  MIN_GROUP_MEMBERS,
} from '#shared/studio/creator-analytics.ts'
import { Card } from '#web/ui/card.tsx'

/** The groups of members who watched, by language and country of origin. */
export function Audience({ audience }: { audience: AnalyticsSeries['audience'] }) {
  const t = useTranslations('creatorAnalytics')
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div>
        <h2>{t('audience')}</h2>
        <p className="mt-1.5 max-w-[72ch] text-small text-ink-2">
          {t('audienceText', { days: AUDIENCE_DAYS, min: MIN_GROUP_MEMBERS })}
        </p>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Groups name={t('languages')} text={t('languagesText')} groups={audience.languages} />
        <Groups name={t('countries')} groups={audience.countries} />
      </div>
    </section>
  )
}

type GroupsProps = { name: string; text?: string; groups: readonly AudienceGroup[] }

function Groups({ name, text, groups }: GroupsProps) {
  const t = useTranslations('creatorAnalytics')
  const largest = Math.max(1, ...groups.map(({ count }) => count))
  return (
    <Card className="p-3.5 md:p-[18px]">
      <h3>{name}</h3>
      {text && <p className="mt-0.5 text-meta text-ink-3">{text}</p>}
      {groups.length === 0 ? (
        <p className="mt-3 text-small text-ink-2">{t('audienceEmpty', { min: MIN_GROUP_MEMBERS })}</p>
      ) : (
        <dl className="mt-3 grid gap-2.5">
          {groups.map((group) => (
            <div
              key={group.name ?? ''}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-small"
            >
              <dt className="[overflow-wrap:anywhere]">
                {group.name === null ? t('others') : <bdi>{group.name}</bdi>}
              </dt>
              <dd className="num font-semibold">{t('members', { count: group.count })}</dd>
              <dd aria-hidden className="col-span-2 h-2 rounded-full bg-raised">
                <div
                  className="h-full rounded-full bg-chart-1 forced-colors:bg-[Highlight]"
                  style={{ width: `${(group.count / largest) * 100}%` }}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
