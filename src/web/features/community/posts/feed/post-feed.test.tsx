import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { errorResponse } from '#web/api/test-network.tsx'
import { CommunityPulse } from './community-pulse.tsx'
import { composer } from '#web/features/community/posts/composer/composer-store.ts'
import { PostFeed } from './post-feed.tsx'
import { addPublishedPost } from '#web/features/community/posts/post-records.ts'
import { listPage, showAs } from '#web/features/community/posts/testing/test-page.tsx'
import { amara, postId, testPost } from '#web/features/community/posts/testing/test-post.ts'
import { TestViewport } from '#web/lib/hooks/test-viewport.ts'
import { UserPosts } from './user-posts.tsx'

const feed = <PostFeed list={{ kind: 'feed' }} empty={<p>Nothing here</p>} />
const texts = () =>
  screen.getAllByRole('article').map((post) => within(post).getByText(/^Post \d/).textContent)

test('three skeletons are shown while the posts load', async () => {
  const { container } = await showAs(amara, feed, {
    'GET /api/posts/feed': () => new Promise<Response>(() => {}),
  })
  expect(within(container).getByText('Loading')).toBeTruthy()
  expect(container.querySelectorAll('[role=status] > [aria-hidden]')).toHaveLength(3)
})

test('a failure shows its message and can be retried', async () => {
  let isFailing = true
  await showAs(amara, feed, {
    'GET /api/posts/feed': () =>
      isFailing ? errorResponse(503, { message: 'The site is busy.' }) : listPage([]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Nothing here')).toBeTruthy()
})

test('an empty feed invites to write the first post', async () => {
  await showAs(amara, <CommunityPulse />, { 'GET /api/posts/feed': () => listPage([]) })
  expect(await screen.findByRole('heading', { name: 'Your Community Awaits' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Start Your First Post' }))
  expect(composer.get().isOpen).toBe(true)
  act(() => composer.set({ isOpen: false }))
  fireEvent.click(screen.getByRole('button', { name: 'Share Your Story' }))
  expect(composer.get().isOpen).toBe(true)
  act(() => composer.set({ isOpen: false }))
})

test.each([
  [true, 'Share your first post with the community!'],
  [false, "This user hasn't posted anything yet."],
])('a profile without posts shows an empty state (own: %s)', async (isOwner, text) => {
  await showAs(amara, <UserPosts userId={amara.id} isOwner={isOwner} />, {
    [`GET /api/users/${amara.id}/posts`]: () => listPage([]),
  })
  expect(await screen.findByRole('heading', { name: 'No posts yet' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
})

test('older posts load on demand, each once, to the end of the list', async () => {
  await showAs(amara, feed, {
    'GET /api/posts/feed': ({ url }) =>
      url.searchParams.get('cursor') === 'second'
        ? listPage([testPost(2), testPost(1)])
        : listPage([testPost(3), testPost(2)], 'second'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText("You're all caught up.")).toBeTruthy()
  expect(texts()).toEqual(['Post 3', 'Post 2', 'Post 1'])
})

test('older posts that failed to load can be retried', async () => {
  let isFailing = true
  await showAs(amara, feed, {
    'GET /api/posts/feed': ({ url }) => {
      if (!url.searchParams.has('cursor')) return listPage([testPost(2)], 'second')
      return isFailing ? errorResponse(500, {}) : listPage([testPost(1)])
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toContain('More posts could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(texts()).toEqual(['Post 2', 'Post 1']))
})

test('the rail is placed after the third post, or after the last of fewer', async () => {
  await showAs(
    amara,
    <PostFeed list={{ kind: 'feed' }} empty={null} afterThird={<p data-testid="rail">rail</p>} />,
    { 'GET /api/posts/feed': () => listPage([4, 3, 2, 1].map((index) => testPost(index))) },
  )
  await screen.findByText('Post 4')
  const previousElement = screen.getByTestId('rail').previousElementSibling
  expect(previousElement?.textContent).toContain('Post 2')
})

test("other users' new posts are announced; a press shows them on top and focuses the first", async () => {
  let posts = [testPost(1)]
  const { server } = await showAs(amara, feed, { 'GET /api/posts/feed': () => listPage(posts) })
  await screen.findByText('Post 1')
  act(() => server.accept())
  expect(server.received('subscribe_channel')).toMatchObject([{ channel: 'feed', since: postId(1) }])
  posts = [testPost(3), testPost(2), testPost(1)]
  for (const { id, authorId } of [testPost(2), testPost(3), testPost(3)])
    act(() => server.sendMessage({ type: 'post_created', postId: id, authorId }))
  expect(texts()).toEqual(['Post 1'])
  fireEvent.click(screen.getByRole('button', { name: '2 new posts' }))
  await waitFor(() => expect(texts()).toEqual(['Post 3', 'Post 2', 'Post 1']))
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
  expect(document.activeElement?.closest('article')?.textContent).toContain('Post 3')
})

test('the count of new posts stops at 99+', async () => {
  const { server } = await showAs(amara, feed, { 'GET /api/posts/feed': () => listPage([testPost(1)]) })
  await screen.findByText('Post 1')
  act(() => server.accept())
  const post = (from: number, to: number) => {
    for (let index = from; index <= to; index++)
      server.sendMessage({ type: 'post_created', postId: postId(index), authorId: testPost(index).authorId })
  }
  act(() => post(2, 100))
  expect(screen.getByRole('button', { name: '99 new posts' })).toBeTruthy()
  act(() => post(101, 130))
  expect(screen.getByRole('button', { name: '99+ new posts' })).toBeTruthy()
})

test('a new post that is deleted again is no longer announced', async () => {
  const { server } = await showAs(amara, feed, { 'GET /api/posts/feed': () => listPage([testPost(1)]) })
  await screen.findByText('Post 1')
  act(() => server.accept())
  act(() => server.sendMessage({ type: 'post_created', postId: postId(2), authorId: testPost(2).authorId }))
  expect(screen.getByRole('button', { name: '1 new post' })).toBeTruthy()
  act(() => server.sendMessage({ type: 'post_deleted', postId: postId(2) }))
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
})

test("the current user's new post is on top immediately and is not announced", async () => {
  const { server } = await showAs(amara, feed, { 'GET /api/posts/feed': () => listPage([testPost(1)]) })
  await screen.findByText('Post 1')
  act(() => server.accept())
  act(() => server.sendMessage({ type: 'post_created', postId: postId(2), authorId: amara.id }))
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull()
  act(() => addPublishedPost(testPost(2, { author: amara })))
  await waitFor(() => expect(texts()).toEqual(['Post 2', 'Post 1']))
})

test('a deleted post disappears; without posts the empty state shows', async () => {
  const { server } = await showAs(amara, feed, {
    'GET /api/posts/feed': () => listPage([testPost(2), testPost(1)]),
  })
  await screen.findByText('Post 1')
  act(() => server.accept())
  act(() => server.sendMessage({ type: 'post_deleted', postId: postId(1) }))
  await waitFor(() => expect(texts()).toEqual(['Post 2']))
  act(() => server.sendMessage({ type: 'post_deleted', postId: postId(2) }))
  expect(await screen.findByText('Nothing here')).toBeTruthy()
})

test('posts published between the list and its subscription, or during a disconnection, are announced', async () => {
  const { server, seen } = await showAs(amara, feed, {
    'GET /api/posts/feed': () => listPage([testPost(1)]),
    'POST /api/posts': () => Response.json({}),
  })
  await screen.findByText('Post 1')
  const created = (index: number) =>
    ({ type: 'post_created', postId: postId(index), authorId: testPost(index).authorId }) as const
  server.missedSince = (_target, since) => (since === postId(1) ? [created(1), created(2)] : [])
  act(() => server.accept())
  expect(screen.getByRole('button', { name: '1 new post' })).toBeTruthy()
  act(() => server.sendMessage(created(3)))
  act(() => server.drop())
  // The own post must not hide what others published before it.
  act(() => addPublishedPost(testPost(5, { author: amara })))
  server.missedSince = (_target, since) => (since === postId(3) ? [created(4), created(5)] : null)
  act(() => void dispatchEvent(new Event('online')))
  act(() => server.accept())
  expect(await screen.findByRole('button', { name: '3 new posts' })).toBeTruthy()
  expect(seen.filter((request) => request.startsWith('GET /api/posts/feed'))).toHaveLength(1)
})

test('after a reconnect, missed changes are applied without moving the list', async () => {
  let posts = [testPost(2), testPost(1, { likesCount: 1 })]
  const { server } = await showAs(amara, feed, { 'GET /api/posts/feed': () => listPage(posts, 'more') })
  await screen.findByText('Post 1')
  act(() => server.accept())
  posts = [testPost(3), testPost(1, { likesCount: 5 })]
  server.missedSince = () => null
  act(() => server.drop())
  act(() => void dispatchEvent(new Event('online')))
  act(() => server.accept())
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeTruthy()
  await waitFor(() => expect(texts()).toEqual(['Post 1']))
  expect(screen.getByRole('button', { name: 'Like 5' })).toBeTruthy()
})

test('somebody further up the page than the feed sees the new posts at the bottom of the window', async () => {
  const { server } = await showAs(amara, feed, { 'GET /api/posts/feed': () => listPage([testPost(1)]) })
  await screen.findByText('Post 1')
  act(() => server.accept())
  const view = new TestViewport()
  act(() => server.sendMessage({ type: 'post_created', postId: postId(2), authorId: testPost(2).authorId }))
  const status = await screen.findByRole('status')
  const top = status.previousElementSibling
  if (!top) throw new Error('the pill has no top')
  vi.spyOn(top, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 2000, 100, 0))
  act(() => view.hide(top))
  expect(status.className).toContain('fixed')
  act(() => view.show(top))
  expect(status.className).not.toContain('fixed')
})

test('a button before the posts moves the focus behind them', async () => {
  const { container } = await showAs(amara, feed, { 'GET /api/posts/feed': () => listPage([testPost(1)]) })
  await screen.findByText('Post 1')
  fireEvent.click(screen.getByRole('button', { name: 'Skip the posts' }))
  const focused = container.ownerDocument.activeElement
  const after = screen.getByText("You're all caught up.").compareDocumentPosition(focused ?? container)
  expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('keys move the focus between posts, like one, write one, and list themselves', async () => {
  const posts = [1, 2, 3].map((number) => testPost(number))
  const { bodies } = await showAs(amara, feed, {
    'GET /api/posts/feed': () => listPage(posts),
    [`POST /api/posts/${postId(2)}/like`]: () => Response.json({ liked: true, likesCount: 1 }),
  })
  await screen.findByText('Post 1')
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const focused = () => document.activeElement?.closest('article')?.textContent
  press('j')
  expect(focused()).toContain('Post 1')
  press('j')
  press('j')
  expect(focused()).toContain('Post 3')
  press('j')
  expect(focused()).toContain('Post 3')
  press('k')
  expect(focused()).toContain('Post 2')
  press('l')
  await waitFor(() => expect(bodies).toContainEqual({ liked: true }))
  press('n')
  expect(composer.get().isOpen).toBe(true)
  act(() => composer.set({ isOpen: false }))
  press('?')
  expect((await screen.findByRole('dialog')).textContent).toContain('Next post')
})
