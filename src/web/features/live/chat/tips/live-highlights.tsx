import type { TipHighlight } from '#shared/live/chat.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { TipHighlights } from './tip-highlights.tsx'

const TICK_MS = 1000

/** Highlighted tips of a live chat, each until its end by this device's clock. */
export function LiveHighlights({ highlights }: { highlights: readonly TipHighlight[] }) {
  const now = useNow(TICK_MS).getTime()
  const tips = highlights.map(({ until, ...tip }) => ({ ...tip, seconds: (Date.parse(until) - now) / 1000 }))
  return <TipHighlights tips={tips.filter(({ seconds }) => seconds > 0)} />
}
