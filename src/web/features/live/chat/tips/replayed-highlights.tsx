import type { ReplayedMessage } from '#shared/videos/videos.ts'
import { TipHighlights } from './tip-highlights.tsx'

type ReplayedTip = { replayed: ReplayedMessage; seconds: number }

/** Tips that are highlighted at the current second of a recording. */
export function ReplayedHighlights({ tips }: { tips: readonly ReplayedTip[] }) {
  return (
    <TipHighlights
      tips={tips.flatMap(({ replayed: { message }, seconds }) => {
        const { id: messageId, user, message: text, tip } = message
        return tip ? [{ messageId, user, message: text, ...tip, seconds }] : []
      })}
    />
  )
}
