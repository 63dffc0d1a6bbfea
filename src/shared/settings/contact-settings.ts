import * as z from 'zod/mini'
import { requiredLine, requiredNameLine } from '#shared/fields.ts'

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
