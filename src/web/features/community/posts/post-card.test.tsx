import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Post } from '#shared/community/posts.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { errorResponse } from '#web/api/test-network.tsx'
import { toastStore } from '#web/ui/overlays/toast.ts'
import { PostCard } from './post-card.tsx'
import { cachedPost } from './post-records.ts'
import { useOwnPostChanges } from './use-own-post-changes.ts'
import { showAs } from '#web/features/community/posts/testing/test-page.tsx'
import { amara, postId, testPost } from '#web/features/community/posts/testing/test-post.ts'

type Handlers = Parameters<typeof showAs>[2]

const ID = postId(1)

afterEach(() => {
  vi.useRealTimers()
})

async function showPost(
  overrides: Partial<Post> = {},
  handlers: Handlers = {},
  user: CurrentUser | null = amara,
) {
  const rendered = await showAs(user, <PostCard postId={ID} />, {
    [`GET /api/posts/${ID}`]: () => Response.json(testPost(1, overrides)),
    ...handlers,
  })
  const card = await screen.findByRole('article')
  return { ...rendered, card }
}

const currentToast = () => toastStore.current()

test('a post shows its author, text and time', async () => {
  const { card } = await showPost({ content: 'Ẹ kú iṣẹ́', createdAt: '2025-11-21T18:12:00.000Z' })
  expect(card.getAttribute('aria-labelledby')).toBe(
    within(card).getByText('Fọlákẹ́ Adéyẹmí').parentElement?.id,
  )
  expect(within(card).getByRole('link', { name: 'Fọlákẹ́ Adéyẹmí' }).getAttribute('href')).toBe(
    `/profile/${testPost(1).authorId}`,
  )
  const time = card.querySelector('time')
  expect(time?.dateTime).toBe('2025-11-21T18:12:00.000Z')
  expect(time?.textContent).toMatch(/^Nov 21, 2025, \d+:12 [AP]M$/)
  expect(within(card).getByText('Ẹ kú iṣẹ́').getAttribute('dir')).toBe('auto')
})

test('hashtags, mentions of users and URLs are links; nothing else is', async () => {
  const { card } = await showPost({
    content:
      'Thanks @Amara and @nobody! #KreyòlPoetry at https://example.org/a?b=1. javascript:alert(1) <b>no</b>',
    mentions: [{ handle: 'amara', userId: amara.id }],
  })
  const link = (name: string) => within(card).getByRole('link', { name })
  expect(link('@Amara').getAttribute('href')).toBe(`/profile/${amara.id}`)
  expect(link('#KreyòlPoetry').getAttribute('href')).toBe(`/search?q=${encodeURIComponent('#KreyòlPoetry')}`)
  const external = link('https://example.org/a?b=1 (opens in a new tab)')
  expect(external.getAttribute('href')).toBe('https://example.org/a?b=1')
  expect(external.getAttribute('rel')).toBe('nofollow noopener noreferrer ugc')
  expect(external.getAttribute('target')).toBe('_blank')
  expect(within(card).queryByRole('link', { name: '@nobody' })).toBeNull()
  expect(card.textContent).toContain('javascript:alert(1) <b>no</b>')
  expect(card.querySelector('[href^=javascript]')).toBeNull()
})

test('a like shows immediately and is sent to the server', async () => {
  const { bodies } = await showPost(
    { likesCount: 317 },
    { [`POST /api/posts/${ID}/like`]: () => Response.json({ liked: true, likesCount: 318 }) },
  )
  const button = screen.getByRole('button', { name: 'Like 317' })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(button)
  await screen.findByRole('button', { name: 'Like 318', pressed: true })
  await waitFor(() => expect(bodies).toContainEqual({ liked: true }))
})

test('a like or bookmark from another page of the user shows here, unless this page has a request in flight', async () => {
  function CardWithOwnChanges() {
    useOwnPostChanges()
    return <PostCard postId={ID} />
  }
  let respond: (response: Response) => void = () => {}
  const { server } = await showAs(amara, <CardWithOwnChanges />, {
    [`GET /api/posts/${ID}`]: () => Response.json(testPost(1, { likesCount: 3 })),
    [`POST /api/posts/${ID}/like`]: () => new Promise((resolve) => (respond = resolve)),
  })
  await screen.findByRole('article')
  const likeChanged = { type: 'like_changed', postId: ID, data: { isLiked: true, likesCount: 4 } } as const
  act(() => server.accept())
  act(() => server.sendMessage(likeChanged))
  act(() => server.sendMessage({ type: 'bookmark_changed', postId: ID, data: { isBookmarked: true } }))
  await screen.findByRole('button', { name: 'Treasure', pressed: true })
  fireEvent.click(screen.getByRole('button', { name: 'Like 4', pressed: true }))
  await screen.findByRole('button', { name: 'Like 3', pressed: false })
  act(() => server.sendMessage(likeChanged))
  expect(cachedPost(ID)?.isLiked).toBe(false)
  await act(async () => respond(Response.json({ liked: false, likesCount: 3 })))
  expect(cachedPost(ID)).toMatchObject({ isLiked: false, likesCount: 3 })
})

test('a post that was requested before a newer like is loaded again', async () => {
  function CardWithOwnChanges() {
    useOwnPostChanges()
    return <PostCard postId={ID} />
  }
  const held: ((response: Response) => void)[] = []
  const likes = [
    { liked: true, likesCount: 4 },
    { liked: false, likesCount: 3 },
    { liked: true, likesCount: 4 },
  ]
  const { server } = await showAs(amara, <CardWithOwnChanges />, {
    [`GET /api/posts/${ID}`]: () => new Promise((resolve) => held.push(resolve)),
    [`POST /api/posts/${ID}/like`]: () => Response.json(likes.shift()),
  })
  const respond = async (isLiked: boolean) => {
    await waitFor(() => expect(held).not.toEqual([]))
    await act(async () =>
      held.shift()?.(Response.json(testPost(1, { isLiked, likesCount: isLiked ? 4 : 3 }))),
    )
  }
  await respond(false)
  act(() => server.accept())
  fireEvent.click(await screen.findByRole('button', { name: 'Like 3' }))
  // Another page has removed the like, and this one asks for the stored state.
  act(() => server.sendMessage({ type: 'like_changed', postId: ID, data: { isLiked: false, likesCount: 3 } }))
  await waitFor(() => expect(held).toHaveLength(1))
  for (const [name, pressed] of [
    ['Like 4', true],
    ['Like 3', false],
  ] as const)
    fireEvent.click(await screen.findByRole('button', { name, pressed }))
  await waitFor(() => expect(likes).toEqual([]))
  await screen.findByRole('button', { name: 'Like 4', pressed: true })
  await respond(false)
  await respond(true)
  await screen.findByRole('button', { name: 'Like 4', pressed: true })
  expect(cachedPost(ID)).toMatchObject({ isLiked: true, likesCount: 4 })
})

test('a refused like is reverted with an error message', async () => {
  await showPost(
    { likesCount: 3 },
    { [`POST /api/posts/${ID}/like`]: () => errorResponse(503, { code: 'unavailable' }) },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Like 3' }))
  await waitFor(() =>
    expect(currentToast()).toMatchObject({
      variant: 'destructive',
      title: 'Error',
      description: 'Failed to update like',
    }),
  )
  await screen.findByRole('button', { name: 'Like 3', pressed: false })
})

test('a like without a connection is reverted, even when the post cannot be refetched', async () => {
  let isOffline = false
  const networkError = () => Promise.reject(new TypeError('Failed to fetch'))
  await showPost(
    {},
    {
      [`POST /api/posts/${ID}/like`]: networkError,
      [`GET /api/posts/${ID}`]: () =>
        isOffline ? networkError() : Response.json(testPost(1, { likesCount: 3 })),
    },
  )
  isOffline = true
  fireEvent.click(screen.getByRole('button', { name: 'Like 3' }))
  await waitFor(() => expect(currentToast()).toMatchObject({ description: 'Failed to update like' }))
  await screen.findByRole('button', { name: 'Like 3', pressed: false })
})

test('a like by a signed-out visitor shows a log-in message and sends nothing', async () => {
  const { seen } = await showPost({}, {}, null)
  fireEvent.click(screen.getByRole('button', { name: 'Like 0' }))
  expect(currentToast()).toMatchObject({
    variant: 'destructive',
    title: 'Login Required',
    description: 'Please log in to like posts',
  })
  expect(seen).not.toContain(`POST /api/posts/${ID}/like`)
})

test('a like after the session has ended leads to the sign-in page', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  await showPost({}, { [`POST /api/posts/${ID}/like`]: () => errorResponse(401, { code: 'unauthorized' }) })
  fireEvent.click(screen.getByRole('button', { name: 'Like 0' }))
  await waitFor(() =>
    expect(currentToast()).toMatchObject({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    }),
  )
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
})

test('a like of a deleted post removes the post from the page', async () => {
  let isDeleted = false
  await showPost(
    {},
    {
      [`POST /api/posts/${ID}/like`]: () => errorResponse(404, { code: 'not_found' }),
      [`GET /api/posts/${ID}`]: () =>
        isDeleted ? errorResponse(404, { code: 'not_found' }) : Response.json(testPost(1)),
    },
  )
  isDeleted = true
  fireEvent.click(screen.getByRole('button', { name: 'Like 0' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

test('a post can be bookmarked, and the bookmark removed', async () => {
  const { seen } = await showPost(
    {},
    {
      [`PUT /api/posts/${ID}/bookmark`]: () => Response.json({ bookmarked: true }),
      [`DELETE /api/posts/${ID}/bookmark`]: () => Response.json({ bookmarked: false }),
    },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Treasure', pressed: false }))
  fireEvent.click(await screen.findByRole('button', { name: 'Treasure', pressed: true }))
  await screen.findByRole('button', { name: 'Treasure', pressed: false })
  await waitFor(() => expect(seen).toContain(`DELETE /api/posts/${ID}/bookmark`))
})

test('counts follow the actions of other users', async () => {
  const { server, view } = await showPost()
  act(() => view.show(screen.getByRole('article')))
  act(() => server.accept())
  await waitFor(() =>
    expect(server.received('watch')).toEqual([
      { type: 'watch', postIds: [ID], userIds: [], liveUserIds: [testPost(1).authorId] },
    ]),
  )
  const data = { likesCount: 12, commentsCount: 1204, sharesCount: 2 }
  act(() => server.sendMessage({ type: 'post_changed', postId: ID, data }))
  await screen.findByRole('button', { name: 'Like 12' })
  expect(screen.getByRole('link', { name: 'Comments 1,204' }).getAttribute('href')).toBe(`/post/${ID}`)
  expect(screen.getByRole('button', { name: 'Share 2' })).toBeTruthy()
})

test('copying the link counts as a share', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await showPost({}, { [`POST /api/posts/${ID}/share`]: () => Response.json({ sharesCount: 1 }) })
  fireEvent.click(screen.getByRole('button', { name: 'Share 0' }))
  const sheet = await screen.findByRole('dialog', { name: 'Share this post' })
  fireEvent.click(within(sheet).getByRole('button', { name: 'Copy link' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/post/${ID}`))
  await within(sheet).findByRole('button', { name: 'Copied' })
  await screen.findByRole('button', { name: 'Share 1', hidden: true })
})

test('the menu of another user’s post reports it, and does not delete it', async () => {
  await showPost()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menuitem', { name: 'Report' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

test('deleting a post asks for a confirmation that quotes it', async () => {
  const { seen } = await showPost(
    { content: 'Sunday stew', viewer: { isBookmarked: false, canDelete: true } },
    { [`DELETE /api/posts/${ID}`]: () => Response.json({ id: ID }) },
  )
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Sunday stew”?' })
  expect(seen).not.toContain(`DELETE /api/posts/${ID}`)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect(currentToast()).toMatchObject({ title: 'Post deleted' })
})

test('a post whose deletion fails stays, with the reason shown', async () => {
  await showPost(
    { viewer: { isBookmarked: false, canDelete: true } },
    { [`DELETE /api/posts/${ID}`]: () => errorResponse(503, { message: 'The site is busy.' }) },
  )
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(currentToast()).toMatchObject({
      title: 'The post could not be deleted',
      description: 'The site is busy.',
    }),
  )
  expect(screen.getByRole('article', { hidden: true })).toBeTruthy()
})
