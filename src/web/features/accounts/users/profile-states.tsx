import { useTranslations } from 'use-intl/react'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

/** Placeholder of a profile while it loads. */
export function ProfileSkeleton() {
  return (
    <SkeletonGroup>
      <div aria-hidden>
        <Skeleton className="-mx-(--gutter) h-28 md:mx-0 md:mt-5 md:h-36" />
        <div className="grid gap-x-6 md:grid-cols-[auto_1fr] md:ps-6">
          <span className="-mt-[34px] size-[92px] animate-skeleton rounded-full bg-raised md:-mt-[52px] md:size-[136px]" />
          <span className="pt-4">
            <Skeleton className="my-2 h-6 w-56" />
            <Skeleton className="my-2 h-3 w-[62%]" />
          </span>
        </div>
        <Skeleton className="mt-6 h-16" />
      </div>
    </SkeletonGroup>
  )
}

/** Shown when there is no such user, or the user is hidden from the current one. */
export function UserNotFound() {
  const t = useTranslations('profile')
  return <PageNotFound title={t('notFoundTitle')}>{t('notFoundText')}</PageNotFound>
}
