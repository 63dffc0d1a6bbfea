import { useMutation } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { getReadyStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useFailureToast } from '#web/lib/hooks/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'

/** The button in the header: outlined with a sorrel icon, since each page has only one marigold action. */
export function HeaderGoLive() {
  const t = useTranslations('streams')
  const { isPending, goLive } = useGoLive()
  return (
    <Button pending={isPending} onClick={goLive} className="max-md:hidden">
      <Radio aria-hidden className="text-live-text" />
      {t('goLive')}
    </Button>
  )
}

/** The marigold action of the current user's profile. */
export function GoLiveButton() {
  const t = useTranslations('streams')
  const { isPending, goLive } = useGoLive()
  return (
    <Button variant="action" pending={isPending} onClick={goLive}>
      <Radio aria-hidden />
      {t('goLive')}
    </Button>
  )
}

/** Opens the studio of the stream that is live or ready to start, otherwise the form for a new one. */
export function useGoLive() {
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [, navigate] = useLocation()
  const { isPending, mutate } = useMutation({
    mutationFn: () => call(getReadyStream, {}),
    onSuccess: ({ streamId }) => navigate(streamId ? `/stream/${streamId}/broadcast` : '/stream/create'),
    onError: (error) => showFailure(error, { title: errorText(error) }),
  })
  return { isPending, goLive: () => mutate() }
}
