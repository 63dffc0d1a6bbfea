import { Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { broadcastSettings } from './broadcast-settings.ts'
import { BroadcastSettingsForm } from './broadcast-settings-form.tsx'
import { MissingDevice } from './missing-device.tsx'
import { SelfView } from './self-view.tsx'
import { canOpenDevices } from '#web/features/live/media/open-devices.ts'
import { type LocalTracksState, LocalTracks } from '#web/features/live/media/local-tracks.ts'

const NOTHING: LocalTracksState = { media: null, microphone: null, missing: null, isSharingScreen: false }

/** Camera and microphone before a broadcast: a look at both, and which ones they are. Opened when asked for. */
export function DeviceSetup() {
  const t = useTranslations('studio')
  const [sourced, setSourced] = useState(NOTHING)
  const [isRefused, setIsRefused] = useState(false)
  const [sources] = useState(
    () =>
      new LocalTracks({
        settings: broadcastSettings,
        onChange: (next) => {
          setSourced(next)
          setIsRefused(false)
        },
        onRefused: () => setIsRefused(true),
      }),
  )
  useEffect(() => () => sources.close(), [sources])
  const canOpen = canOpenDevices()
  const open = () => void sources.open().catch(console.warn)
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="relative isolate aspect-video overflow-hidden rounded-card bg-thread-night text-on-video">
        {sourced.media ? (
          <>
            <SelfView media={sourced.media} label={t('preview')} />
            <MissingDevice missing={sourced.missing} onTryAgain={() => void sources.tryAgain()} />
          </>
        ) : (
          <div className="grid size-full content-center justify-items-center gap-3 p-5 text-center">
            <p>{t(!canOpen ? 'devicesUnsupported' : isRefused ? 'devicesRefused' : 'lookFirst')}</p>
            {canOpen && (
              <Button onClick={open} className="text-on-video hover:text-ink">
                <Video aria-hidden /> {isRefused ? t('tryAgain') : t('openDevices')}
              </Button>
            )}
          </div>
        )}
      </div>
      <BroadcastSettingsForm media={sourced.media} microphone={sourced.microphone} />
    </div>
  )
}
