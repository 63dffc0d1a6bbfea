import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { removeAvatar } from '#shared/profile.ts'
import { displayName, type CurrentUser } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { cacheCurrentUser } from './cache-current-user.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

/** The user's avatar: choosing and cropping an image saves it immediately, independently of the form. */
export function AvatarField({ user }: { user: CurrentUser }) {
  const t = useTranslations('profileForm')
  const [url, setUrl] = useState<string | null>(null)
  const src = user.profileImageUrl
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar seed={user.id} name={displayName(user)} src={src} size={92} />
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2.5">
          <FileButton
            label={t('photo')}
            accept="image/*"
            onPick={(file) => setUrl(URL.createObjectURL(file))}
          >
            {src ? t('changePhoto') : t('addPhoto')}
          </FileButton>
          {src && <RemovePhoto />}
        </div>
        <p className="text-meta text-ink-3">{t('photoHint')}</p>
      </div>
      {url && (
        <Suspense fallback={<PageSpinner />}>
          <CropDialog url={url} onClose={() => setUrl(null)} />
        </Suspense>
      )}
    </div>
  )
}

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
