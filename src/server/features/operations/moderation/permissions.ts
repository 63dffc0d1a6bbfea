import type { CaseState, ModerationAction } from '#shared/operations/moderation.ts'
import { type Role, hasRole, outranks } from '#shared/roles.ts'
import type { Caller } from '#server/http/access.ts'

export type ModeratedUser = { id: string; role: Role }

/** Nobody acts on themselves, nor on an equal or higher role. */
export function mayActOn(moderator: Caller, user: ModeratedUser): boolean {
  return moderator.id !== user.id && outranks(moderator, user)
}

/** Whether a moderator may take back, without an appeal, what somebody has decided about a user; null: a deleted account. */
export function mayUndo(moderator: Caller, user: ModeratedUser, decidedBy: { role: Role } | null): boolean {
  return mayActOn(moderator, user) && !(decidedBy && outranks(decidedBy, moderator))
}

type Case = {
  state: CaseState
  /** Null when the account is deleted. */
  owner: ModeratedUser | null
  /** Whether there is something that can be removed, and is not. */
  canBeRemoved: boolean
  /** Whether it waits for review, while the case is open. */
  isHeld: boolean
}

/** Returns what a moderator may do with a case. A closed one takes further decisions about its owner. */
export function allowedActions(
  moderator: Caller,
  { state, owner, canBeRemoved, isHeld }: Case,
): ModerationAction[] {
  if (owner?.id === moderator.id) return []
  const isAdmin = hasRole(moderator, 'admin')
  if (state === 'handed_over' && !isAdmin) return []
  const mayDecide = owner === null || mayActOn(moderator, owner)
  const actions: ModerationAction[] = []
  // Somebody must be able to close a report of a super_admin.
  if (state !== 'closed' && (mayDecide || moderator.role === 'super_admin')) actions.push('dismiss')
  if (mayDecide && canBeRemoved) actions.push('remove')
  // These would end the case, and leave waiting what is held.
  if (mayDecide && owner && !(isHeld && state !== 'closed')) actions.push('warn', 'timeout')
  if (state === 'open' && !isAdmin) actions.push('hand_over')
  return actions
}
