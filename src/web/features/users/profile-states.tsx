import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

/** A profile whose member is on the way. */
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

/** Nobody has this address, or they are not to be seen. */
export function UserNotFound() {
  const t = useTranslations('profile')
  usePageTitle(t('notFoundTitle'))
  return (
    <Card className="mx-auto mt-6 max-w-[560px] overflow-hidden md:mt-14">
      <EmptyState
        level={1}
        title={t('notFoundTitle')}
        action={
          <Button asChild>
            <Link href="/">{t('goHome')}</Link>
          </Button>
        }
      >
        {t('notFoundText')}
      </EmptyState>
    </Card>
  )
}
