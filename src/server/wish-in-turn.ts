import { fairQueue } from './fair-queue.ts'

const inTurn = fairQueue(Number.POSITIVE_INFINITY)

/** Carries out what one member wishes of one thing, one wish after the other: the one that is told last is the one that holds. */
export function wishInTurn<T>(memberId: string, thing: string, carryOut: () => Promise<T>): Promise<T> {
  return inTurn(`${memberId} ${thing}`, carryOut)
}
