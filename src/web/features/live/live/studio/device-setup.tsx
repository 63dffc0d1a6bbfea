import { Video } from '#web/ui/icons/video.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { broadcastSettings } from '../media/broadcast-settings.ts'
import { BroadcastSettingsForm } from './broadcast-settings-form.tsx'
import { MissingDeviceNotice } from './missing-device.tsx'
import { SelfView } from './self-view.tsx'
import { canOpenDevices } from '#web/features/live/live/media/open-devices.ts'
import { type LocalTracksState, LocalTracks } from '#web/features/live/live/media/local-tracks.ts'

const NO_TRACKS: LocalTracksState = { media: null, microphone: null, missing: null, isSharingScreen: false }

/** Preview and choice of camera and microphone before a broadcast. Opens them only on a click. */
export function DeviceSetup() {
  const t = useTranslations('studio')
  const [tracksState, setTracksState] = useState(NO_TRACKS)
  const [isRefused, setIsRefused] = useState(false)
  const [localTracks] = useState(
    () =>
      new LocalTracks({
        settings: broadcastSettings,
        onChange: (next) => {
          setTracksState(next)
          setIsRefused(false)
        },
        onDeviceError: () => setIsRefused(true),
      }),
  )
  useEffect(() => () => localTracks.close(), [localTracks])
  const canOpen = canOpenDevices()
  const open = () => void localTracks.open().catch(console.warn)
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="relative isolate aspect-video overflow-hidden rounded-card bg-thread-night text-on-video">
        {tracksState.media ? (
          <>
            <SelfView media={tracksState.media} label={t('preview')} />
            <MissingDeviceNotice missing={tracksState.missing} onRetry={() => void localTracks.retry()} />
          </>
        ) : (
          <div className="grid size-full content-center justify-items-center gap-3 p-5 text-center">
            <p>{t(!canOpen ? 'devicesUnsupported' : isRefused ? 'devicesRefused' : 'previewHint')}</p>
            {canOpen && (
              <Button onClick={open} className="text-on-video hover:text-ink">
                <Video aria-hidden /> {isRefused ? t('tryAgain') : t('turnOnDevices')}
              </Button>
            )}
          </div>
        )}
      </div>
      <BroadcastSettingsForm media={tracksState.media} microphone={tracksState.microphone} />
    </div>
  )
}
