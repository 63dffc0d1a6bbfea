import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ResultRow } from './result-row.tsx'
import { rateConnection } from './rate-connection.ts'
import { ConnectionTest, type ConnectionTestState, type RelayReport } from './connection-test.ts'
import type { UploadEstimate } from './upload-probe.ts'

/** Tests devices and network before a broadcast and explains the results. */
export function ConnectionTestPanel() {
  const t = useTranslations('connectionTest')
  const errorText = useErrorText()
  const [connectionTest] = useState(() => new ConnectionTest())
  const state = useSyncExternalStore(connectionTest.state.subscribe, connectionTest.state.get)
  useEffect(() => () => connectionTest.close(), [connectionTest])
  const isRunning = state.step !== 'idle' && state.step !== 'done'
  return (
    <section className="grid gap-4">
      <div>
        <h2>{t('title')}</h2>
        <p className="mt-1 max-w-[60ch] text-small text-ink-2">{t('text')}</p>
      </div>
      {/* Rendered from the start: screen readers announce only changes of an existing live region. */}
      <div aria-live="polite" className="grid gap-3 empty:sr-only">
        <Results state={state} />
        <CurrentStep step={state.step} />
        {state.step === 'done' && !state.error && <p className="sr-only">{t('done')}</p>}
      </div>
      {state.error !== null && <Alert title={t('failed')}>{errorText(state.error)}</Alert>}
      <Button
        className="justify-self-start"
        onClick={() => (isRunning ? connectionTest.close() : void connectionTest.run())}
      >
        {t(isRunning ? 'stop' : state.step === 'done' ? 'checkAgain' : 'start')}
      </Button>
    </section>
  )
}

function CurrentStep({ step }: Pick<ConnectionTestState, 'step'>) {
  const t = useTranslations('connectionTest')
  if (step === 'idle' || step === 'done') return null
  const texts = { devices: t('testingDevices'), upload: t('testingConnection'), relay: t('testingRelay') }
  return (
    <p className="flex items-center gap-3 text-small text-ink-2">
      <Spinner /> {texts[step]}
    </p>
  )
}

function Results({ state: { devices, upload, relay } }: { state: ConnectionTestState }) {
  if (devices === null) return null
  return (
    <ul className="grid gap-3">
      <DeviceResults devices={devices} />
      {upload === 'blocked' ? <Blocked relay={relay} /> : upload && <UploadResults upload={upload} />}
      {relay && upload !== 'blocked' && <RelayResult relay={relay} />}
    </ul>
  )
}

function DeviceResults({ devices }: { devices: NonNullable<ConnectionTestState['devices']> }) {
  const t = useTranslations('connectionTest')
  if (devices === 'refused')
    return (
      <ResultRow status="bad" advice={t('devicesUnavailableAdvice')}>
        {t('devicesUnavailable')}
      </ResultRow>
    )
  const { hasVideo, hasAudio } = devices
  return (
    <>
      <DeviceResult
        works={hasVideo}
        ok={t('cameraWorks')}
        failure={{ text: t('cameraBlack'), advice: t('cameraBlackAdvice') }}
        missing={t('cameraMissing')}
      />
      <DeviceResult
        works={hasAudio}
        ok={t('microphoneWorks')}
        failure={{ text: t('microphoneSilent'), advice: t('microphoneSilentAdvice') }}
        missing={t('microphoneMissing')}
      />
    </>
  )
}

/** `works`: null without such a device. */
type DeviceResultProps = {
  works: boolean | null
  ok: string
  failure: { text: string; advice: string }
  missing: string
}

function DeviceResult({ works, ok, failure, missing }: DeviceResultProps) {
  const t = useTranslations('connectionTest')
  if (works) return <ResultRow status="ok">{ok}</ResultRow>
  return (
    <ResultRow status="bad" advice={works === null ? t('missingAdvice') : failure.advice}>
      {works === null ? missing : failure.text}
    </ResultRow>
  )
}

function UploadResults({ upload }: { upload: UploadEstimate }) {
  const t = useTranslations('connectionTest')
  const format = useFormatter()
  const { megabitsPerSecond, isLowerBound, maxResolution, isSlow, isLossy } = rateConnection(upload)
  const rate = format.number(megabitsPerSecond, { maximumFractionDigits: 1 })
  const uploadRate = isLowerBound ? t('uploadRateAtLeast', { rate }) : t('uploadRate', { rate })
  return (
    <>
      {maxResolution ? (
        <ResultRow
          status="ok"
          advice={
            maxResolution < 720 ? t('lowerResolutionAdvice', { lines: String(maxResolution) }) : undefined
          }
        >
          {t('sufficientFor', { uploadRate, lines: String(maxResolution) })}
        </ResultRow>
      ) : (
        <ResultRow status="bad" advice={t('tooSlowAdvice')}>
          {t('tooSlow', { uploadRate })}
        </ResultRow>
      )}
      {upload.isRelayed ? (
        <ResultRow status="neutral">{t('udpRelayed')}</ResultRow>
      ) : (
        <ResultRow status="ok">{t('udpWorks')}</ResultRow>
      )}
      {(isSlow || isLossy) && (
        <ResultRow status="bad" advice={t('unstableAdvice')}>
          {isLossy
            ? t('packetLoss', { lost: upload.packetLoss ?? 0 })
            : t('highLatency', { ms: Math.round(upload.roundTripMs ?? 0) })}
        </ResultRow>
      )}
    </>
  )
}

function Blocked({ relay }: { relay: RelayReport | null }) {
  const t = useTranslations('connectionTest')
  const advice = relay === 'none' ? t('udpBlockedWithoutRelayAdvice') : t('udpBlockedAdvice')
  return (
    <ResultRow status="bad" advice={advice}>
      {t('udpBlocked')}
    </ResultRow>
  )
}

function RelayResult({ relay }: { relay: RelayReport }) {
  const t = useTranslations('connectionTest')
  if (relay === 'works') return <ResultRow status="ok">{t('relayWorks')}</ResultRow>
  if (relay === 'none') return <ResultRow status="neutral">{t('noRelay')}</ResultRow>
  return (
    <ResultRow status="bad" advice={t('relayFailsAdvice')}>
      {t('relayFails')}
    </ResultRow>
  )
}
