import type { CaseState, ModerationAction } from '#shared/operations/moderation.ts'
import { type Role, hasRole, outranks } from '#shared/roles.ts'
import type { Caller } from '#server/http/access.ts'

export type ModeratedUser = { id: string; role: Role }

/** Nobody may act on themselves, or on a user with an equal or higher role. */
export function mayActOn(moderator: Caller, user: ModeratedUser): boolean {
  return moderator.id !== user.id && outranks(moderator, user)
}

/** Whether a moderator may undo a decision about a user without an appeal. `decidedBy`: null for a deleted account. */
export function mayUndo(moderator: Caller, user: ModeratedUser, decidedBy: { role: Role } | null): boolean {
  return mayActOn(moderator, user) && !(decidedBy && outranks(decidedBy, moderator))
}

type Case = {
  state: CaseState
  /** Null when the account is deleted. */
  owner: ModeratedUser | null
  /** Whether the content exists, can be removed, and is not removed yet. */
  canBeRemoved: boolean
  /** Whether it waits for review, while the case is open. */
  isHeld: boolean
}

/** Returns the actions that a moderator may take on a case. Decisions about the owner are possible on a closed case, too. */
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
  // Both would close the case while its content is still held.
  if (mayDecide && owner && !(isHeld && state !== 'closed')) actions.push('warn', 'timeout')
  if (state === 'open' && !isAdmin) actions.push('hand_over')
  return actions
}
