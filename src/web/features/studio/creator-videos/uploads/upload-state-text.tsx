import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import type { VideoUpload, VideoUploadState } from './video-upload.ts'

/** The state of an upload, with its speed and the time left. */
export function UploadStateText({ upload }: { upload: VideoUpload }) {
  const { size } = upload.file
  const state = useSyncExternalStore(upload.state.subscribe, upload.state.get)
  const stateText = useStateText()
  const fileSize = useFileSize()
  const timeLeft = useTimeLeft()
  const t = useTranslations('videoUploads')
  const { phase, sent, bytesPerSecond, isConnected } = state
  const isSending = phase === 'uploading' && isConnected && sent < size
  return (
    <div className="grid gap-0.5 text-meta text-ink-2">
      <output>{stateText(state, size)}</output>
      {(isSending || phase === 'paused') && (
        <p className="num flex flex-wrap gap-x-2">
          <span>{t('sent', { sent: fileSize(sent), size: fileSize(size) })}</span>
          {isSending && bytesPerSecond !== null && bytesPerSecond > 0 && (
            <>
              <span>{t('speed', { size: fileSize(bytesPerSecond) })}</span>
              <span>{timeLeft((size - sent) / bytesPerSecond)}</span>
            </>
          )}
        </p>
      )}
    </div>
  )
}

function useStateText(): (state: VideoUploadState, size: number) => string {
  const t = useTranslations('videoUploads')
  return ({ phase, isConnected, sent, submission, failure }, size) => {
    if (!isConnected) return t(navigator.onLine ? 'waitingForServer' : 'offline')
    switch (phase) {
      case 'uploading':
        if (sent >= size) return t('checking')
        if (!submission) return t('uploading')
        if (submission.details.publishAt) return t('uploadingToSchedule')
        return t(submission.details.isPublished ? 'uploadingToPublish' : 'uploadingDraft')
      case 'paused':
        return t('paused')
      case 'stored':
        return t('stored')
      case 'creating':
        return t('creating')
      case 'created':
        return t('created')
      case 'failed':
        return t(failure?.step === 'create' ? 'notCreated' : 'notUploaded')
      default:
        return phase satisfies never
    }
  }
}

function useTimeLeft(): (seconds: number) => string {
  const t = useTranslations('videoUploads')
  return (seconds) => {
    const minutes = Math.round(seconds / 60)
    if (minutes < 1) return t('secondsLeft')
    if (minutes < 100) return t('minutesLeft', { minutes })
    return t('hoursLeft', { hours: Math.round(minutes / 60) })
  }
}
