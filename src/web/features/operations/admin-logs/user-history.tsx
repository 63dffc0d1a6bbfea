import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AuditText } from './audit-text.tsx'
import { useUserHistory } from './use-logs.ts'

/** The last actions about a user and by this user. */
export function UserHistory({ userId }: { userId: string }) {
  const t = useTranslations('adminLogs')
  const query = useUserHistory(userId)
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <h2 className="font-display text-section font-extrabold">{t('history')}</h2>
      {query.data ? (
        <Entries userId={userId} {...query.data} />
      ) : query.error ? (
        <LoadFailed title={t('historyFailed')} query={query} />
      ) : (
        <SkeletonRows />
      )}
    </Card>
  )
}

type EntriesProps = { userId: string } & NonNullable<ReturnType<typeof useUserHistory>['data']>

function Entries({ userId, entries, hasActed }: EntriesProps) {
  const t = useTranslations('adminLogs')
  if (entries.length === 0) return <p className="text-small text-ink-2">{t('noHistory')}</p>
  return (
    <>
      <ul className="grid gap-2.5">
        {entries.map((entry) => (
          <li key={entry.id} className="border-s-[3px] border-line ps-3 text-small [overflow-wrap:anywhere]">
            <AuditText entry={entry} />
            <RelativeTime at={entry.createdAt} className="block text-meta text-ink-3" />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-small font-semibold">
        <Link href={`/admin/logs?tab=audit&subjectId=${userId}`} className="tap-area">
          {t('allAboutUser')}
        </Link>
        {hasActed && (
          <Link href={`/admin/logs?tab=audit&actorId=${userId}`} className="tap-area">
            {t('allByUser')}
          </Link>
        )}
      </p>
    </>
  )
}
