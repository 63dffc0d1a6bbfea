import * as z from 'zod/mini'
import { decision } from './decisions.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, maxLength, page, text } from '#shared/fields.ts'
import { reportSubject, snapshot } from './reports.ts'
import { role } from '#shared/role-schema.ts'
import { MAX_RULE_LENGTH } from '#shared/settings/rules.ts'
import { userRef } from '#shared/accounts/users.ts'

/** Actions of a moderator on a case; `dismiss` shows content that waits for review. */
const MODERATION_ACTIONS = ['dismiss', 'remove', 'warn', 'timeout', 'hand_over'] as const
const moderationAction = z.enum(MODERATION_ACTIONS)
export type ModerationAction = z.output<typeof moderationAction>

/** The time-outs that can be chosen, in seconds: an hour, a day, a week, thirty days. */
export const TIMEOUT_SECONDS = [3600, 86_400, 604_800, 2_592_000] as const

/** Characters of what a moderator writes to a member or an admin. */
export const MAX_MODERATOR_NOTE = 1000

/** Days for which removed content is kept and can be restored. */
export const REMOVED_CONTENT_DAYS = 30

/** A case is `open`, waits for an admin (`handed_over`), or is `closed`. */
const caseState = z.enum(['open', 'handed_over', 'closed'])
export type CaseState = z.output<typeof caseState>
export const CASE_ORDERS = ['newest', 'most_reported'] as const

const outcome = z.enum(['dismissed', 'removal', 'warning', 'timeout'])

/** All reports of one thing, until it is dealt with, or what waits for review: one row of the queue. */
const moderationCase = z.object({
  id,
  state: caseState,
  subjectType: reportSubject,
  subjectId: id,
  /** Its author or owner; null when the account is deleted. */
  owner: z.nullable(z.extend(userRef, { role, isActive: z.boolean() })),
  /** As it was at the first report. */
  snapshot,
  /** The watched word, as it was written, for which it waits or waited for review; null for reports. */
  heldWord: z.nullable(z.string()),
  reportsCount: z.int(),
  /** The rules that reports name, the most frequent first; null: another reason. */
  reasons: z.array(z.object({ rule: z.nullable(z.string()), count: z.int() })),
  firstReportedAt: instant,
  lastReportedAt: instant,
  /** The outcome that closed it; null until then. */
  outcome: z.nullable(outcome),
  closedAt: z.nullable(instant),
  closedBy: z.nullable(userRef),
  handedOverBy: z.nullable(userRef),
  /** The other moderators who have the case open at the moment. */
  viewers: z.array(userRef),
})
export type ModerationCase = z.output<typeof moderationCase>

/** A message, comment or post around the reported one. */
const contextItem = z.object({
  id,
  user: userRef,
  text: z.string(),
  createdAt: instant,
  isReported: z.boolean(),
  /** It waits for review. */
  isHeld: z.boolean(),
  isRemoved: z.boolean(),
})
export type ContextItem = z.output<typeof contextItem>

/** A decision with the moderators who decided, for moderators. */
const moderatedDecision = z.extend(decision, {
  caseId: z.nullable(id),
  user: z.nullable(userRef),
  decidedBy: z.nullable(userRef),
  undoneBy: z.nullable(userRef),
  appealDecidedBy: z.nullable(userRef),
  /** Whether the caller may decide its appeal, or take it back. */
  canDecide: z.boolean(),
})
export type ModeratedDecision = z.output<typeof moderatedDecision>

const caseDetails = z.extend(moderationCase, {
  /** The newest reports, at most 100; none of the caller's own content. Only admins see who reported. */
  reports: z.array(
    z.object({
      id,
      rule: z.nullable(z.string()),
      words: z.nullable(z.string()),
      createdAt: instant,
      /** What was reported, where it had changed since the first report. */
      snapshot: z.nullable(snapshot),
      reporter: z.nullable(userRef),
    }),
  ),
  /** The chat messages or comments around it, in the order of its page. */
  context: z.array(contextItem),
  /** False once it is deleted. */
  exists: z.boolean(),
  /** What was decided on this case. */
  decisions: z.array(moderatedDecision),
  /** Earlier decisions about its owner, the newest first, at most 20. */
  history: z.array(moderatedDecision),
  /** How many reports of other things of its owner were dismissed. */
  dismissedCount: z.int(),
  /** What the caller may do: nothing on the own content, nor on that of an equal or higher role. */
  actions: z.array(moderationAction),
})
export type CaseDetails = z.output<typeof caseDetails>

const params = z.object({ id })

export const listCases = endpoint({
  method: 'GET',
  path: '/api/moderation/reports',
  access: 'moderator',
  query: z.extend(page, {
    state: z._default(caseState, 'open'),
    order: z._default(z.enum(CASE_ORDERS), 'newest'),
  }),
  response: z.array(moderationCase),
})

/** How much waits; `handedOver` is for admins. */
export const countModeration = endpoint({
  method: 'GET',
  path: '/api/moderation/counts',
  access: 'moderator',
  response: z.object({ open: z.int(), handedOver: z.int(), appeals: z.int() }),
})

export const getCase = endpoint({
  method: 'GET',
  path: '/api/moderation/reports/:id',
  access: 'moderator',
  params,
  response: caseDetails,
})

/**
 * Decides a case. All but `dismiss` and `hand_over` name a rule. A closed case takes further decisions on its owner. Throws
 * 403 for an action that is not among the caller's, 409 when the state is no longer the one that the caller saw.
 */
export const decideCase = endpoint({
  method: 'POST',
  path: '/api/moderation/reports/:id',
  access: 'moderator',
  rate: 'moderation',
  params,
  body: z.object({
    action: moderationAction,
    /** The state that the caller saw. */
    state: caseState,
    rule: z.optional(z.string().check(maxLength(MAX_RULE_LENGTH))),
    /** For the member: why; on handing over, for the admin. */
    note: z._default(text(MAX_MODERATOR_NOTE), ''),
    seconds: z.optional(z.literal(TIMEOUT_SECONDS)),
  }),
  response: caseDetails,
})

/** Tells the other moderators for a minute that the caller has the case open. Returns them, and the state. */
export const viewCase = endpoint({
  method: 'PUT',
  path: '/api/moderation/reports/:id/viewer',
  access: 'moderator',
  params,
  response: z.object({ viewers: z.array(userRef), state: caseState }),
})

/** Tells the other moderators that the caller has closed the page of the case. */
export const leaveCase = endpoint({
  method: 'DELETE',
  path: '/api/moderation/reports/:id/viewer',
  access: 'moderator',
  params,
  response: z.object({ left: z.literal(true) }),
})

/** Decisions whose appeal waits, the oldest first. */
export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/moderation/appeals',
  access: 'moderator',
  query: page,
  response: z.array(moderatedDecision),
})

/**
 * Decides an appeal; a reversed decision is taken back. Throws 403 for the moderator who made the decision while
 * another one may decide, and for the caller's own case; 409 when it is decided.
 */
export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/moderation/appeals/:id',
  access: 'moderator',
  params,
  body: z.object({ outcome: z.enum(['upheld', 'reversed']), note: z._default(text(MAX_MODERATOR_NOTE), '') }),
  response: moderatedDecision,
})

/**
 * Takes a decision back: restores the content, ends the time-out. Throws 403, also for what a higher role decided, and 409
 * when there is nothing to take back.
 */
export const undoDecision = endpoint({
  method: 'POST',
  path: '/api/moderation/decisions/:id/undo',
  access: 'moderator',
  params,
  response: moderatedDecision,
})
