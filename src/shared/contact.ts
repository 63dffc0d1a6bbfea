import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { coarseMaxLength, id, requiredLine, requiredNameLine, requiredText } from './fields.ts'

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Office hours in one region: `text` for display, the other fields to compute them in the reader's time zone. */
export const openHours = z.object({
  region: requiredNameLine(60),
  text: requiredLine(60),
  from: timeOfDay,
  to: timeOfDay,
  /** Of `from` and `to`: `-05:00`. */
  utcOffset: z.string().check(z.regex(/^[+-](0\d|1[0-4]):[0-5]\d$/)),
})
export type OpenHours = z.output<typeof openHours>

/** Degrees, and the initial zoom of the map: 1 is the world, 19 a house. */
export const mapLocation = z.object({
  latitude: z.number().check(z.minimum(-85), z.maximum(85)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  zoom: z.int().check(z.minimum(1), z.maximum(19)),
})
export type MapLocation = z.output<typeof mapLocation>

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
