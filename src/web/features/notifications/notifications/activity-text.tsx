import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Notification } from '#shared/notifications/notifications.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { useRoleName } from '#web/features/accounts/shared/badges/role-badge.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'

/** The sentence of a notification. */
export function ActivityText({ notification }: { notification: Notification }) {
  const t = useTranslations('activity')
  const money = useMoney()
  const roleName = useRoleName()
  const { actors, actorsCount, comment, stream, video, videosCount } = notification
  const [name = '', second = ''] = actors.map(displayName)
  const values = { b: bold, name, second, others: actorsCount - 1, subject: video ? 'video' : 'post' }
  const byActorsCount = (...texts: [one: ReactNode, two: ReactNode, many: ReactNode]) =>
    texts[Math.min(actorsCount, texts.length) - 1]
  switch (notification.type) {
    case 'follow':
      return byActorsCount(
        t.rich('followOne', values),
        t.rich('followTwo', values),
        t.rich('followMany', values),
      )
    case 'like':
      return byActorsCount(t.rich('likeOne', values), t.rich('likeTwo', values), t.rich('likeMany', values))
    case 'comment':
      return byActorsCount(
        t.rich('commentOne', values),
        t.rich('commentTwo', values),
        t.rich('commentMany', values),
      )
    case 'mention':
      return comment ? t.rich('mentionInComment', values) : t.rich('mentionInPost', values)
    case 'live':
      return stream?.isLive ? t.rich('streamStarted', values) : t.rich('streamEnded', values)
    case 'video':
      return t.rich('published', { ...values, count: videosCount })
    case 'recording':
      return t.rich(video ? 'recordingReady' : 'recordingNone', values)
    case 'tip':
      return (
        <>
          {t.rich('tip', { ...values, amount: money(notification.tip.amount) })}{' '}
          {notification.tip.isSandbox && <SandboxNote variant="line" />}
        </>
      )
    case 'payout':
      return t.rich('payout', values)
    case 'announcement':
      return <bdi className="font-bold text-ink">{notification.announcement.title}</bdi>
    case 'role':
      return t.rich('role', {
        ...values,
        member: displayName(notification.user),
        role: roleName(notification.role),
      })
    case 'decision':
      return <DecisionText decision={notification.decision} />
    case 'report':
      return notification.report.isActedOn
        ? t.rich('reportActedOn', { b: bold, subject: notification.report.subjectType })
        : t.rich('reportDismissed', { b: bold, subject: notification.report.subjectType })
    default:
      return notification satisfies never
  }
}

function DecisionText({ decision }: { decision: Extract<Notification, { type: 'decision' }>['decision'] }) {
  const t = useTranslations('activity')
  const { kind, subjectType: subject, rule, isUndone, appealOutcome } = decision
  if (isUndone)
    return kind === 'removal'
      ? t.rich('contentRestored', { b: bold, subject })
      : t.rich('decisionUndone', { b: bold, kind, subject })
  if (appealOutcome === 'upheld') return t.rich('appealUpheld', { b: bold, subject })
  const values = { b: bold, subject, rule }
  if (kind === 'removal') return t.rich('contentRemoved', values)
  return kind === 'warning' ? t.rich('warned', values) : t.rich('timedOut', values)
}

const bold = (chunks: ReactNode) => <bdi className="font-bold text-ink">{chunks}</bdi>
