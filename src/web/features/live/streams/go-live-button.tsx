import { useMutation } from '@tanstack/react-query'
import { Radio } from '#web/ui/icons/radio.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { getReadyStream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'

/** The button in the header: outlined with a sorrel icon, since each page has only one marigold action. */
export function HeaderGoLive() {
  const t = useTranslations('streams')
  const { isPending, goLive, dialog } = useGoLive()
  return (
    <>
      <Button pending={isPending} onClick={goLive} className="max-md:hidden">
        <Radio aria-hidden className="text-live-text" />
        {t('goLive')}
      </Button>
      {dialog}
    </>
  )
}

/** The button of the strip at the top of home; small, and outlined like that in the header. */
export function StripGoLive() {
  const t = useTranslations('streams')
  const { isPending, goLive, dialog } = useGoLive()
  return (
    <>
      <Button size="sm" pending={isPending} onClick={goLive}>
        <Radio aria-hidden className="text-live-text" />
        {t('goLive')}
      </Button>
      {dialog}
    </>
  )
}

/** The marigold action of the current user's profile. */
export function GoLiveButton() {
  const t = useTranslations('streams')
  const { isPending, goLive, dialog } = useGoLive()
  return (
    <>
      <Button variant="action" pending={isPending} onClick={goLive}>
        <Radio aria-hidden />
        {t('goLive')}
      </Button>
      {dialog}
    </>
  )
}

/**
 * Opens the studio of the live stream, or of the next one that is announced soon. Otherwise it asks which of the streams
 * that can start goes live, and without any it opens the form for a new one. Render `dialog` beside the button.
 */
export function useGoLive() {
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [, navigate] = useLocation()
  const { Component: GoLiveDialog, load } = useLazyComponent(loadDialog)
  const [isAsking, setIsAsking] = useState(false)
  const { isPending, data, mutate } = useMutation({
    mutationFn: () => call(getReadyStream, {}),
    onSuccess: async ({ streamId, choices }) => {
      if (streamId) navigate(`/stream/${streamId}/broadcast`)
      else if (choices.length === 0) navigate('/stream/create')
      else setIsAsking(await load())
    },
    onError: (error) => showFailure(error, { title: errorText(error) }),
  })
  const dialog: ReactNode = GoLiveDialog && (
    <GoLiveDialog open={isAsking} onOpenChange={setIsAsking} streams={data?.choices ?? []} />
  )
  return { isPending, goLive: () => mutate(), dialog }
}

const loadDialog = async () => (await import('./go-live-dialog.tsx')).GoLiveDialog
