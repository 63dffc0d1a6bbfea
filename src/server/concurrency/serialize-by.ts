import { createFairQueue } from './fair-queue.ts'

const inTurn = createFairQueue(Number.POSITIVE_INFINITY)

/**
 * Carries out what a member wishes of one thing, one wish after the other: the one that is told last holds. Likewise what
 * a member causes, where two at once would each not see the other.
 */
export function serializeBy<T>(memberId: string, thing: string, carryOut: () => Promise<T>): Promise<T> {
  return inTurn(`${memberId} ${thing}`, carryOut)
}
