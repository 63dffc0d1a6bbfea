import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { UnfinishedUpload } from '#shared/media/uploads.ts'
import { beginVideoUpload } from '#web/features/studio/creator-videos/uploads/begin-upload.ts'
import { findVideoProblem } from '#web/features/studio/creator-videos/uploads/video-file.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** Checks a chosen file and starts or continues its upload. Resolves to whether it runs. */
export function useChooseVideo(userId: string) {
  const t = useTranslations('videoUpload')
  const [isChecking, setIsChecking] = useState(false)
  const choose = async (file: File, expected?: UnfinishedUpload): Promise<boolean> => {
    setIsChecking(true)
    try {
      const problem = await findVideoProblem(file)
      if (problem) {
        toast({
          variant: 'destructive',
          title: t(problem === 'wrongType' ? 'wrongType' : 'tooLarge'),
          description: t(problem === 'wrongType' ? 'wrongTypeText' : 'tooLargeText'),
        })
        return false
      }
      const isSameFile = await beginVideoUpload(file, { userId, ...(expected && { expected }) })
      if (!isSameFile)
        toast({
          variant: 'destructive',
          title: t('otherFile'),
          description: t('otherFileText', { name: expected?.fileName ?? '' }),
        })
      return isSameFile
    } finally {
      setIsChecking(false)
    }
  }
  return { isChecking, choose }
}
