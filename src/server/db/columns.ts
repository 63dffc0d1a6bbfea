import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'

/** Time-ordered ids, so that an index on the id is an index on the age. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => v7())

/** A moment in UTC, to the millisecond: what JavaScript reads is what stands there. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => moment('created_at').notNull().defaultNow()
export const updatedAt = () =>
  moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())

/** Text that is compared and sorted by its code points, in every database. */
export const plainText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
})

/** Folded words to be found by; null until they have been written. Never read. */
export const searchWords = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' })
