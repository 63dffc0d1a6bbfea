import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/accounts/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { UserHistory } from '#web/features/operations/admin-logs/user-history.tsx'
import { useUserDetails } from '#web/features/operations/admin-users/use-users.ts'
import { UserRecord } from '#web/features/operations/admin-users/user-page/user-record.tsx'
import { AdminPage } from '#web/shell/admin/admin-page.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** `/admin/users/:userId`, for admins: one user. */
export function AdminUserPage({ userId }: { userId: string }) {
  const t = useTranslations('adminUsers')
  const query = useUserDetails(userId)
  const { data: details, error } = query
  const title = details ? displayName(details.user) : t('title')
  usePageTitle(details || error ? title : undefined)
  if (error instanceof ApiError && error.status === 404)
    return (
      <PageNotFound title={t('missingTitle')} link={{ href: '/admin/users', name: t('allUsers') }}>
        {t('missingText')}
      </PageNotFound>
    )
  return (
    <AdminPage title={title}>
      {details ? (
        <UserRecord details={details} history={<UserHistory userId={userId} />} />
      ) : error ? (
        <LoadFailed title={t('userFailed')} query={query} />
      ) : (
        <SkeletonRows />
      )}
    </AdminPage>
  )
}
