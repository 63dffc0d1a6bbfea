import { fairQueue } from './fair-queue.ts'

const inTurn = fairQueue(Number.POSITIVE_INFINITY)

/** Carries out what a member wishes of one thing, or what it causes, one after the other: what is told last holds. */
export function wishInTurn<T>(memberId: string, thing: string, carryOut: () => Promise<T>): Promise<T> {
  return inTurn(`${memberId} ${thing}`, carryOut)
}
