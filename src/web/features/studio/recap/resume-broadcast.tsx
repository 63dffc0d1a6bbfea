import { RotateCcw } from '#web/ui/icons/rotate-ccw.tsx'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { updateStream } from '#shared/live/streams.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'

type ResumeBroadcastProps = {
  streamId: string
  /** In ms since 1970; afterwards nothing is shown. */
  until: number
}

/** Makes the stream live again: the studio, which it opens, sends at once to a stream that is live. */
export function ResumeBroadcast({ streamId: id, until }: ResumeBroadcastProps) {
  const t = useTranslations('recap')
  const [, navigate] = useLocation()
  const showFailure = useFailureToast()
  const isOver = useIsOver(until)
  const { isPending, run } = usePendingAction(
    async () => {
      await call(updateStream, { params: { id }, body: { isLive: true } })
      navigate(`/stream/${id}/broadcast`)
    },
    (error) => {
      const description = apiText(error)
      showFailure(error, { title: t('resumeFailed'), ...(description !== null && { description }) })
    },
  )
  // A request that was made in time may take longer.
  if (isOver && !isPending) return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken py-2 ps-4 pe-2">
      <span className="font-semibold">{t('endedByMistake')}</span>
      <Button variant="line" pending={isPending} onClick={run}>
        <RotateCcw aria-hidden /> {t('resume')}
      </Button>
    </p>
  )
}

function useIsOver(until: number): boolean {
  const [isOver, setIsOver] = useState(() => Date.now() >= until)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return isOver
}
