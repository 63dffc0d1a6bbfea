import { sql } from 'drizzle-orm'

/** The time in microseconds since 1970. */
export const NOW_MICROSECONDS = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

/** The non-random hex prefix of a UUIDv7 (RFC 9562) for a Unix time in microseconds `us`. */
const uuidPrefixAt = (us: ReturnType<typeof sql>) =>
  sql`lpad(to_hex(${us} / 1000), 12, '0') || '7' || lpad(to_hex(${us} % 1000 * 4096 / 1000), 3, '0')`

/**
 * A new id from `c.us`, the time in microseconds. Read the time under the lock of the stream's row: then ids grow in the order
 * in which messages become visible.
 */
export const NEW_MESSAGE_ID = sql`(${uuidPrefixAt(sql`c.us`)} || right(gen_random_uuid()::text, 17))::uuid`

/** The lowest id from a Unix time in microseconds on. */
export const minIdAt = (us: ReturnType<typeof sql>) => sql`rpad(${uuidPrefixAt(us)}, 32, '0')::uuid`
