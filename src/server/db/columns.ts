import { type Column, type SQL, and, gte, lt } from 'drizzle-orm'
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'

/** Primary key with a UUID v7 default. The ids are time-ordered, so an index on the id also sorts by creation time. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => v7())

/** Returns an id below all ids of `primaryId` that are created from `unixMs` on; ids have no time before 1970. */
export function lastIdBefore(unixMs: number): string {
  const time = Math.max(0, Math.floor(unixMs)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** A period from one instant (ISO 8601) on and before another. */
export type Period = { from?: string | undefined; to?: string | undefined }

/** Whether a row was created in a period, by its id of `primaryId`: a range of each index that ends with the id. */
export const isCreatedIn = (id: Column, { from, to }: Period): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(id, lastIdBefore(Date.parse(from))),
    to === undefined ? undefined : lt(id, lastIdBefore(Date.parse(to))),
  )

/** `timestamptz` with millisecond precision, so that a JavaScript `Date` holds the stored value exactly. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => timestamptz('created_at').notNull().defaultNow()
export const updatedAt = () =>
  timestamptz('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())

/** Text that is compared and sorted by code point, whatever the database's default collation is. */
export const textCollateC = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
})

/** Folded words for the search index; null until they have been written. Used in conditions, never selected. */
export const searchWords = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' })
