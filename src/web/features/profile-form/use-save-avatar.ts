import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { setAvatar } from '#shared/profile.ts'
import { call } from '#web/api/call.ts'
import { startUpload } from '#web/lib/uploads/upload.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Crop } from './crop.ts'
import { cropImage } from './crop-image.ts'
import { cacheOwnUser } from './cache-own-user.ts'

/** Cuts, uploads and takes into use; `cancel` gives the upload up, and nothing has changed then. */
export function useSaveAvatar(onSaved: () => void) {
  const t = useTranslations('cropper')
  const upload = useRef<ReturnType<typeof startUpload> | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ picture, crop }: { picture: HTMLImageElement; crop: Crop }) => {
      const file = await cropImage(picture, crop)
      upload.current = startUpload(file, { purpose: 'avatar' })
      const { url } = await upload.current.done
      upload.current = null
      return call(setAvatar, { body: { url } })
    },
    onSuccess: (user) => {
      cacheOwnUser(user)
      toast({ title: t('saved') })
      onSaved()
    },
  })
  return {
    isPending,
    error,
    save: (picture: HTMLImageElement, crop: Crop) => mutate({ picture, crop }),
    cancel() {
      // Its promise rejects, and the dialog that would say so is gone.
      void upload.current?.cancel().catch(() => {})
    },
  }
}
