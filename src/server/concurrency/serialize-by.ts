import { createFairQueue } from './fair-queue.ts'

const enqueue = createFairQueue(Number.POSITIVE_INFINITY)

/**
 * Runs a user's operations on one subject one after the other, in call order: the last call determines the final state,
 * and none runs on the same state as a concurrent one. Serializes within this process only.
 */
export function serializeBy<T>(userId: string, subject: string, operation: () => Promise<T>): Promise<T> {
  return enqueue(`${userId} ${subject}`, operation)
}
