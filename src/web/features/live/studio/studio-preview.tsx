import { MonitorUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { BroadcastState } from './broadcast-session.ts'
import { MissingDevice } from './missing-device.tsx'
import { canOpenDevices } from '#web/features/live/media/open-devices.ts'
import { SelfView } from './self-view.tsx'
import type { BroadcastLocation } from './use-broadcast.ts'

type PreviewProps = {
  state: BroadcastState
  location: BroadcastLocation
  isLive: boolean
  onOpenMedia: () => void
  /** Tries again to open the one device that is missing. */
  onFindDevices: () => void
  onTakeOver: () => void
  children: ReactNode
}

/** The broadcaster's own video, always muted, and mirrored unless it is a screen. */
export function StudioPreview(props: PreviewProps) {
  const { state, location, isLive, children } = props
  const t = useTranslations('studio')
  return (
    <div className="relative isolate aspect-video max-h-[600px] w-full overflow-hidden bg-thread-night text-on-video md:rounded-card">
      <SelfView
        media={state.media}
        label={t(state.isSharingScreen ? 'previewOfScreen' : 'preview')}
        isMirror={!state.isSharingScreen}
      />
      {location === 'here' ? <Covers {...props} /> : <NotHere {...props} />}
      <div className="absolute start-3.5 top-3.5 flex flex-wrap gap-2">
        <LiveBadge live={isLive} />
        {children}
      </div>
    </div>
  )
}

function Covers({ state, onOpenMedia, onFindDevices }: PreviewProps) {
  const t = useTranslations('studio')
  if (!state.media && !canOpenDevices()) return <Plate>{t('devicesUnsupported')}</Plate>
  if (!state.media)
    return (
      <Plate>
        <p>{state.error === 'devices' ? t('devicesRefused') : t('allowDevices')}</p>
        {state.error === 'devices' && (
          <Button onClick={onOpenMedia} className="text-on-video hover:text-ink">
            {t('tryAgain')}
          </Button>
        )}
      </Plate>
    )
  const missing = state.missing === 'camera' && state.isSharingScreen ? null : state.missing
  if (missing) return <MissingDevice missing={missing} onTryAgain={onFindDevices} />
  if (state.hasCamera || state.isSharingScreen) return null
  return (
    <p className="absolute inset-0 grid place-items-center bg-thread-night">
      <span>{t('cameraOff')}</span>
    </p>
  )
}

/** Another window broadcasts: this one takes over only when asked to. */
function NotHere({ location, onTakeOver }: PreviewProps) {
  const t = useTranslations('studio')
  if (location !== 'elsewhere')
    return (
      <Plate>
        <Spinner />
      </Plate>
    )
  return (
    <Plate>
      <MonitorUp aria-hidden className="size-7 stroke-[1.9]" />
      <output>{t('elsewhere')}</output>
      <Button variant="action" onClick={onTakeOver}>
        {t('takeOver')}
      </Button>
    </Plate>
  )
}

function Plate({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-thread-night p-6 text-center">
      {children}
    </div>
  )
}
