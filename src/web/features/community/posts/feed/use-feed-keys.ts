import type { RefObject } from 'react'
import { openComposer } from '#web/features/community/posts/composer/composer-store.ts'
import { LIKE_BUTTON } from '#web/features/community/posts/post-actions.tsx'
import { isPlayerKey } from '#web/features/media/shared/playback/page-keys.ts'
import { usePageKeys } from '#web/features/media/shared/playback/use-page-keys.ts'

/**
 * Handles the keys of a feed on the whole page: J and K move the focus to the next and the previous post, L likes the one with
 * the focus, N writes a post. The switch for the keys of players turns them off as well.
 */
export function useFeedKeys(feed: RefObject<HTMLElement | null>, onHelp: () => void): void {
  usePageKeys((event, target) => actionOf(event.key, target, feed.current, onHelp))
}

function actionOf(
  key: string,
  target: Element | null,
  feed: HTMLElement | null,
  onHelp: () => void,
): (() => void) | null {
  if (!feed) return null
  if (!isPlayerKey(target, null)) return null
  switch (key.toLowerCase()) {
    case 'j':
      return () => move(feed, 1)
    case 'k':
      return () => move(feed, -1)
    case 'l':
      return () => likeButtonOf(feed)?.click()
    case 'n':
      return openComposer
    case '?':
      return onHelp
    default:
      return null
  }
}

/** Without a focused post, the first one below the upper edge of the screen is the next. */
function move(feed: HTMLElement, step: 1 | -1): void {
  const posts = [...feed.querySelectorAll<HTMLElement>(':scope > article')]
  const current = posts.findIndex((post) => post.contains(document.activeElement))
  const firstVisible = posts.findIndex((post) => post.getBoundingClientRect().bottom >= 0)
  const next = current < 0 ? firstVisible : current + step
  posts[next]?.focus()
}

function likeButtonOf(feed: HTMLElement): HTMLElement | null {
  const post = document.activeElement?.closest('article')
  return post && feed.contains(post) ? post.querySelector(`[${LIKE_BUTTON}]`) : null
}
