import { Activity } from '#web/ui/icons/activity.tsx'
import { Cpu } from '#web/ui/icons/cpu.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { Router } from '#web/ui/icons/router.tsx'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { LiveStatus } from '#shared/live/live-status.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { formatPorts } from './format-ports.ts'
import { RunningStreams } from './running-streams.tsx'
import { useLiveStatus } from './use-live-status.ts'

const MEBIBYTE = 1024 ** 2

/** The state of the live engine; `renderConnectionTest` renders a connection test from this browser. */
export function LiveStatusPanel({
  renderConnectionTest,
}: {
  renderConnectionTest: (status: LiveStatus) => ReactNode
}) {
  const t = useTranslations('liveStatus')
  const query = useLiveStatus()
  const { data, isPending } = query
  if (isPending) return <Spinner />
  if (!data) return <LoadFailed title={t('loadFailed')} query={query} />
  return (
    <div className="grid gap-8">
      <Problems problems={data.problems} />
      <EngineStats {...data} />
      <section className="grid gap-2">
        <h2>{t('addresses')}</h2>
        <p className="max-w-[60ch] text-small text-ink-2">{t('addressesText')}</p>
        <ul className="grid gap-1 text-small">
          {data.media.addresses.map((address) => (
            <li key={address}>
              <code dir="ltr">{address}</code>
            </li>
          ))}
        </ul>
        <p className="max-w-[60ch] text-small text-ink-2">
          {data.hasTurn ? t('turnConfigured') : t('turnMissing')}
        </p>
      </section>
      <section className="grid gap-3">
        <h2>{t('check')}</h2>
        <p className="max-w-[60ch] text-small text-ink-2">{t('checkText')}</p>
        {renderConnectionTest(data)}
      </section>
      <RunningStreams streams={data.streams} />
    </div>
  )
}

function Problems({ problems }: Pick<LiveStatus, 'problems'>) {
  const t = useTranslations('liveStatus')
  if (problems.length === 0) return null
  const texts = {
    engineDown: t('engineDown'),
    loopbackOnly: t('loopbackOnly'),
    privateAddress: t('privateAddress'),
  }
  return (
    <Alert title={t('problems')}>
      <ul className="grid gap-1">
        {problems.map((problem) => (
          <li key={problem}>{texts[problem]}</li>
        ))}
      </ul>
    </Alert>
  )
}

type EngineStatsProps = LiveStatus & { load: number | null }

function EngineStats({ isUp, processes, media, streams, load }: EngineStatsProps) {
  const t = useTranslations('liveStatus')
  const { number } = useFormatter()
  const restarts = processes.reduce((sum, item) => sum + item.restarts, 0)
  const memory = processes.reduce((sum, item) => sum + item.memoryBytes, 0) / MEBIBYTE
  const viewers = streams.reduce((sum, item) => sum + item.viewers, 0)
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,40%)),1fr))] gap-3">
      <Stat
        label={t('engine')}
        icon={<Activity aria-hidden />}
        value={isUp ? t('up') : t('down')}
        context={t('restarts', { count: restarts })}
      />
      <Stat
        label={t('cpu')}
        icon={<Cpu aria-hidden />}
        value={load === null ? t('cpuWaiting') : number(load, { style: 'percent', maximumFractionDigits: 1 })}
        context={t('cpuContext', {
          memory: number(memory, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }),
        })}
      />
      <Stat
        label={t('port')}
        icon={<Router aria-hidden />}
        value={formatPorts(media)}
        context={t('portContext', { host: media.host })}
      />
      <Stat
        label={t('streams')}
        icon={<Radio aria-hidden />}
        value={number(streams.length)}
        context={t('streamsContext', { viewers })}
      />
    </div>
  )
}
