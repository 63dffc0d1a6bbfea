import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/**
 * Hides the operator's notice (the setting `general.notice`) from the user until its text changes. `version` is the
 * browser's hash of the text that the user saw, so that a new text which the page has not loaded yet is still shown.
 */
export const dismissNotice = endpoint({
  method: 'PUT',
  path: '/api/notice/dismissal',
  access: 'member',
  body: z.object({ version: z.string().check(z.regex(/^[0-9a-z]{1,13}$/)) }),
  response: z.object({ version: z.string() }),
})
