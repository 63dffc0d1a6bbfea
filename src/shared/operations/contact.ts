import * as z from 'zod/mini'
import { LIMITS } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { coarseMaxLength, id, requiredLine, requiredNameLine, requiredText } from '#shared/fields.ts'

/** In code points. */
export const CONTACT_LIMITS = { fullName: 100, subject: 200, message: 5000 } as const

export const contactMessage = z.object({
  fullName: requiredNameLine(CONTACT_LIMITS.fullName),
  email: z.string().check(coarseMaxLength(LIMITS.email), z.trim(), z.email(), z.maxLength(LIMITS.email)),
  subject: requiredLine(CONTACT_LIMITS.subject),
  message: requiredText(CONTACT_LIMITS.message),
})

/** Sends a message to the operators of the site; it is stored with the caller's account if there is one. */
export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'anyone',
  rate: 'contactMessages',
  body: contactMessage,
  response: z.object({ id }),
  status: 201,
})
