import { defineEvent } from '#server/events/define-event.ts'

/** Somebody has proved to own the account without its password: whoever had that may know more. */
export const passwordReset = defineEvent<{ userId: string }>('password.reset')
