import { useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ResultRow } from './result-row.tsx'
import { type UploadEstimate, probeUpload } from './upload-probe.ts'

/** A UDP port of the engine and the estimate of the upload to it; null if it is not reachable. */
type PortResult = { port: number; upload: UploadEstimate | null }

type Outcome = { results: PortResult[] } | { error: unknown } | null

type PortTestProps = {
  /** The engine's media ports: one for each of its processes, in their order. */
  ports: number[]
  /** The page already shows why a port cannot be reached. */
  isCauseShown: boolean
}

/** Tests which of the engine's UDP ports this browser reaches without a relay, and advises on the others. */
export function PortTest({ ports, isCauseShown }: PortTestProps) {
  const t = useTranslations('reach')
  const errorText = useErrorText()
  const { outcome, isRunning, run } = usePortTest(ports)
  return (
    <div className="grid justify-items-start gap-3">
      <div aria-live="polite" className="grid gap-3 empty:sr-only">
        {isRunning && (
          <p className="flex items-center gap-3 text-small text-ink-2">
            <Spinner /> {t('testing')}
          </p>
        )}
        {outcome && 'results' in outcome && <Results results={outcome.results} isCauseShown={isCauseShown} />}
      </div>
      {outcome && 'error' in outcome && <Alert title={t('failed')}>{errorText(outcome.error)}</Alert>}
      <Button className="max-w-full whitespace-normal!" pending={isRunning} onClick={run}>
        {outcome ? t('again') : t('start')}
      </Button>
    </div>
  )
}

function usePortTest(ports: number[]) {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isRunning, setIsRunning] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = () => {
    const { signal } = (running.current = new AbortController())
    setIsRunning(true)
    setOutcome(null)
    probePorts(ports, signal)
      .then((results) => setOutcome({ results }))
      .catch((error: unknown) => !signal.aborted && setOutcome({ error }))
      .finally(() => setIsRunning(false))
  }
  return { outcome, isRunning, run }
}

/** Tests each port, as a firewall may block only some. Sequential, as the server allows a user one test at a time. */
async function probePorts(ports: number[], signal: AbortSignal): Promise<PortResult[]> {
  const results: PortResult[] = []
  for (const [process, port] of ports.entries()) {
    const isBrief = process > 0
    results.push({ port, upload: await probeUpload({ iceServers: [], process, isBrief, signal }) })
  }
  return results
}

function Results({ results, isCauseShown }: { results: PortResult[]; isCauseShown: boolean }) {
  const t = useTranslations('reach')
  const { list } = useFormatter()
  const textValuesOf = (group: PortResult[]) => ({
    count: group.length,
    ports: list(group.map(({ port }) => String(port))),
  })
  const blocked = results.filter(({ upload }) => !upload)
  const reached = results.filter(({ upload }) => upload)
  return (
    <ul className="grid gap-3">
      {blocked.length > 0 && (
        <ResultRow status="bad" advice={isCauseShown ? t('seeAbove') : t('firewall', textValuesOf(blocked))}>
          {t('blocked', textValuesOf(blocked))}
        </ResultRow>
      )}
      {reached[0]?.upload && (
        <Reached title={t('reached', textValuesOf(reached))} upload={reached[0].upload} />
      )}
    </ul>
  )
}

function Reached({ title, upload }: { title: string; upload: UploadEstimate }) {
  const t = useTranslations('reach')
  const format = useFormatter()
  const ms = Math.round(upload.roundTripMs ?? 0)
  const rate = format.number(upload.bitsPerSecond / 1e6, { maximumFractionDigits: 1 })
  return (
    <ResultRow status="ok" advice={t('figures', { ms, rate })}>
      {title}
    </ResultRow>
  )
}
