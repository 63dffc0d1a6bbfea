import { defineEvent } from '#server/events/define-event.ts'

/** The password was reset by a link. Listeners replace other secrets of the account: the old password may have been stolen. */
export const passwordReset = defineEvent<{ userId: string }>('password.reset')
