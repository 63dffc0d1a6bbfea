import { Suspense, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName } from '#shared/accounts/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import type { FollowListKind } from '#web/features/accounts/follows/use-follow-list.ts'
import { UserPosts } from '#web/features/community/posts/feed/user-posts.tsx'
import { readEndedBroadcast } from '#web/features/studio/recap/ended-broadcast.ts'
import { LiveNow } from '#web/features/live/live-now/live-now.tsx'
import { GoLiveButton } from '#web/features/live/streams/go-live-button.tsx'
import { StreamList } from '#web/features/live/streams/stream-list.tsx'
import { TipButton } from '#web/features/money/tips/tip-button.tsx'
import { About } from '#web/features/accounts/users/about.tsx'
import { HeaderLinks } from '#web/features/accounts/users/header-links.tsx'
import { ProfileHeader } from '#web/features/accounts/users/profile-header.tsx'
import { HiddenProfile } from '#web/features/accounts/users/hidden-profile.tsx'
import { ProfileSkeleton, UserNotFound } from '#web/features/accounts/users/profile-states.tsx'
import { usePublicLinks } from '#web/features/accounts/users/use-public-links.ts'
import { type CachedUser, useUser } from '#web/features/accounts/users/use-user.ts'
import { UserVideos } from '#web/features/videos/video-lists/video-section.tsx'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { SafetyMenuButton } from '#web/features/accounts/shared/safety/safety-menu-button.tsx'
import { lazyPage } from '#web/shell/page-boundary.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { useUrlTab } from '#web/lib/navigation/use-url-tab.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { useWatchedEntities } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** `/profile/:userId`, public. */
export function ProfilePage({ userId }: { userId: string }) {
  const t = useTranslations('profile')
  const currentUser = useCurrentUser()
  const isOwner = currentUser?.id === userId
  const query = useUser(userId, isOwner ? currentUser : undefined)
  const { data: user, error } = query
  // In parallel with the user, so that the header has them from the start.
  usePublicLinks(userId)
  if (user)
    return (
      <Column>
        <LiveNow streamId={user.liveStreamId} />
        {isOwner && <EndedBroadcastRecap />}
        <ProfileView key={user.id} user={user} isOwner={isOwner} />
      </Column>
    )
  if (error instanceof ApiError && error.status === 404) return <UserNotFound />
  if (error) return <PageLoadFailed title={t('loadFailed')} query={query} />
  return <LoadingProfile />
}

/** `/profile`: the current user's profile. */
export function CurrentUserProfilePage() {
  const currentUser = useCurrentUser()
  return currentUser ? <ProfilePage userId={currentUser.id} /> : <LoadingProfile />
}

/** The recap is shown once, after an end: its code is loaded then. */
function EndedBroadcastRecap() {
  const [ended] = useState(readEndedBroadcast)
  return (
    ended && (
      <Suspense fallback={null}>
        <BroadcastRecap {...ended} />
      </Suspense>
    )
  )
}

const BroadcastRecap = lazyPage(
  async () => (await import('#web/features/studio/recap/broadcast-recap.tsx')).BroadcastRecap,
)

function LoadingProfile() {
  return (
    <Column>
      <ProfileSkeleton />
    </Column>
  )
}

function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-[1040px] px-(--gutter) pb-10 md:pb-16">{children}</div>
}

type ProfileProps = { user: CachedUser; isOwner: boolean }

function ProfileView({ user, isOwner }: ProfileProps) {
  const name = displayName(user)
  usePageTitle(name)
  useWatchedEntities({ userIds: [user.id] })
  const followList = useFollowListDialog(user.id)
  const [, setTab] = useUrlTab(TABS)
  const tabs = useRef<HTMLDivElement>(null)
  const showLinks = () => {
    flushSync(() => setTab('about'))
    tabs.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }
  return (
    <>
      <ProfileHeader
        user={user}
        isOwner={isOwner}
        links={user.postsHidden ? null : <HeaderLinks userId={user.id} onShowAll={showLinks} />}
        actions={
          isOwner ? (
            <OwnerActions />
          ) : (
            <>
              {!user.postsHidden && (
                <>
                  <FollowButton userId={user.id} name={name} variant="action" forVisitors />
                  <TipButton creator={user} streamId={null} variant="line" />
                </>
              )}
              <SafetyMenuButton
                ownerId={user.id}
                variant="line"
                className="max-md:flex-none!"
                getReported={() => ({ subjectType: 'user', subjectId: user.id, name })}
              />
            </>
          )
        }
        onOpenFollowers={() => followList.show('followers')}
        onOpenFollowing={() => followList.show('following')}
      />
      {user.postsHidden ? (
        <HiddenProfile user={user} name={name} />
      ) : (
        <div ref={tabs}>
          <ProfileTabs user={user} isOwner={isOwner} />
        </div>
      )}
      {followList.dialog}
    </>
  )
}

const TABS = ['posts', 'streams', 'about'] as const

function ProfileTabs({ user, isOwner }: ProfileProps) {
  const t = useTranslations('profile')
  const [tab, setTab] = useUrlTab(TABS)
  const withTitle = (title: string, content: ReactNode) => (
    <>
      <h2 className="sr-only">{title}</h2>
      {content}
    </>
  )
  return (
    <Tabs
      label={t('tabs')}
      value={tab}
      onValueChange={setTab}
      fill
      tabs={[
        {
          value: 'posts',
          label: t('posts'),
          content: withTitle(t('posts'), <UserPosts userId={user.id} isOwner={isOwner} />),
        },
        {
          value: 'streams',
          label: t('streams'),
          content: (
            <div className="grid gap-8">
              <section aria-labelledby="streams">
                <h2 id="streams" className="mb-2 flex min-h-(--tap) items-center md:mb-3.5">
                  {t('streams')}
                </h2>
                <StreamList userId={user.id} isOwner={isOwner} />
              </section>
              <UserVideos userId={user.id} isOwner={isOwner} />
            </div>
          ),
        },
        { value: 'about', label: t('about'), content: withTitle(t('about'), <About user={user} />) },
      ]}
    />
  )
}

/** The dialog with followers or followed users; its code is loaded when it is first opened. */
function useFollowListDialog(userId: string) {
  const [kind, setKind] = useState<FollowListKind>('followers')
  const [isOpen, setIsOpen] = useState(false)
  const { Component: FollowListDialog, load } = useLazyComponent(
    async () => (await import('#web/features/accounts/follows/follow-list-dialog.tsx')).FollowListDialog,
  )
  return {
    show(listKind: FollowListKind) {
      void load()
      setKind(listKind)
      setIsOpen(true)
    },
    dialog: FollowListDialog && (
      <FollowListDialog userId={userId} kind={kind} open={isOpen} onOpenChange={setIsOpen} />
    ),
  }
}

function OwnerActions() {
  const t = useTranslations('profile')
  return (
    <>
      <Button asChild>
        <Link href="/profile-settings">{t('editProfile')}</Link>
      </Button>
      <Button asChild>
        <Link href="/stream/create">{t('createStream')}</Link>
      </Button>
      <GoLiveButton />
    </>
  )
}
