import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { StorageReport as Report } from '#shared/operations/admin-media.ts'
import { displayName } from '#shared/accounts/users.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { OrphanFiles } from './orphan-files.tsx'
import { useKindName } from './use-kind-name.ts'
import { useStorageReport } from './use-media.ts'

/** The stored bytes by kind and by member, and the files that belong to nothing. */
export function StorageReport() {
  const t = useTranslations('adminMedia')
  const query = useStorageReport()
  const { data: report } = query
  if (!report)
    return query.error ? <LoadFailed title={t('reportFailed')} query={query} /> : <SkeletonRows rows={6} />
  return (
    <div className="grid gap-5">
      <Totals report={report} />
      <div className="grid gap-5 xl:grid-cols-2 xl:items-start">
        <Kinds report={report} />
        <LargestOwners report={report} />
      </div>
      <OrphanFiles report={report} />
    </div>
  )
}

const bytesOf = ({ kinds }: Report) => kinds.reduce((sum, { bytes }) => sum + bytes, 0)

function Totals({ report }: { report: Report }) {
  const t = useTranslations('adminMedia')
  const fileSize = useFileSize()
  const { allowance, freeBytes } = report
  return (
    <div className="grid gap-3 sm:grid-cols-3 md:gap-4">
      <Stat label={t('stored')} value={fileSize(bytesOf(report))} />
      <Stat label={t('free')} value={fileSize(freeBytes)} />
      <Stat
        label={t('allowance')}
        value={fileSize(allowance.bytes)}
        context={
          <>
            {t('allowanceText', { size: fileSize(allowance.bytes), proSize: fileSize(allowance.proBytes) })}{' '}
            <Link href="/admin/settings?category=general" className="tap-area text-link underline">
              {t('changeAllowance')}
            </Link>
          </>
        }
      />
    </div>
  )
}

function Kinds({ report }: { report: Report }) {
  const t = useTranslations('adminMedia')
  const kindName = useKindName()
  const format = useFormatter()
  const fileSize = useFileSize()
  const total = bytesOf(report)
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <h2 id="stored-by-kind" className="font-display text-section font-extrabold">
        {t('byKind')}
      </h2>
      <table aria-labelledby="stored-by-kind" className="w-full text-small">
        <thead className="text-start text-meta text-ink-3">
          <tr>
            <th scope="col" className="pb-1.5 text-start font-semibold">
              {t('kind')}
            </th>
            <th scope="col" className="pb-1.5 text-end font-semibold">
              {t('items')}
            </th>
            <th scope="col" className="pb-1.5 text-end font-semibold">
              {t('size')}
            </th>
          </tr>
        </thead>
        <tbody>
          {report.kinds.map(({ kind, items, bytes }) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-2 text-start font-normal">
                <Link href={`/admin/media?kind=${kind}`} className="tap-area font-semibold hover:underline">
                  {kindName(kind)}
                </Link>
                <Share bytes={bytes} of={total} />
              </th>
              <td className="num py-2 text-end">{format.number(items, 'count')}</td>
              <td className="num py-2 text-end whitespace-nowrap">{fileSize(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.kinds.length === 0 && <p className="text-small text-ink-2">{t('noMembers')}</p>}
    </Card>
  )
}

/** A bar as long as the share of a whole; the figures beside it say the same. */
function Share({ bytes, of }: { bytes: number; of: number }) {
  return (
    <span aria-hidden className="mt-1 block h-1.5 w-full overflow-hidden rounded-full bg-sunken">
      <span
        className="block h-full rounded-full bg-link"
        style={{ inlineSize: `${of > 0 ? Math.min(100, (100 * bytes) / of) : 0}%` }}
      />
    </span>
  )
}

function LargestOwners({ report: { users } }: { report: Report }) {
  const t = useTranslations('adminMedia')
  const fileSize = useFileSize()
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <h2 className="font-display text-section font-extrabold">{t('byMember')}</h2>
      {users.length === 0 ? (
        <p className="text-small text-ink-2">{t('noMembers')}</p>
      ) : (
        <ol className="grid gap-3">
          {users.map(({ user, bytes, maxBytes }) => (
            <li key={user.id} className="flex items-center gap-3">
              <Avatar
                seed={user.id}
                name={displayName(user)}
                src={user.profileImageUrl}
                size={36}
                decorative
              />
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
                  <Link
                    href={`/admin/media?userId=${user.id}`}
                    className="tap-area min-w-0 font-semibold [overflow-wrap:anywhere] hover:underline"
                  >
                    <bdi>{displayName(user)}</bdi>
                  </Link>
                  <span className="num text-ink-2">
                    {t('usedOfAllowance', { used: fileSize(bytes), max: fileSize(maxBytes) })}
                  </span>
                </div>
                <Share bytes={bytes} of={maxBytes} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
