import { useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ResultRow } from './result-row.tsx'
import { type UploadEstimate, probeUpload } from './upload-probe.ts'

/** A port of the engine's, and what the line to it carries; null: it is not reached. */
type Tried = { port: number; line: UploadEstimate | null }

type Outcome = { tried: Tried[] } | { error: unknown } | null

type ReachCheckProps = {
  /** Where the engine takes media: a port each of its processes, in their order. */
  ports: number[]
  /** Why it cannot be reached is known already, and said elsewhere on the page. */
  isExplained: boolean
}

/** Says which of the engine's UDP ports this browser reaches by itself, without a relay, and what to look at if not. */
export function PortTest({ ports, isExplained }: ReachCheckProps) {
  const t = useTranslations('reach')
  const errorText = useErrorText()
  const { outcome, isRunning, run } = useReach(ports)
  return (
    <div className="grid justify-items-start gap-3">
      <div aria-live="polite" className="grid gap-3 empty:sr-only">
        {isRunning && (
          <p className="flex items-center gap-3 text-small text-ink-2">
            <Spinner /> {t('trying')}
          </p>
        )}
        {outcome && 'tried' in outcome && <Result tried={outcome.tried} isExplained={isExplained} />}
      </div>
      {outcome && 'error' in outcome && <Alert title={t('failed')}>{errorText(outcome.error)}</Alert>}
      <Button pending={isRunning} onClick={run}>
        {outcome ? t('again') : t('start')}
      </Button>
    </div>
  )
}

function useReach(ports: number[]) {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = () => {
    const { signal } = (running.current = new AbortController())
    setIsRunning(true)
    setOutcome(null)
    tryEach(ports, signal)
      .then((tried) => setOutcome({ tried }))
      .catch((error: unknown) => !signal.aborted && setOutcome({ error }))
      .finally(() => setIsRunning(false))
  }
  return { outcome, isRunning, run }
}

/** One after the other, as a member may; a firewall may let through some and not others. */
async function tryEach(ports: number[], signal: AbortSignal): Promise<Tried[]> {
  const tried: Tried[] = []
  for (const [process, port] of ports.entries()) {
    const isBrief = process > 0
    tried.push({ port, line: await probeUpload({ iceServers: [], process, isBrief, signal }) })
  }
  return tried
}

function Result({ tried, isExplained }: { tried: Tried[]; isExplained: boolean }) {
  const t = useTranslations('reach')
  const { list } = useFormatter()
  const namesOf = (some: Tried[]) => ({
    count: some.length,
    ports: list(some.map(({ port }) => String(port))),
  })
  const blocked = tried.filter(({ line }) => !line)
  const reached = tried.filter(({ line }) => line)
  return (
    <ul className="grid gap-3">
      {blocked.length > 0 && (
        <ResultRow mark="bad" advice={isExplained ? t('seeAbove') : t('firewall', namesOf(blocked))}>
          {t('blocked', namesOf(blocked))}
        </ResultRow>
      )}
      {reached[0]?.line && <Reached title={t('reached', namesOf(reached))} line={reached[0].line} />}
    </ul>
  )
}

function Reached({ title, line }: { title: string; line: UploadEstimate }) {
  const t = useTranslations('reach')
  const format = useFormatter()
  const ms = Math.round(line.roundTripMs ?? 0)
  const rate = format.number(line.bitsPerSecond / 1e6, { maximumFractionDigits: 1 })
  return (
    <ResultRow mark="ok" advice={t('figures', { ms, rate })}>
      {title}
    </ResultRow>
  )
}
