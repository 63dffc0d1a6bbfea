import type { Stream } from '#shared/live/streams.ts'
import { RecordingState } from '#web/features/studio/recap/recording-state.tsx'
import { focusMainOnRemoval } from '#web/lib/navigation/focus-main-on-removal.ts'
import { Card } from '#web/ui/card.tsx'

/** For the owner of an ended stream: the state of the last broadcast's recording, and what can be done with it. */
export function OwnerRecording({ stream }: { stream: Stream }) {
  return (
    // The page of a recording replaces this one once the owner publishes it.
    <div ref={focusMainOnRemoval} className="contents">
      <Card className="p-4 empty:hidden">
        <RecordingState stream={stream} hidesUnrecorded />
      </Card>
    </div>
  )
}
