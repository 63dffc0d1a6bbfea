import { Ellipsis } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import type { Post } from '#shared/posts.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type PostMenuButtonProps = { post: Post; onDeleted?: (() => void) | undefined }

/** More to do with one's own post; the menu's code comes with the first press. */
export function PostMenuButton({ post, onDeleted }: PostMenuButtonProps) {
  const t = useTranslations('posts')
  const { Part: PostMenu, isLoading, ask } = useLazyComponent(loadPostMenu)
  if (!post.viewer.canDelete) return null
  const look = {
    label: t('more'),
    'aria-haspopup': 'menu',
    className: '-my-2.5 -me-2.5',
    children: <Ellipsis aria-hidden />,
  } as const
  if (PostMenu) return <PostMenu post={post} trigger={<IconButton {...look} />} onDeleted={onDeleted} />
  return <IconButton {...look} aria-expanded={false} aria-busy={isLoading} onClick={() => void ask()} />
}

const loadPostMenu = async () => (await import('./post-menu.tsx')).PostMenu
