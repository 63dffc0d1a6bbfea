import { useMutation } from '@tanstack/react-query'
import { Eye } from '#web/ui/icons/eye.tsx'
import { EyeOff } from '#web/ui/icons/eye-off.tsx'
import { RefreshCw } from '#web/ui/icons/refresh-cw.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { renewStreamKey } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { CopyField } from './copy-field.tsx'

type StreamKeyFieldProps = { streamId: string; streamKey: string | null; onRenewed: () => void }

/** The user's stream key, masked until it is revealed, with a button that replaces it. */
export function StreamKeyField({ streamId, streamKey, onRenewed }: StreamKeyFieldProps) {
  const t = useTranslations('goLive')
  const [isShown, setIsShown] = useState(false)
  const { key, isConfirming, setIsConfirming, isPending, renew } = useKeyRenewal({
    streamId,
    streamKey,
    onRenewed,
  })
  return (
    <div className="grid justify-items-start gap-2">
      <CopyField
        label={t('key')}
        value={key ?? ''}
        copy={t('copyKey')}
        hint={t('keyHint')}
        isHidden={!isShown}
      >
        <IconButton
          variant="line"
          label={t(isShown ? 'hideKey' : 'showKey')}
          onClick={() => setIsShown(!isShown)}
          className="min-h-12 min-w-12"
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </CopyField>
      <Button variant="ghost" size="sm" className="-ms-3" onClick={() => setIsConfirming(true)}>
        <RefreshCw aria-hidden /> {t('replaceKey')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('replaceTitle')}
        description={t('replaceText')}
        confirm={t('replaceKey')}
        danger={<RefreshCw aria-hidden />}
        pending={isPending}
        onConfirm={renew}
      />
    </div>
  )
}

function useKeyRenewal({ streamId, streamKey, onRenewed }: StreamKeyFieldProps) {
  const t = useTranslations('goLive')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const { data, variables, isPending, mutate } = useMutation({
    mutationFn: (_replacedKey: string | null) => call(renewStreamKey, { params: { id: streamId } }),
    onSuccess: () => {
      setIsConfirming(false)
      toast({ title: t('replaced'), description: t('replacedText') })
      onRenewed()
    },
    onError: (error) => showFailure(error, { title: errorText(error) }),
  })
  // The new key applies until the refetched record, which may have an even newer one, replaces `streamKey`.
  const key = data && variables === streamKey ? data.streamKey : streamKey
  return { key, isConfirming, setIsConfirming, isPending, renew: () => mutate(streamKey) }
}
