import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/api-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Line, probeLine } from './line-probe.ts'

type Outcome = { line: Line | null } | { error: unknown } | null

type ReachCheckProps = {
  /** Where the engine takes media, as '40000–40003'. */
  ports: string
  /** Why it cannot be reached is known already, and said elsewhere on the page. */
  isExplained: boolean
}

/** Says whether this browser reaches the engine's UDP port by itself, without a relay, and what to look at if not. */
export function ReachCheck({ ports, isExplained }: ReachCheckProps) {
  const t = useTranslations('reach')
  const errorText = useErrorText()
  const { outcome, isRunning, run } = useReach()
  return (
    <div className="grid justify-items-start gap-3">
      <output className="grid gap-3 empty:hidden">
        {isRunning && (
          <p className="flex items-center gap-3 text-small text-ink-2">
            <Spinner /> {t('trying')}
          </p>
        )}
        {outcome && 'line' in outcome && (
          <Result line={outcome.line} ports={ports} isExplained={isExplained} />
        )}
      </output>
      {outcome && 'error' in outcome && <Alert title={t('failed')}>{errorText(outcome.error)}</Alert>}
      <Button pending={isRunning} onClick={run}>
        {outcome ? t('again') : t('start')}
      </Button>
    </div>
  )
}

function useReach() {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = () => {
    const { signal } = (running.current = new AbortController())
    setIsRunning(true)
    setOutcome(null)
    probeLine({ iceServers: [], signal })
      .then((line) => setOutcome({ line }))
      .catch((error: unknown) => !signal.aborted && setOutcome({ error }))
      .finally(() => setIsRunning(false))
  }
  return { outcome, isRunning, run }
}

function Result({ line, ports, isExplained }: { line: Line | null } & ReachCheckProps) {
  const t = useTranslations('reach')
  const format = useFormatter()
  if (!line)
    return (
      <Mark icon={<CircleAlert aria-hidden className="size-5 text-danger" />} title={t('blocked', { ports })}>
        {isExplained ? t('seeAbove') : t('firewall', { ports })}
      </Mark>
    )
  const ms = Math.round(line.roundTripMs ?? 0)
  const rate = format.number(line.bitsPerSecond / 1e6, { maximumFractionDigits: 1 })
  return (
    <Mark icon={<CircleCheck aria-hidden className="size-5 text-success" />} title={t('reached', { ports })}>
      {t('figures', { ms, rate })}
    </Mark>
  )
}

function Mark({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      {icon}
      <div>
        <p className="leading-5 font-semibold">{title}</p>
        <p className="mt-1 max-w-[60ch] text-small text-ink-2">{children}</p>
      </div>
    </div>
  )
}
