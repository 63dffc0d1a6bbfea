import { defineEvent } from '#server/events/define-event.ts'

/** `userId` hides `otherId` from now on: by a mute, or by a block, which hides both from each other. */
export const userHidden = defineEvent<{ userId: string; otherId: string; kind: 'block' | 'mute' }>(
  'user.hidden',
)
