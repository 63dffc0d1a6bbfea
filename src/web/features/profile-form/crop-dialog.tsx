import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CropArea } from './crop-area.tsx'
import { type Crop, MAX_ZOOM, MIDDLE, zoomed } from './crop.ts'
import { useSaveAvatar } from './use-save-avatar.ts'

type CropDialogProps = {
  /** Of the chosen file, within this page; given up once the picture is loaded. */
  url: string
  /** With true when the picture is the member's face now. */
  onClose: (isSaved: boolean) => void
}

/** Cuts a face out of a picture, and keeps it as the member's. */
export function CropDialog({ url, onClose }: CropDialogProps) {
  const t = useTranslations('cropper')
  const picture = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | 'broken' | null>(null)
  const [crop, setCrop] = useState<Crop>(MIDDLE)
  const { isPending, error, save, cancel } = useSaveAvatar(() => onClose(true))
  const loaded = (found: { width: number; height: number } | 'broken') => {
    URL.revokeObjectURL(url)
    setSize(found)
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
            onClick={() => picture.current && save(picture.current, crop)}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error !== null && <SaveFailed error={error} />}
        {size === 'broken' ? (
          <Alert title={t('broken')}>{t('brokenText')}</Alert>
        ) : (
          <CropArea crop={crop} onChange={setCrop} size={size ?? { width: 1, height: 1 }}>
            <img
              ref={picture}
              src={url}
              alt=""
              draggable={false}
              className="size-full max-w-none"
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                loaded(width > 0 && height > 0 ? { width, height } : 'broken')
              }
              onError={() => loaded('broken')}
            />
          </CropArea>
        )}
        {canSave && (
          <Zoom zoom={crop.zoom} onZoom={(zoom) => setCrop((before) => zoomed(before, size, zoom))} />
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
        {t('keys')}
      </p>
    </div>
  )
}

function SaveFailed({ error }: { error: unknown }) {
  const t = useTranslations('cropper')
  const errorText = useErrorText()
  return <Alert title={t('failed')}>{errorText(error)}</Alert>
}
