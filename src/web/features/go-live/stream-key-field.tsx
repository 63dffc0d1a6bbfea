import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { renewStreamKey } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { CopyField } from './copy-field.tsx'

type StreamKeyFieldProps = { streamId: string; streamKey: string | null; onRenewed: () => void }

/** The member's stream key, covered until it is asked for, and another one in its place. */
export function StreamKeyField({ streamId, streamKey, onRenewed }: StreamKeyFieldProps) {
  const t = useTranslations('goLive')
  const [isShown, setIsShown] = useState(false)
  const { key, isAsking, setIsAsking, isPending, renew } = useRenewal({ streamId, streamKey, onRenewed })
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
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </CopyField>
      <Button variant="ghost" size="sm" className="-ms-3" onClick={() => setIsAsking(true)}>
        <RefreshCw aria-hidden /> {t('replaceKey')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
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

function useRenewal({ streamId, streamKey, onRenewed }: StreamKeyFieldProps) {
  const t = useTranslations('goLive')
  const errorText = useErrorText()
  const [isAsking, setIsAsking] = useState(false)
  const { data, variables, isPending, mutate } = useMutation({
    mutationFn: (_instead: string | null) => call(renewStreamKey, { params: { id: streamId } }),
    onSuccess: () => {
      setIsAsking(false)
      toast({ title: t('replaced'), description: t('replacedText') })
      onRenewed()
    },
    onError: (error) => toast({ variant: 'destructive', title: errorText(error) }),
  })
  // Until the page has asked for it anew, which may by then bring an even later one.
  const key = data && variables === streamKey ? data.streamKey : streamKey
  return { key, isAsking, setIsAsking, isPending, renew: () => mutate(streamKey) }
}
