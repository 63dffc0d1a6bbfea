import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Comment } from '#shared/community/comments.ts'
import { stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { CommentDraft, getCommentDraft } from '#web/features/community/shared/comments/comment-draft.ts'
import { CommentThread } from '#web/features/community/shared/comments/comment-thread.tsx'
import { PostCard } from '#web/features/community/posts/post-card.tsx'
import { commentSubject, usePost } from '#web/features/community/posts/post-records.ts'
import { listPage, showAs } from '#web/features/community/posts/testing/test-page.tsx'
import {
  amara,
  folake,
  postId,
  testComment,
  testPost,
} from '#web/features/community/posts/testing/test-post.ts'

const ID = postId(1)
const COMMENTS_PATH = `/api/posts/${ID}/comments`

function PostWithComments() {
  const { data: post } = usePost(ID)
  return (
    post && (
      <>
        <PostCard postId={ID} isExpanded />
        <CommentThread subject={commentSubject(post.id)} />
      </>
    )
  )
}

type Handlers = Parameters<typeof showAs>[2]

async function show(handlers: Handlers, user: typeof amara | null = amara) {
  const rendered = await showAs(user, <PostWithComments />, {
    [`GET /api/posts/${ID}`]: () => Response.json(testPost(1, { commentsCount: 2 })),
    [`GET ${COMMENTS_PATH}`]: () => listPage([testComment(2), testComment(1)]),
    ...handlers,
  })
  await screen.findByRole('heading', { name: 'Comments' })
  return rendered
}

afterEach(() => {
  const draft = getCommentDraft(amara.id, { kind: 'post', id: ID })
  draft.write('')
  for (const { clientId } of draft.state.get().unsent) draft.discard(clientId)
})

const write = (text: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Your comment' }), { target: { value: text } })
}
const created = (index: number) =>
  ({
    type: 'comment_created',
    postId: ID,
    videoId: null,
    commentId: testComment(index).id,
    userId: folake.id,
  }) as const
const contents = () => screen.getAllByRole('listitem').map((row) => row.querySelector('p[dir]')?.textContent)

test('comments are listed newest first, older ones on demand', async () => {
  await show({
    [`GET ${COMMENTS_PATH}`]: ({ url }) =>
      url.searchParams.has('cursor') ? listPage([testComment(1)]) : listPage([testComment(2)], 'second'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('Comment 1')
  expect(contents()).toEqual(['Comment 2', 'Comment 1'])
})

test('a comment shows immediately and stays after the server has stored it', async () => {
  const pending: ((response: Response) => void)[] = []
  const { bodies } = await show({
    [`POST ${COMMENTS_PATH}`]: () => new Promise<Response>((resolve) => pending.push(resolve)),
  })
  await screen.findByText('Comment 2')
  write('  Beautiful work  ')
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Your comment' }), { key: 'Enter', ctrlKey: true })
  expect(screen.getByText('Beautiful work')).toBeTruthy()
  expect(screen.getByText('Sending...')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveProperty('value', '')
  await screen.findByRole('link', { name: 'Comments 3' })
  await waitFor(() =>
    expect(bodies).toContainEqual({ content: 'Beautiful work', clientId: expect.any(String) }),
  )
  await act(async () =>
    pending.pop()?.(
      Response.json(testComment(3, { content: 'Beautiful work', user: amara }), { status: 201 }),
    ),
  )
  await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
  expect(contents()).toEqual(['Beautiful work', 'Comment 2', 'Comment 1'])
})

test('a refused comment stays with its reason, and a retry sends the same comment', async () => {
  let isFailing = true
  const { bodies } = await show({
    [`POST ${COMMENTS_PATH}`]: () =>
      isFailing
        ? errorResponse(429, { code: 'rate_limited', message: 'Too many comments.' })
        : Response.json(testComment(3, { content: 'Hello', user: amara }), { status: 201 }),
  })
  await screen.findByText('Comment 2')
  write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not sent. Too many comments.')
  await screen.findByRole('link', { name: 'Comments 2' })
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  const sent = bodies.filter((body) => body !== undefined)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
})

test('a comment that failed to send is not counted, even when the post cannot be refetched', async () => {
  let isFailing = false
  await show({
    [`GET /api/posts/${ID}`]: () =>
      isFailing ? Response.error() : Response.json(testPost(1, { commentsCount: 2 })),
    [`POST ${COMMENTS_PATH}`]: () => Response.error(),
  })
  await screen.findByText('Comment 2')
  isFailing = true
  write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  await screen.findByRole('alert')
  expect(await screen.findByRole('link', { name: 'Comments 2' })).toBeTruthy()
})

test('a comment that the server had already stored is not counted twice on a retry', async () => {
  let attempts = 0
  // The first response is lost, but the server has stored and counted the comment.
  await show({
    [`GET /api/posts/${ID}`]: () => Response.json(testPost(1, { commentsCount: attempts === 0 ? 2 : 3 })),
    [`POST ${COMMENTS_PATH}`]: () => {
      attempts += 1
      const comment = testComment(3, { content: 'Hello', user: amara })
      return attempts === 1 ? Response.error() : Response.json(comment, { status: 201 })
    },
  })
  await screen.findByText('Comment 2')
  write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(contents()).toEqual(['Hello', 'Comment 2', 'Comment 1']))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Comments 3' })).toBeTruthy())
})

test('a refused comment can be discarded', async () => {
  await show({ [`POST ${COMMENTS_PATH}`]: () => errorResponse(500, {}) })
  await screen.findByText('Comment 2')
  write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByText('Hello')).toBeNull()
})

test('the text and the unsent comments are restored on the next visit', async () => {
  const { unmount } = await show({
    [`POST ${COMMENTS_PATH}`]: () =>
      errorResponse(429, { code: 'rate_limited', message: 'Too many comments.' }),
  })
  await screen.findByText('Comment 2')
  write('Refused')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  await screen.findByRole('alert')
  write('Half a thou')
  unmount()
  await show({})
  expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveProperty('value', 'Half a thou')
  expect(screen.getByRole('alert').textContent).toContain('Not sent. Too many comments.')
})

test('a comment whose response arrives after leaving the page is not shown twice', async () => {
  let respond: (response: Response) => void = () => {}
  const { unmount } = await show({
    [`POST ${COMMENTS_PATH}`]: () => new Promise<Response>((resolve) => (respond = resolve)),
  })
  await screen.findByText('Comment 2')
  write('Beautiful')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  unmount()
  respond(Response.json(testComment(3, { content: 'Beautiful', user: amara }), { status: 201 }))
  const draft = getCommentDraft(amara.id, { kind: 'post', id: ID })
  await waitFor(() => expect(draft.state.get().unsent).toEqual([]))
  expect(sessionStorage).toHaveLength(0)
})

test('a draft survives a reload only for its user and its post', async () => {
  const draft = new CommentDraft(amara.id, { kind: 'post', id: ID })
  draft.write('Half a thou')
  // The request never settles, as when the page is reloaded meanwhile.
  stubCalls({ [`POST ${COMMENTS_PATH}`]: () => new Promise<Response>(() => {}) })
  void draft.send({ clientId: 'one', content: 'On its way' })
  const unsent = [{ clientId: 'one', content: 'On its way', isSending: false, error: null }]
  expect(new CommentDraft(amara.id, { kind: 'post', id: ID }).state.get()).toEqual({
    text: 'Half a thou',
    unsent,
  })
  for (const other of [
    new CommentDraft(folake.id, { kind: 'post', id: ID }),
    new CommentDraft(amara.id, { kind: 'post', id: postId(2) }),
  ])
    expect(other.state.get()).toEqual({ text: '', unsent: [] })
  sessionStorage.setItem(`draft-comment:${folake.id}:${ID}`, '{"text":1}')
  expect(new CommentDraft(folake.id, { kind: 'post', id: ID }).state.get()).toEqual({ text: '', unsent: [] })
  sessionStorage.clear()
})

test('an empty or too long comment cannot be sent', async () => {
  await show({})
  const button = screen.getByRole('button', { name: 'Comment' })
  expect(button).toHaveProperty('disabled', true)
  write('   ')
  expect(button).toHaveProperty('disabled', true)
  write('x'.repeat(1001))
  expect(button).toHaveProperty('disabled', true)
  expect(screen.getByText('1,001 / 1,000')).toBeTruthy()
  write('x'.repeat(1000))
  expect(button).toHaveProperty('disabled', false)
})

test('deleting a comment asks for confirmation', async () => {
  const ownComment = testComment(2, { user: amara, viewer: { canDelete: true } })
  await show({
    [`GET ${COMMENTS_PATH}`]: () => listPage([ownComment, testComment(1)]),
    [`DELETE /api/comments/${ownComment.id}`]: () =>
      Response.json({ id: ownComment.id, postId: ID, commentsCount: 1 }),
  })
  await screen.findByText('Comment 1')
  const [row] = screen.getAllByRole('listitem')
  if (!row) throw new Error('no comments')
  const button = within(row).getByRole('button', { name: 'Delete' })
  button.focus()
  fireEvent.click(button)
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Comment 2”?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Comment 2')).toBeNull())
  await screen.findByRole('link', { name: 'Comments 1' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Comments'))
})

test("another user's new comment is announced, also one that was missed, and shown and focused on demand", async () => {
  let comments = [testComment(1)]
  const { server } = await show({ [`GET ${COMMENTS_PATH}`]: () => listPage(comments) })
  await screen.findByText('Comment 1')
  server.missedSince = (_target, since) => (since === testComment(1).id ? [created(2)] : [])
  act(() => server.accept())
  act(() => server.sendMessage(created(3)))
  act(() => server.sendMessage(created(3)))
  comments = [testComment(3, { user: folake }), testComment(2, { user: folake }), testComment(1)]
  const pill = await screen.findByRole('button', { name: '2 new comments' })
  pill.focus()
  fireEvent.click(pill)
  await waitFor(() => expect(contents()).toEqual(['Comment 3', 'Comment 2', 'Comment 1']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('listitem')[0]))
  act(() =>
    server.sendMessage({ type: 'comment_deleted', postId: ID, videoId: null, commentId: testComment(2).id }),
  )
  await waitFor(() => expect(contents()).toEqual(['Comment 3', 'Comment 1']))
})

test('the first comment is shown at once, in place of the empty state', async () => {
  let comments: Comment[] = []
  const { server } = await show({ [`GET ${COMMENTS_PATH}`]: () => listPage(comments) })
  await screen.findByText('No comments yet. Yours can be the first.')
  act(() => server.accept())
  comments = [testComment(1, { user: folake })]
  act(() => server.sendMessage(created(1)))
  expect(screen.queryByRole('button', { name: /new comment/ })).toBeNull()
  await screen.findByText('Comment 1')
  expect(screen.queryByText(/No comments yet/)).toBeNull()
  expect(screen.queryByRole('button', { name: /new comment/ })).toBeNull()
})

test('after too many missed comments the list is compared again', async () => {
  let comments = [testComment(2), testComment(1)]
  const { server } = await show({ [`GET ${COMMENTS_PATH}`]: () => listPage(comments) })
  await screen.findByText('Comment 2')
  server.missedSince = () => null
  comments = [testComment(3, { user: folake, userId: folake.id }), testComment(1)]
  act(() => server.accept())
  expect(await screen.findByRole('button', { name: '1 new comment' })).toBeTruthy()
  expect(contents()).toEqual(['Comment 1'])
})

test('a signed-out visitor can read, and is asked to sign in', async () => {
  await show({}, null)
  await screen.findByText('Comment 2')
  expect(screen.getByText('Sign in to comment')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toMatch(/^\/api\/login/)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a thread that failed to load can be retried', async () => {
  let isFailing = true
  await show({
    [`GET ${COMMENTS_PATH}`]: () => (isFailing ? errorResponse(503, { message: 'Busy.' }) : listPage([])),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Busy.')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No comments yet. Yours can be the first.')).toBeTruthy()
})
