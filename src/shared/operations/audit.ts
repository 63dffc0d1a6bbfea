import * as z from 'zod/mini'

/**
 * The actions of admins and moderators that the audit trail records: the kind of the subject, and a verb in the past
 * tense.
 */
export const AUDIT_ACTIONS = [
  'announcement.sent',
  'appeal.upheld',
  'contact.answered',
  'contact.assigned',
  'contact.done',
  'contact.reopened',
  'content.removed',
  'decision.undone',
  'invitation.created',
  'invitation.revoked',
  'media.deleted',
  'media.described',
  'media.orphans_cleared',
  'report.dismissed',
  'report.handed_over',
  'setting.changed',
  'tip.refund_requested',
  'tip.refunded',
  'tip.refund_failed',
  'tip.paid_out',
  'user.role_changed',
  'user.deactivated',
  'user.activated',
  'user.signed_out',
  'user.noted',
  'user.approved',
  'user.refused',
  'user.timed_out',
  'user.warned',
] as const
export const auditAction = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.output<typeof auditAction>
