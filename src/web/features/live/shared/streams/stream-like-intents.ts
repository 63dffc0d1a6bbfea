import { LastIntent } from '#web/lib/last-intent.ts'
import type { ToggleState } from '#web/ui/toggles/use-toggle.ts'

/** The likes of streams that are being sent; they are newer than those in messages of the server. */
export const streamLikeIntents = new LastIntent<boolean, ToggleState>()
