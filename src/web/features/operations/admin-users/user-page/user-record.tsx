import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { UserDetails } from '#shared/operations/admin-users.ts'
import { useIsSandbox } from '#web/api/site.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { RoleBadge } from '#web/features/accounts/shared/badges/role-badge.tsx'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionRow } from '#web/ui/description-row.tsx'
import { UserActions } from '../user-actions.tsx'
import { UserStatus } from '../user-status.tsx'
import { UserNotes } from './user-notes.tsx'
import { UserSessions } from './user-sessions.tsx'

/** The account, the content and the sessions of a user; `history` lists actions of admins. */
export function UserRecord({ details, history }: { details: UserDetails; history: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[5fr_3fr] xl:items-start">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <Account details={details} />
        <Content details={details} />
        <UserNotes userId={details.user.id} notes={details.notes} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <UserSessions userId={details.user.id} sessions={details.sessions} />
        {history}
      </div>
    </div>
  )
}

function Account({ details: { user } }: { details: UserDetails }) {
  const t = useTranslations('adminUsers')
  const format = useFormatter()
  const timeOf = (at: string | null) => (at ? format.dateTime(new Date(at), 'timestamp') : t('never'))
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-3.5">
        <UserAvatar user={user} size={56} decorative />
        <div className="min-w-0 flex-1">
          <p className="font-bold [overflow-wrap:anywhere]">
            <bdi>{user.email}</bdi>
          </p>
          <p className="text-small [overflow-wrap:anywhere] text-ink-2">
            <bdi dir="ltr">@{user.handle}</bdi>
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2.5">
            <RoleBadge role={user.role} />
            <UserStatus user={user} />
          </p>
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-small sm:grid-cols-2">
        <DescriptionRow term={t('joined')}>{timeOf(user.createdAt)}</DescriptionRow>
        <DescriptionRow term={t('lastLogin')}>{timeOf(user.lastLoginAt)}</DescriptionRow>
        <DescriptionRow term={t('emailConfirmed')}>{timeOf(user.emailVerifiedAt)}</DescriptionRow>
        <DescriptionRow term={t('premium')}>{user.isPremium ? t('yes') : t('no')}</DescriptionRow>
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        <UserActions user={user} />
        <Button asChild size="sm" variant="ghost">
          <Link href={`/profile/${user.id}`}>{t('publicProfile')}</Link>
        </Button>
        <Button asChild size="sm" variant="ghost">
          <Link href={`/admin/media?userId=${user.id}`}>{t('media')}</Link>
        </Button>
      </div>
    </Card>
  )
}

function Content({ details: { content, storage, payments, user } }: { details: UserDetails }) {
  const t = useTranslations('adminUsers')
  const format = useFormatter()
  const fileSize = useFileSize()
  const money = useMoney()
  const isSandbox = useIsSandbox()
  const number = (count: number) => <span className="num">{format.number(count, 'count')}</span>
  const tips = ({ count, amount }: { count: number; amount: string }) => (
    <span className="num">{t('tips', { count, amount: money(amount) })}</span>
  )
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <h2 className="font-display text-section font-extrabold">{t('contentTitle')}</h2>
      <dl className="grid gap-x-6 gap-y-2 text-small sm:grid-cols-2">
        <DescriptionRow term={t('posts')}>{number(content.posts)}</DescriptionRow>
        <DescriptionRow term={t('comments')}>{number(content.comments)}</DescriptionRow>
        <DescriptionRow term={t('videos')}>{number(content.videos)}</DescriptionRow>
        <DescriptionRow term={t('streams')}>{number(content.streams)}</DescriptionRow>
        <DescriptionRow term={t('chatMessages')}>{number(content.chatMessages)}</DescriptionRow>
        <DescriptionRow term={t('followers')}>{number(user.followersCount)}</DescriptionRow>
        <DescriptionRow term={t('storage')}>
          <span className="num">
            {t('storageOf', { used: fileSize(storage.usedBytes), max: fileSize(storage.maxBytes) })}
          </span>
        </DescriptionRow>
        <DescriptionRow term={t('tipsReceived')}>{tips(payments.tipsReceived)}</DescriptionRow>
        <DescriptionRow term={t('tipsSent')}>{tips(payments.tipsSent)}</DescriptionRow>
      </dl>
      {isSandbox && <p className="text-meta text-ink-3">{t('sandbox')}</p>}
    </Card>
  )
}
