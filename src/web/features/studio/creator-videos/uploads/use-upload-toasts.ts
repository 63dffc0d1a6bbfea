import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { ApiError } from '#web/api/api-error.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { VideoUpload } from './video-upload.ts'

/** Shows the outcome of each upload once, on whatever page the user is. */
export function useUploadToasts(uploads: readonly VideoUpload[]): void {
  const t = useTranslations('videoUploads')
  const showFailure = useFailureToast()
  const announce = useEffectEvent((upload: VideoUpload) => {
    const { phase, failure } = upload.state.get()
    if (phase === 'created') toast({ title: t('uploaded') })
    if (phase !== 'failed' || !failure) return
    const { step, error } = failure
    const status = error instanceof ApiError ? error.status : 0
    if (step === 'create') showFailure(error, { title: t('error'), description: t('createFailed') })
    else if (status === 415) showFailure(error, { title: t('wrongType'), description: t('wrongTypeText') })
    else if (status === 413) showFailure(error, { title: t('tooLarge'), description: t('tooLargeText') })
    else showFailure(error, { title: t('uploadFailed'), description: t('uploadFailedText') })
  })
  useEffect(() => {
    const cleanups = uploads.map((upload) => {
      const announceChange = () => {
        const { phase } = upload.state.get()
        if (announcedPhase.get(upload) === phase) return
        announcedPhase.set(upload, phase)
        announce(upload)
      }
      announceChange()
      return upload.state.subscribe(announceChange)
    })
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }, [uploads])
}

/** Outlives the component, so that no outcome is announced twice. */
const announcedPhase = new WeakMap<VideoUpload, string>()
