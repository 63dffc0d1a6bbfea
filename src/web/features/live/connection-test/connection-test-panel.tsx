import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ResultRow } from './result-row.tsx'
import { rateConnection } from './rate-connection.ts'
import { ConnectionTest, type ConnectionTestState, type RelayReport } from './connection-test.ts'
import type { UploadEstimate } from './upload-probe.ts'

/** Tries devices and line before going live, and says in plain words what they are good for. */
export function ConnectionTestPanel() {
  const t = useTranslations('lineCheck')
  const errorText = useErrorText()
  const [check] = useState(() => new ConnectionTest())
  const state = useSyncExternalStore(check.state.subscribe, check.state.get)
  useEffect(() => () => check.close(), [check])
  const isRunning = state.step !== 'idle' && state.step !== 'done'
  return (
    <section className="grid gap-4">
      <div>
        <h2>{t('title')}</h2>
        <p className="mt-1 max-w-[60ch] text-small text-ink-2">{t('text')}</p>
      </div>
      {/* There from the start, though nothing is seen: or readers would not hear what is put in it. */}
      <div aria-live="polite" className="grid gap-3 empty:sr-only">
        <Results state={state} />
        <Running step={state.step} />
        {state.step === 'done' && !state.error && <p className="sr-only">{t('done')}</p>}
      </div>
      {state.error !== null && <Alert title={t('failed')}>{errorText(state.error)}</Alert>}
      <Button className="justify-self-start" onClick={() => (isRunning ? check.close() : void check.run())}>
        {t(isRunning ? 'stop' : state.step === 'done' ? 'again' : 'start')}
      </Button>
    </section>
  )
}

function Running({ step }: Pick<ConnectionTestState, 'step'>) {
  const t = useTranslations('lineCheck')
  if (step === 'idle' || step === 'done') return null
  const texts = { devices: t('tryingDevices'), line: t('tryingLine'), relay: t('tryingRelay') }
  return (
    <p className="flex items-center gap-3 text-small text-ink-2">
      <Spinner /> {texts[step]}
    </p>
  )
}

function Results({ state: { devices, line, relay } }: { state: ConnectionTestState }) {
  if (devices === null) return null
  return (
    <ul className="grid gap-3">
      <DeviceResults devices={devices} />
      {line === 'blocked' ? <Blocked relay={relay} /> : line && <LineResults line={line} />}
      {relay && line !== 'blocked' && <RelayResult relay={relay} />}
    </ul>
  )
}

function DeviceResults({ devices }: { devices: NonNullable<ConnectionTestState['devices']> }) {
  const t = useTranslations('lineCheck')
  if (devices === 'refused')
    return (
      <ResultRow mark="bad" advice={t('devicesRefusedDo')}>
        {t('devicesRefused')}
      </ResultRow>
    )
  const { hasPicture, hasSound } = devices
  return (
    <>
      <DeviceResult
        works={hasPicture}
        ok={t('cameraWorks')}
        bad={[t('cameraDark'), t('cameraDarkDo')]}
        missing={t('cameraMissing')}
      />
      <DeviceResult
        works={hasSound}
        ok={t('microphoneWorks')}
        bad={[t('microphoneMute'), t('microphoneMuteDo')]}
        missing={t('microphoneMissing')}
      />
    </>
  )
}

/** `works`: null where there is no such device. */
type DeviceResultProps = { works: boolean | null; ok: string; bad: [string, string]; missing: string }

function DeviceResult({ works, ok, bad: [bad, advice], missing }: DeviceResultProps) {
  const t = useTranslations('lineCheck')
  if (works) return <ResultRow mark="ok">{ok}</ResultRow>
  return (
    <ResultRow mark="bad" advice={works === null ? t('missingDo') : advice}>
      {works === null ? missing : bad}
    </ResultRow>
  )
}

function LineResults({ line }: { line: UploadEstimate }) {
  const t = useTranslations('lineCheck')
  const format = useFormatter()
  const { mbits, isAtLeast, goodFor, isSlow, isLossy } = rateConnection(line)
  const rate = format.number(mbits, { maximumFractionDigits: 1 })
  const carries = isAtLeast ? t('carriesAtLeast', { rate }) : t('carries', { rate })
  return (
    <>
      {goodFor ? (
        <ResultRow mark="ok" advice={goodFor < 720 ? t('smallerDo', { lines: String(goodFor) }) : undefined}>
          {t('goodFor', { carries, lines: String(goodFor) })}
        </ResultRow>
      ) : (
        <ResultRow mark="bad" advice={t('tooSlowDo')}>
          {t('tooSlow', { carries })}
        </ResultRow>
      )}
      {line.isRelayed ? (
        <ResultRow mark="neutral">{t('relayed')}</ResultRow>
      ) : (
        <ResultRow mark="ok">{t('direct')}</ResultRow>
      )}
      {(isSlow || isLossy) && (
        <ResultRow mark="bad" advice={t('unsteadyDo')}>
          {isLossy
            ? t('lossy', { lost: line.lost ?? 0 })
            : t('slow', { ms: Math.round(line.roundTripMs ?? 0) })}
        </ResultRow>
      )}
    </>
  )
}

function Blocked({ relay }: { relay: RelayReport | null }) {
  const t = useTranslations('lineCheck')
  const advice = relay === 'none' ? t('blockedWithoutRelayDo') : t('blockedDo')
  return (
    <ResultRow mark="bad" advice={advice}>
      {t('blocked')}
    </ResultRow>
  )
}

function RelayResult({ relay }: { relay: RelayReport }) {
  const t = useTranslations('lineCheck')
  if (relay === 'works') return <ResultRow mark="ok">{t('relayWorks')}</ResultRow>
  if (relay === 'none') return <ResultRow mark="neutral">{t('relayNone')}</ResultRow>
  return (
    <ResultRow mark="bad" advice={t('relayFailsDo')}>
      {t('relayFails')}
    </ResultRow>
  )
}
