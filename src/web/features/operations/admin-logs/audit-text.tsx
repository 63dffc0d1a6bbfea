import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { AuditEntry } from '#shared/operations/admin-logs.ts'
import { type AuditAction, auditAction } from '#shared/operations/audit.ts'
import { role as roleSchema } from '#shared/role-schema.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { useRoleName } from '#web/features/accounts/shared/badges/role-badge.tsx'
import { UserLink } from './user-link.tsx'

/** The sentence of an entry of the audit trail; an action of an earlier version has its raw name. */
export function AuditText({ entry }: { entry: AuditEntry }): ReactNode {
  const t = useTranslations('adminLogs')
  const valueOf = useDetails(entry)
  const { actor, subject, subjectId } = entry
  const values = {
    actor: actor ? displayName(actor) : t('formerMember'),
    subject: subject ? displayName(subject) : subjectId,
    by: () => <UserLink user={actor} />,
    about: () => (subject ? <UserLink user={subject} /> : <SubjectId id={subjectId} />),
  }
  const sentences: Record<AuditAction, () => ReactNode> = {
    'announcement.sent': () => t.rich('announcedText', { ...values, title: valueOf.text('title') }),
    'contact.answered': () => t.rich('contactAnsweredText', values),
    'contact.assigned': () => t.rich('contactAssignedText', values),
    'contact.done': () => t.rich('contactDoneText', values),
    'contact.reopened': () => t.rich('contactReopenedText', values),
    'invitation.created': () => t.rich('invitedText', values),
    'invitation.revoked': () => t.rich('uninvitedText', values),
    'media.deleted': () => t.rich('mediaDeletedText', { ...values, name: valueOf.text('name') }),
    'media.described': () => t.rich('mediaDescribedText', { ...values, name: valueOf.text('name') }),
    'media.orphans_cleared': () => t.rich('orphansClearedText', values),
    'setting.changed': () => t.rich('settingChangedText', values),
    'tip.refund_requested': () =>
      t.rich('refundRequestedText', { ...values, amount: valueOf.money('amount') }),
    'tip.refunded': () => t.rich('refundedText', { ...values, amount: valueOf.money('refundedAmount') }),
    'tip.refund_failed': () => t.rich('refundFailedText', values),
    'tip.paid_out': () => t.rich('paidOutText', { ...values, amount: valueOf.money('amount') }),
    'user.role_changed': () =>
      t.rich('roleChangedText', {
        ...values,
        before: valueOf.role('before'),
        after: valueOf.role('after'),
      }),
    'user.deactivated': () => t.rich('deactivatedText', values),
    'user.activated': () => t.rich('activatedText', values),
    'user.signed_out': () => t.rich('signedOutText', values),
    'user.noted': () => t.rich('notedText', values),
    'user.approved': () => t.rich('approvedText', values),
    'user.refused': () => t.rich('refusedText', values),
    'appeal.upheld': () => t.rich('appealUpheldText', values),
    'content.removed': () => t.rich('contentRemovedText', { ...values, name: valueOf.text('rule') }),
    'decision.undone': () => t.rich('decisionUndoneText', values),
    'report.dismissed': () => t.rich('reportDismissedText', values),
    'report.handed_over': () => t.rich('reportHandedOverText', values),
    'user.timed_out': () => t.rich('timedOutText', { ...values, name: valueOf.text('rule') }),
    'user.warned': () => t.rich('warnedText', { ...values, name: valueOf.text('rule') }),
  }
  const { data: action } = auditAction.safeParse(entry.action)
  return action ? sentences[action]() : t.rich('otherText', { ...values, action: entry.action })
}

const SubjectId = ({ id }: { id: string }) => (
  <code dir="ltr" className="text-meta [overflow-wrap:anywhere]">
    {id}
  </code>
)

/** Returns how the details of an entry are shown: '–' where one is missing. */
function useDetails({ details }: AuditEntry) {
  const money = useMoney()
  const roleName = useRoleName()
  return {
    text: (name: string) => {
      const text = details[name]
      return typeof text === 'string' ? text : '–'
    },
    money: (name: string) => {
      const amount = details[name]
      return typeof amount === 'string' ? money(amount) : '–'
    },
    role: (name: string) => {
      const { data } = roleSchema.safeParse(details[name])
      return data ? roleName(data) : '–'
    },
  }
}

/** Returns a function that names an action. */
export function useActionName(): (action: AuditAction) => string {
  const t = useTranslations('adminLogs')
  const names: Record<AuditAction, string> = {
    'announcement.sent': t('announced'),
    'contact.answered': t('contactAnswered'),
    'contact.assigned': t('contactAssigned'),
    'contact.done': t('contactDone'),
    'contact.reopened': t('contactReopened'),
    'invitation.created': t('invited'),
    'invitation.revoked': t('uninvited'),
    'media.deleted': t('mediaDeleted'),
    'media.described': t('mediaDescribed'),
    'media.orphans_cleared': t('orphansCleared'),
    'setting.changed': t('settingChanged'),
    'tip.refund_requested': t('refundRequested'),
    'tip.refunded': t('refunded'),
    'tip.refund_failed': t('refundFailed'),
    'tip.paid_out': t('paidOut'),
    'user.role_changed': t('roleChanged'),
    'user.deactivated': t('deactivated'),
    'user.activated': t('activated'),
    'user.signed_out': t('signedOut'),
    'user.noted': t('noted'),
    'user.approved': t('approved'),
    'user.refused': t('refused'),
    'appeal.upheld': t('appealUpheld'),
    'content.removed': t('contentRemoved'),
    'decision.undone': t('decisionUndone'),
    'report.dismissed': t('reportDismissed'),
    'report.handed_over': t('reportHandedOver'),
    'user.timed_out': t('timedOut'),
    'user.warned': t('warned'),
  }
  return (action) => names[action]
}
