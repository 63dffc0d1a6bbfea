import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CropArea } from './crop-area.tsx'
import { type Crop, MAX_ZOOM, INITIAL_CROP, zoomCrop } from './crop.ts'
import { useSaveAvatar } from './use-save-avatar.ts'

type CropDialogProps = {
  /** Object URL of the chosen file; revoked once the image is loaded. */
  url: string
  /** `isSaved` is true when the avatar was changed. */
  onClose: (isSaved: boolean) => void
}

/** Crops an image and saves it as the current user's avatar. */
export function CropDialog({ url, onClose }: CropDialogProps) {
  const t = useTranslations('cropper')
  const image = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | 'broken' | null>(null)
  const [crop, setCrop] = useState<Crop>(INITIAL_CROP)
  const { isPending, error, save, cancel } = useSaveAvatar(() => onClose(true))
  const onLoaded = (result: { width: number; height: number } | 'broken') => {
    URL.revokeObjectURL(url)
    setSize(result)
  }
  const close = () => {
    cancel()
    onClose(false)
  }
  const canSave = size !== null && size !== 'broken'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="narrow"
      title={t('title')}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {t('cancel')}
          </Button>
          <Button
            variant="action"
            disabled={!canSave}
            pending={isPending}
            pendingText={t('saving')}
            onClick={() => image.current && save(image.current, crop)}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error !== null && <SaveFailed error={error} />}
        {size === 'broken' ? (
          <Alert title={t('unreadable')}>{t('unreadableText')}</Alert>
        ) : (
          <CropArea crop={crop} onChange={setCrop} size={size ?? { width: 1, height: 1 }}>
            <img
              ref={image}
              src={url}
              alt=""
              draggable={false}
              className="size-full max-w-none"
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                onLoaded(width > 0 && height > 0 ? { width, height } : 'broken')
              }
              onError={() => onLoaded('broken')}
            />
          </CropArea>
        )}
        {canSave && (
          <Zoom zoom={crop.zoom} onZoom={(zoom) => setCrop((current) => zoomCrop(current, size, zoom))} />
        )}
      </div>
    </Dialog>
  )
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const t = useTranslations('cropper')
  return (
    <div>
      <label className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3.5 text-small font-[650]">
        {t('zoom')}
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => onZoom(Number(event.target.value))}
          className="h-(--tap) w-full accent-(--link)"
        />
      </label>
      <p id="crop-keys" className="mt-1.5 text-meta text-ink-3">
        {t('instructions')}
      </p>
    </div>
  )
}

function SaveFailed({ error }: { error: unknown }) {
  const t = useTranslations('cropper')
  const errorText = useErrorText()
  return <Alert title={t('failed')}>{errorText(error)}</Alert>
}
