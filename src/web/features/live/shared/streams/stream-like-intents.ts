import { LastIntent } from '#web/lib/last-intent.ts'
import type { ToggleState } from '#web/ui/toggles/use-toggle.ts'

/** The likes of streams that are being sent. */
export const streamLikeIntents = new LastIntent<boolean, ToggleState>()
