import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { THUMBNAIL } from '#shared/thumbnails.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type CameraDialogProps = { onClose: () => void; onPicture: (file: File) => void }

/** Shows the camera and takes a picture of it. The camera is closed with the dialog. */
export function CameraDialog({ onClose, onPicture }: CameraDialogProps) {
  const t = useTranslations('streamForm')
  const video = useRef<HTMLVideoElement>(null)
  const { state, retry } = useCamera(video)
  const take = async () => {
    const picture = video.current && (await capture(video.current))
    if (picture) onPicture(picture)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('takePicture')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="action" disabled={state !== 'open'} onClick={() => void take()}>
            {t('shutter')}
          </Button>
        </>
      }
    >
      {state === 'failed' ? (
        <div className="grid justify-items-start gap-3">
          <Alert>{t('cameraFailed')}</Alert>
          <Button onClick={retry}>{t('cameraRetry')}</Button>
        </div>
      ) : (
        <div className="relative aspect-video overflow-hidden rounded-control bg-thread-night text-on-video">
          <video
            ref={video}
            autoPlay
            playsInline
            muted
            aria-label={t('cameraPicture')}
            className="size-full object-cover"
          />
          {state === 'opening' && (
            <div className="absolute inset-0 grid place-items-center">
              <Spinner />
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** Opens the camera for a video element while the component is mounted. */
function useCamera(video: React.RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<'opening' | 'open' | 'failed'>('opening')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isClosed = false
    let media: MediaStream | null = null
    const stop = () => media?.getTracks().forEach((track) => track.stop())
    const open = async () => {
      media = await navigator.mediaDevices.getUserMedia({ video: CONSTRAINTS })
      if (isClosed || !video.current) return stop()
      video.current.srcObject = media
      await video.current.play()
      if (!isClosed) setState('open')
    }
    open().catch((error: unknown) => {
      console.warn('the camera could not be opened', error)
      if (!isClosed) setState('failed')
    })
    return () => {
      isClosed = true
      stop()
    }
  }, [attempt, video])
  const retry = () => {
    setState('opening')
    setAttempt(attempt + 1)
  }
  return { state, retry }
}

const CONSTRAINTS = { width: { ideal: THUMBNAIL.width }, height: { ideal: THUMBNAIL.height } }

/** Returns the current frame as a JPEG; null if the browser cannot encode it. */
async function capture(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.9)
  })
  return blob && new File([blob], 'camera.jpg', { type: blob.type })
}
