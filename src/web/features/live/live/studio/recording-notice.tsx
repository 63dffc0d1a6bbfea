import { useTranslations } from 'use-intl/react'
import { type RecordingProblem, type Stream, updateStream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** Says why a live stream is not recorded although it should be, and what its creator can do. */
export function RecordingNotice({ stream }: { stream: Stream }) {
  const t = useTranslations('studio')
  const problem = stream.isLive ? stream.recordingProblem : null
  if (!problem) return null
  return (
    <Alert title={t('notRecorded')}>
      <ProblemText problem={problem} />
      {problem === 'failed' && <RecordAgain streamId={stream.id} />}
    </Alert>
  )
}

function ProblemText({ problem }: { problem: RecordingProblem }) {
  const t = useTranslations('studio')
  switch (problem) {
    case 'noSpace':
      return t('recordingNoSpace')
    case 'storageFull':
      return t('recordingStorageFull')
    case 'engineDown':
      return t('recordingEngineDown')
    case 'failed':
      return t('recordingFailed')
    default:
      return problem satisfies never
  }
}

/** The server begins a recording when the setting is switched on. */
function RecordAgain({ streamId: id }: { streamId: string }) {
  const t = useTranslations('studio')
  const showFailure = useFailureToast()
  const set = (recordStream: boolean) =>
    call(updateStream, { params: { id }, body: { settings: { recordStream } } })
  const { isPending, run } = usePendingAction(
    async () => {
      await set(false)
      await set(true)
    },
    (error) => showFailure(error, { title: t('recordAgainFailed') }),
  )
  return (
    <Button size="sm" className="mt-2" pending={isPending} onClick={run}>
      {t('recordAgain')}
    </Button>
  )
}
