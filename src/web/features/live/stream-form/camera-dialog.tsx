import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { THUMBNAIL } from '#shared/media/thumbnails.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type CameraDialogProps = { onClose: () => void; onPicture: (file: File) => void }

/** Shows the camera and takes a picture of it. The camera is closed with the dialog. */
export function CameraDialog({ onClose, onPicture }: CameraDialogProps) {
  const t = useTranslations('streamForm')
  const video = useRef<HTMLVideoElement>(null)
  const { media, hasFailed, retry } = useCamera()
  const [isPlaying, setIsPlaying] = useState(false)
  useEffect(() => {
    if (video.current) video.current.srcObject = media
  }, [media])
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
          <Button variant="action" disabled={!isPlaying} onClick={() => void take()}>
            {t('capture')}
          </Button>
        </>
      }
    >
      {hasFailed ? (
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
            onPlaying={() => setIsPlaying(true)}
            aria-label={t('cameraPicture')}
            className="size-full object-cover"
          />
          {!isPlaying && (
            <div className="absolute inset-0 grid place-items-center">
              <Spinner />
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The camera, open while the component is mounted; null until it is. */
function useCamera() {
  const [media, setMedia] = useState<MediaStream | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isClosed = false
    let opened: MediaStream | null = null
    const stop = () => opened?.getTracks().forEach((track) => track.stop())
    const open = async () => {
      opened = await navigator.mediaDevices.getUserMedia({ video: CONSTRAINTS })
      if (isClosed) stop()
      else setMedia(opened)
    }
    open().catch((error: unknown) => {
      console.warn('the camera could not be opened', error)
      if (!isClosed) setHasFailed(true)
    })
    return () => {
      isClosed = true
      stop()
    }
  }, [attempt])
  const retry = () => {
    setHasFailed(false)
    setAttempt(attempt + 1)
  }
  return { media, hasFailed, retry }
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
