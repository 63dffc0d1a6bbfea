import { LastIntent } from '#web/lib/last-intent.ts'
import type { ToggleState } from '#web/ui/toggles/use-toggle.ts'

/** Likes of videos by the current user that are being sent: other records of these videos may be older. */
export const videoLikeIntents = new LastIntent<boolean, ToggleState>()
