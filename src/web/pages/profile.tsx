import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName, type PublicUser } from '#shared/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { GoLiveButton } from '#web/features/streams/go-live-button.tsx'
import { StreamList } from '#web/features/streams/stream-list.tsx'
import { ProfileHeader } from '#web/features/users/profile-header.tsx'
import { ProfileSkeleton, UserNotFound } from '#web/features/users/profile-states.tsx'
import { useUser } from '#web/features/users/use-user.ts'
import { PageLoadFailed } from '#web/lib/load-failed.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** `/profile/:userId`, open to everyone. */
export function ProfilePage({ userId }: { userId: string }) {
  const me = useCurrentUser()
  return (
    <div className="mx-auto max-w-[1040px] px-(--gutter) pb-10 md:pb-16">
      <Profile userId={userId} {...(me?.id === userId && { me })} />
    </div>
  )
}

/** `/profile`: one's own. */
export function OwnProfilePage() {
  const me = useCurrentUser()
  return me ? <ProfilePage userId={me.id} /> : null
}

function Profile({ userId, me }: { userId: string; me?: PublicUser }) {
  const t = useTranslations('profile')
  const { data: user, error, refetch } = useUser(userId, me)
  if (user) return <ProfileOf user={user} isOwner={me !== undefined} />
  if (!error) return <ProfileSkeleton />
  if (error instanceof ApiError && error.status === 404) return <UserNotFound />
  return <PageLoadFailed title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
}

function ProfileOf({ user, isOwner }: { user: PublicUser; isOwner: boolean }) {
  const t = useTranslations('profile')
  usePageTitle(displayName(user))
  return (
    <>
      <ProfileHeader user={user} actions={isOwner && <OwnerActions userId={user.id} />} />
      <Tabs
        label={t('tabs')}
        value="streams"
        onValueChange={() => {}}
        tabs={[
          {
            value: 'streams',
            label: t('streams'),
            content: (
              <>
                <h2 className="sr-only">{t('streams')}</h2>
                <StreamList userId={user.id} isOwner={isOwner} />
              </>
            ),
          },
        ]}
      />
    </>
  )
}

function OwnerActions({ userId }: { userId: string }) {
  const t = useTranslations('profile')
  return (
    <>
      <Button asChild>
        <Link href="/stream/create">{t('createStream')}</Link>
      </Button>
      <GoLiveButton userId={userId} />
    </>
  )
}
