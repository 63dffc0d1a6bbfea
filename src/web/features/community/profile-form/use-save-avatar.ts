import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { setAvatar } from '#shared/community/profile.ts'
import { call } from '#web/api/call.ts'
import { startUpload } from '#web/features/media/shared/uploads/upload.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Crop } from './crop.ts'
import { cropImage } from './crop-image.ts'
import { cacheCurrentUser } from './cache-current-user.ts'

/** Crops and uploads an image and sets it as the avatar; `cancel` aborts the upload without a change. */
export function useSaveAvatar(onSaved: () => void) {
  const t = useTranslations('cropper')
  const upload = useRef<ReturnType<typeof startUpload> | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ image, crop }: { image: HTMLImageElement; crop: Crop }) => {
      const file = await cropImage(image, crop)
      upload.current = startUpload(file, { purpose: 'avatar' })
      const { url } = await upload.current.done
      upload.current = null
      return call(setAvatar, { body: { url } })
    },
    onSuccess: (user) => {
      cacheCurrentUser(user)
      toast({ title: t('saved') })
      onSaved()
    },
  })
  return {
    isPending,
    error,
    save: (image: HTMLImageElement, crop: Crop) => mutate({ image, crop }),
    cancel() {
      // The promise rejects, but the dialog that would show the error is closed.
      void upload.current?.cancel().catch(() => {})
    },
  }
}
