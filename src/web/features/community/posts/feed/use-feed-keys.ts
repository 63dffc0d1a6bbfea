import { type RefObject, useEffect, useEffectEvent } from 'react'
import { openComposer } from '#web/features/community/posts/composer/composer-store.ts'
import { LIKE_BUTTON } from '#web/features/community/posts/post-actions.tsx'
import { isPlayerKey } from '#web/features/media/shared/playback/page-keys.ts'

/**
 * Handles the keys of a feed on the whole page: J and K move the focus to the next and the previous post, L likes the one with the focus, N writes
 * a post. The switch for the keys of players turns them off as well.
 */
export function useFeedKeys(feed: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event, feed.current, onHelp)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function actionOf(event: KeyboardEvent, feed: HTMLElement | null, onHelp: () => void): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !feed) return null
  const target = event.target instanceof Element ? event.target : null
  if (!isPlayerKey(target, null)) return null
  switch (event.key.toLowerCase()) {
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
