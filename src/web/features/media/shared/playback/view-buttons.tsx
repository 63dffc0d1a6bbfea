import { Maximize } from '#web/ui/icons/maximize.tsx'
import { Minimize } from '#web/ui/icons/minimize.tsx'
import { PictureInPicture2 } from '#web/ui/icons/picture-in-picture-2.tsx'
import { RectangleHorizontal } from '#web/ui/icons/rectangle-horizontal.tsx'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Theatre } from './use-theatre.ts'

type ViewButtonsProps = {
  getVideo: () => HTMLVideoElement | null
  isFullscreen: boolean
  onFullscreen: () => void
  /** Null where the page has no theatre mode. */
  theatre: Theatre | null
}

/** Where the video is shown: picture in picture and theatre mode on wide screens, and fullscreen. */
export function ViewButtons({ getVideo, isFullscreen, onFullscreen, theatre }: ViewButtonsProps) {
  const t = useTranslations('playback')
  return (
    <>
      {document.pictureInPictureEnabled && (
        <IconButton
          variant="video"
          label={t('pictureInPicture')}
          className="max-sm:hidden"
          onClick={() => void togglePictureInPicture(getVideo())}
        >
          <PictureInPicture2 aria-hidden />
        </IconButton>
      )}
      {theatre && !isFullscreen && (
        <IconButton
          variant="video"
          label={t(theatre.isOn ? 'leaveTheatre' : 'theatre')}
          className="max-lg:hidden"
          onClick={theatre.toggle}
        >
          <RectangleHorizontal aria-hidden />
        </IconButton>
      )}
      <IconButton
        variant="video"
        label={t(isFullscreen ? 'leaveFullscreen' : 'fullscreen')}
        onClick={onFullscreen}
      >
        {isFullscreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
      </IconButton>
    </>
  )
}

async function togglePictureInPicture(element: HTMLVideoElement | null): Promise<void> {
  try {
    if (document.pictureInPictureElement === element) await document.exitPictureInPicture()
    else await element?.requestPictureInPicture()
  } catch (error) {
    // Refused by the browser, for example before the first frame.
    console.warn('picture in picture failed', error)
  }
}
