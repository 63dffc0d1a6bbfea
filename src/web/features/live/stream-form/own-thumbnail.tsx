import { Camera } from '#web/ui/icons/camera.tsx'
import { ImageUp } from '#web/ui/icons/image-up.tsx'
import { X } from '#web/ui/icons/x.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { useThumbnailUpload } from '#web/features/media/shared/uploads/use-thumbnail-upload.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { UploadBar } from '#web/ui/forms/upload-bar.tsx'

type OwnThumbnailProps = {
  /** The form's thumbnail is an upload. */
  isUploaded: boolean
  /** Called with the URL of the upload; empty when it is removed. */
  onUrl: (url: string) => void
}

/** Buttons that upload an image, or a picture of the camera, as the thumbnail. */
export function OwnThumbnail({ isUploaded, onUrl }: OwnThumbnailProps) {
  const t = useTranslations('streamForm')
  const errorText = useErrorText()
  const [error, setError] = useState<string | null>(null)
  const {
    progress,
    upload: startUpload,
    cancel,
  } = useThumbnailUpload({
    onUploaded: onUrl,
    onRefused: (problem) => setError(t(problem === 'wrongType' ? 'notPicture' : 'tooLarge')),
    onFailed: (failure) => setError(errorText(failure)),
  })
  const upload = (file: File) => {
    setError(null)
    startUpload(file)
  }
  const { Component: CameraDialog, isLoading, load } = useLazyComponent(loadCameraDialog)
  const [isCameraOpen, setIsCameraOpen] = useState(false)
  const openCamera = async () => {
    if (await load()) setIsCameraOpen(true)
  }
  if (progress !== null)
    return (
      <div className="grid max-w-[480px] grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        <UploadBar label={t('uploading')} progress={progress} />
        <Button size="sm" variant="ghost" onClick={cancel}>
          {t('cancel')}
        </Button>
      </div>
    )
  return (
    <div className="grid justify-items-start gap-3">
      <div className="flex flex-wrap gap-2.5">
        <FileButton label={t('uploadPicture')} accept="image/*" onPick={upload}>
          <ImageUp aria-hidden /> {t('uploadPicture')}
        </FileButton>
        <Button pending={isLoading} onClick={() => void openCamera()}>
          <Camera aria-hidden /> {t('takePicture')}
        </Button>
        {isUploaded && (
          <Button variant="ghost" onClick={() => onUrl('')}>
            <X aria-hidden /> {t('removeUploaded')}
          </Button>
        )}
      </div>
      {error !== null && <Alert>{error}</Alert>}
      {CameraDialog && isCameraOpen && (
        <CameraDialog
          onClose={() => setIsCameraOpen(false)}
          onPicture={(file) => {
            setIsCameraOpen(false)
            upload(file)
          }}
        />
      )}
    </div>
  )
}

const loadCameraDialog = async () => (await import('./camera-dialog.tsx')).CameraDialog
