import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { type HidingKind, blockUser, muteUser, unblockUser, unmuteUser } from '#shared/accounts/blocks.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { toast } from '#web/ui/overlays/toast.ts'

const ENDPOINTS = {
  block: { true: blockUser, false: unblockUser },
  mute: { true: muteUser, false: unmuteUser },
} as const

type Change = { kind: HidingKind; isOn: boolean }

/** Blocks or mutes a user, or undoes that. The server's message to all pages of both then hides what they show. */
export function useHiding(user: { id: string; name: string }, onDone?: () => void) {
  const t = useTranslations('hiding')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const { name } = user
  const doneText = ({ kind, isOn }: Change) => {
    if (kind === 'block') return isOn ? t('blocked', { name }) : t('unblocked', { name })
    return isOn ? t('muted', { name }) : t('unmuted', { name })
  }
  return useMutation({
    mutationFn: ({ kind, isOn }: Change) =>
      call(ENDPOINTS[kind][isOn ? 'true' : 'false'], { params: { userId: user.id } }),
    onSuccess: (_state, change) => {
      toast({ title: doneText(change) })
      void queryClient.invalidateQueries()
      onDone?.()
    },
    onError: (error) => showFailure(error, { title: t('failed'), description: errorText(error) }),
  })
}
