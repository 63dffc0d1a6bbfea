import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, requiredLine, requiredText, roughly } from './fields.ts'

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** When somebody answers in one part of the world: as people read it, and so that a page can tell its local time. */
export const openHours = z.object({
  region: requiredLine(60),
  text: requiredLine(60),
  from: timeOfDay,
  to: timeOfDay,
  /** Of `from` and `to`: `-05:00`. */
  utcOffset: z.string().check(z.regex(/^[+-](0\d|1[0-4]):[0-5]\d$/)),
})
export type OpenHours = z.output<typeof openHours>

/** Degrees, and how close the map begins: 1 is the world, 19 a house. */
export const mapLocation = z.object({
  latitude: z.number().check(z.minimum(-85), z.maximum(85)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  zoom: z.int().check(z.minimum(1), z.maximum(19)),
})
export type MapLocation = z.output<typeof mapLocation>

/** Characters of what is sent. */
export const CONTACT_LIMITS = { fullName: 100, subject: 200, message: 5000 } as const

export const contactMessage = z.object({
  fullName: requiredLine(CONTACT_LIMITS.fullName),
  email: z.string().check(roughly(LIMITS.email), z.trim(), z.email(), z.maxLength(LIMITS.email)),
  subject: requiredLine(CONTACT_LIMITS.subject),
  message: requiredText(CONTACT_LIMITS.message),
})

/** A message to those who run the site, from anyone; a member's stands with its account. */
export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'anyone',
  rate: 'contactMessages',
  body: contactMessage,
  response: z.object({ id }),
  status: 201,
})
