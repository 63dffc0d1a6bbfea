import { createFairQueue } from './fair-queue.ts'

const enqueue = createFairQueue(Number.POSITIVE_INFINITY)

/**
 * Runs the operations of a user, or of another owner such as a stream, on one subject one after the other, in call order. An operation that also publishes its event
 * keeps the events in the order of the changes; a row lock does not, as commits can be acknowledged in another order.
 * Serializes within this process only.
 */
export function serializeBy<T>(ownerId: string, subject: string, operation: () => Promise<T>): Promise<T> {
  return enqueue(`${ownerId} ${subject}`, operation)
}
