import * as z from 'zod/mini'
import { DECISION_KINDS } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page, requiredText } from '#shared/fields.ts'
import { reportSubject, snapshot } from './reports.ts'

const decisionKind = z.enum(DECISION_KINDS)
export type DecisionKind = z.output<typeof decisionKind>

export const MAX_APPEAL_WORDS = 2000

const appeal = z.object({
  words: z.string(),
  createdAt: instant,
  /** Null until a moderator has decided. */
  outcome: z.nullable(z.enum(['upheld', 'reversed'])),
  /** What the moderator answers; null before, and without an answer. */
  note: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
})

/** A decision as shown to the member that it concerns; it does not say which moderator decided. */
export const decision = z.object({
  id,
  kind: decisionKind,
  subjectType: reportSubject,
  /** What it is about, as it was then. */
  snapshot,
  /** The rule that it names, as it read then. */
  rule: z.string(),
  /** The moderator's own words; null without. */
  note: z.nullable(z.string()),
  /** The end of a time-out. */
  until: z.nullable(instant),
  createdAt: instant,
  /** When it was taken back: the content was restored, or the time-out ended early. */
  undoneAt: z.nullable(instant),
  /** When removed content was deleted for good, or its author deleted it. */
  deletedAt: z.nullable(instant),
  appeal: z.nullable(appeal),
  /** True until the member has appealed, while the decision is in force. */
  canAppeal: z.boolean(),
})
export type Decision = z.output<typeof decision>

/** The decisions about the caller, the newest first. */
export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/decisions',
  access: 'member',
  query: page,
  response: z.array(decision),
})

/** A decision about the caller. */
export const getDecision = endpoint({
  method: 'GET',
  path: '/api/decisions/:id',
  access: 'member',
  params: z.object({ id }),
  response: decision,
})

/** Appeals a decision about the caller, once. Throws 409 for a second appeal, and for a decision that was taken back. */
export const createAppeal = endpoint({
  method: 'POST',
  path: '/api/appeals',
  access: 'member',
  body: z.object({ decisionId: id, words: requiredText(MAX_APPEAL_WORDS) }),
  response: decision,
})
