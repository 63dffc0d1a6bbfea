import { createTranslator } from 'use-intl/core'
import messages from '../locales/en.json' with { type: 'json' }

/** Says a text of the server's catalogue. English is the only language so far: others pick by request here. */
export const translate = createTranslator({ locale: 'en', messages })

/** Key of a text in the server's catalogue. */
export type MessageKey = Parameters<typeof translate>[0]
