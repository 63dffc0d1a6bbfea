import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { removeAvatar } from '#shared/community/profile.ts'
import { displayName, type CurrentUser } from '#shared/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { cacheCurrentUser } from './cache-current-user.ts'

/** The user's avatar: choosing and cropping an image saves it immediately, independently of the form. */
export function AvatarField({ user }: { user: CurrentUser }) {
  const t = useTranslations('profileForm')
  const { Component: CropDialog, isLoading, load } = useLazyComponent(loadCropDialog)
  const [url, setUrl] = useState<string | null>(null)
  const crop = async (file: File) => {
    if (await load()) setUrl(URL.createObjectURL(file))
  }
  const src = user.profileImageUrl
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar seed={user.id} name={displayName(user)} src={src} size={92} />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2.5">
          <FileButton
            label={t('photo')}
            accept="image/*"
            pending={isLoading}
            onPick={(file) => void crop(file)}
          >
            {src ? t('changePhoto') : t('addPhoto')}
          </FileButton>
          {src && <RemovePhoto />}
        </div>
        <p className="text-meta text-ink-3">{t('photoHint')}</p>
      </div>
      {CropDialog && url && <CropDialog url={url} onClose={() => setUrl(null)} />}
    </div>
  )
}

const loadCropDialog = async () => (await import('./crop-dialog.tsx')).CropDialog

function RemovePhoto() {
  const t = useTranslations('profileForm')
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(removeAvatar, {}),
    onSuccess: (user) => {
      cacheCurrentUser(user)
      toast({ title: t('photoRemoved') })
    },
    onError: (error) => toast({ variant: 'destructive', title: errorText(error) }),
  })
  return (
    <Button variant="ghost" pending={isPending} onClick={() => mutate()}>
      {t('removePhoto')}
    </Button>
  )
}
