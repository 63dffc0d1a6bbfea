import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'
import { X } from '#web/ui/icons/x.tsx'
import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { isolated } from '#web/lib/text/isolated.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { isRefusedFile } from '#web/features/media/shared/uploads/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { UploadBar } from '#web/ui/forms/upload-bar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { UploadStateText } from './upload-state-text.tsx'
import type { VideoUpload } from './video-upload.ts'
import { removeVideoUpload, videoUploads } from './video-uploads.ts'

/** One upload in the tray. */
export function UploadRow({ upload }: { upload: VideoUpload }) {
  const { submission } = useSyncExternalStore(upload.state.subscribe, upload.state.get)
  const name = submission?.details.title ?? upload.file.name
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 truncate text-small font-bold">
          <bdi>{name}</bdi>
        </p>
        <UploadControls upload={upload} name={name} />
      </div>
      <UploadProgress upload={upload} />
      <UploadLink upload={upload} />
    </li>
  )
}

/** Progress and state of an upload, with 'Try again' when it failed. */
export function UploadProgress({ upload }: { upload: VideoUpload }) {
  const t = useTranslations('videoUploads')
  const errorText = useErrorText()
  const { phase, sent, failure } = useSyncExternalStore(upload.state.subscribe, upload.state.get)
  const isSending = phase === 'uploading' || phase === 'paused'
  return (
    <div className="grid gap-1.5">
      {isSending && (
        <UploadBar label={t('progress')} progress={upload.file.size > 0 ? sent / upload.file.size : 0} />
      )}
      <UploadStateText upload={upload} />
      {phase === 'failed' && (
        <>
          <p className="text-small text-danger">{errorText(failure?.error)}</p>
          {!isRefusedFile(failure?.error) && (
            <Button size="sm" onClick={() => upload.retry()} className="justify-self-start">
              {t('tryAgain')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** Pause or continue, and cancel or close. */
export function UploadControls({ upload, name }: { upload: VideoUpload; name: string }) {
  const t = useTranslations('videoUploads')
  const { phase, sent } = useSyncExternalStore(upload.state.subscribe, upload.state.get)
  const [isConfirming, setIsConfirming] = useState(false)
  const needsConfirmation = upload.isActive
  return (
    <>
      {phase === 'uploading' && sent < upload.file.size && (
        <IconButton label={t('pause', { name })} onClick={() => upload.pause()}>
          <Pause aria-hidden />
        </IconButton>
      )}
      {phase === 'paused' && (
        <IconButton label={t('continue', { name })} onClick={() => upload.resume()}>
          <Play aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={t(needsConfirmation ? 'cancel' : 'remove', { name })}
        onClick={() => (needsConfirmation ? setIsConfirming(true) : removeVideoUpload(upload))}
      >
        <X aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t.rich('cancelTitle', { name, bdi: isolated })}
        description={t('cancelText')}
        confirm={t('cancelConfirm')}
        cancel={t('cancelKeep')}
        danger={<X aria-hidden />}
        onConfirm={() => {
          setIsConfirming(false)
          removeVideoUpload(upload)
        }}
      />
    </>
  )
}

function UploadLink({ upload }: { upload: VideoUpload }) {
  const t = useTranslations('videoUploads')
  const { phase, submission } = useSyncExternalStore(upload.state.subscribe, upload.state.get)
  const linkClass =
    'inline-flex min-h-(--tap) items-center justify-self-start text-small font-semibold text-link underline'
  if (phase === 'created')
    return (
      <Link href="/creator/videos" className={linkClass}>
        {t('toVideos')}
      </Link>
    )
  if (submission) return null
  return (
    <Link
      href="/creator/videos/upload"
      onClick={() => videoUploads.set({ currentId: upload.id })}
      className={linkClass}
    >
      {t('addDetails')}
    </Link>
  )
}
