import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { CircleMinus } from '#web/ui/icons/circle-minus.tsx'
import { CircleX } from '#web/ui/icons/circle-x.tsx'
import { RotateCw } from '#web/ui/icons/rotate-cw.tsx'
import { TriangleAlert } from '#web/ui/icons/triangle-alert.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Health, HealthCheck, HealthState } from '#shared/operations/admin-dashboard.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useHealthText } from './health-texts.ts'
import { useHealth } from './use-dashboard.ts'

type PlatformHealthProps = {
  /** Renders a test of the live engine from this browser; the list of checks has the problem if it is known. */
  renderConnectionTest: (test: { ports: number[]; isCauseShown: boolean }) => ReactNode
}

/** The state of each part of the site, with advice about one that does not work. */
export function PlatformHealth({ renderConnectionTest }: PlatformHealthProps) {
  const t = useTranslations('adminHealth')
  const query = useHealth()
  const { data: health, error } = query
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-4 pb-3">
        <h2 className="font-display text-section font-extrabold">{t('title')}</h2>
        {health && !error && <CheckAgain query={query} />}
      </div>
      <div className="border-t border-line px-4">
        {error ? (
          // An earlier result says nothing about now.
          <div className="py-4">
            <LoadFailed title={t('loadFailed')} query={query} />
          </div>
        ) : health ? (
          <Checks checks={health.checks} />
        ) : (
          <SkeletonRows rows={7} />
        )}
      </div>
      {health && <ConnectionTest health={health} render={renderConnectionTest} />}
    </Card>
  )
}

/** When the checks were made, and a button that makes them now. */
function CheckAgain({ query: { dataUpdatedAt, refetch } }: { query: ReturnType<typeof useHealth> }) {
  const t = useTranslations('adminHealth')
  // Not `isFetching`: the button does not change with what is loaded by itself.
  const { isPending, run } = usePendingAction(async () => void (await refetch()))
  return (
    <>
      <Button
        size="sm"
        className="max-w-full whitespace-normal!"
        pending={isPending}
        pendingText={t('checking')}
        onClick={run}
      >
        <RotateCw aria-hidden /> {t('checkAgain')}
      </Button>
      <p className="num w-full text-meta text-ink-3">{t('checkedAt', { when: new Date(dataUpdatedAt) })}</p>
    </>
  )
}

function Checks({ checks }: { checks: HealthCheck[] }) {
  const healthText = useHealthText()
  const nameOf = useNames()
  return (
    <ul className="divide-y divide-line">
      {checks.map((check) => (
        <li key={check.name} className="flex items-start justify-between gap-x-4 py-3">
          <div className="min-w-0">
            <p className="font-[650]">{nameOf[check.name]}</p>
            <p className="max-w-[60ch] text-small [overflow-wrap:anywhere] text-ink-2">{healthText(check)}</p>
          </div>
          <StateBadge state={check.state} />
        </li>
      ))}
    </ul>
  )
}

function useNames(): Record<HealthCheck['name'], string> {
  const t = useTranslations('adminHealth')
  return {
    database: t('database'),
    storage: t('storage'),
    liveEngine: t('liveEngine'),
    jobs: t('jobs'),
    disk: t('disk'),
    mail: t('mail'),
    payments: t('payments'),
  }
}

const BADGES = {
  ok: { variant: 'ok', Icon: CircleCheck },
  warning: { variant: 'warn', Icon: TriangleAlert },
  failed: { variant: 'bad', Icon: CircleX },
  off: { variant: 'plain', Icon: CircleMinus },
} as const satisfies Record<HealthState, unknown>

function StateBadge({ state }: { state: HealthState }) {
  const t = useTranslations('adminHealth')
  const { variant, Icon } = BADGES[state]
  const words = { ok: t('ok'), warning: t('warning'), failed: t('failed'), off: t('off') }
  return (
    <Badge variant={variant} className="flex-none">
      <Icon aria-hidden />
      {words[state]}
    </Badge>
  )
}

function ConnectionTest({
  health: { checks, mediaPorts },
  render,
}: {
  health: Health
  render: PlatformHealthProps['renderConnectionTest']
}) {
  const t = useTranslations('adminHealth')
  const isCauseShown = checks.some(({ name, state }) => name === 'liveEngine' && state !== 'ok')
  return (
    <section className="grid gap-2 border-t border-line px-4 py-4">
      <h3>{t('reachTestTitle')}</h3>
      <p className="max-w-[72ch] text-small text-ink-2">{t('reachTestText')}</p>
      {render({ ports: mediaPorts, isCauseShown })}
    </section>
  )
}
