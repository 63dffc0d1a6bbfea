import { Ellipsis } from '#web/ui/icons/ellipsis.tsx'
import { useTranslations } from 'use-intl/react'
import type { Post } from '#shared/community/posts.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { SafetyMenuButton } from '#web/features/accounts/shared/safety/safety-menu-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type PostMenuButtonProps = { post: Post; onDeleted?: (() => void) | undefined }

/** The menu of a post: its author deletes it, others report it. Its code is loaded on the first press. */
export function PostMenuButton({ post, onDeleted }: PostMenuButtonProps) {
  const t = useTranslations('posts')
  const { Component: PostMenu, isLoading, load } = useLazyComponent(loadPostMenu)
  const name = displayName(post.author)
  if (!post.viewer.canDelete)
    return (
      <SafetyMenuButton
        ownerId={post.authorId}
        getReported={() => ({ subjectType: 'post', subjectId: post.id, name })}
        className="-my-2.5 -me-2.5"
      />
    )
  const buttonProps = {
    label: t('more'),
    'aria-haspopup': 'menu',
    className: '-my-2.5 -me-2.5',
    children: <Ellipsis aria-hidden />,
  } as const
  if (PostMenu)
    return <PostMenu post={post} trigger={<IconButton {...buttonProps} />} onDeleted={onDeleted} />
  return (
    <IconButton {...buttonProps} aria-expanded={false} aria-busy={isLoading} onClick={() => void load()} />
  )
}

const loadPostMenu = async () => (await import('./post-menu.tsx')).PostMenu
