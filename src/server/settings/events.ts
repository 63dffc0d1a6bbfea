import { defineEvent } from '#server/events/define-event.ts'

/**
 * In this process or another one; null: it may have been missed. The settings in memory are the old ones until
 * `settingsReloaded`.
 */
export const settingsChanged = defineEvent<{ changeId: string | null }>('settings.changed')
export const settingsReloaded = defineEvent<Record<never, never>>('settings.reloaded')
