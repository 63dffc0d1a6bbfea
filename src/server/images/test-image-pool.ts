import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { ImagePool } from './image-pool.ts'

type Options = ConstructorParameters<typeof ImagePool>[0]

/** A pool of its own for tests without an app, by the product's limits if nothing is said; its user closes it. */
export function openTestPool(changes: Partial<Options> = {}): ImagePool {
  return new ImagePool({ ...readConfig({}).images, log: pino({ level: 'silent' }), ...changes })
}
