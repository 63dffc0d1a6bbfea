import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answerCalls, refusal } from '#web/api/test-network.tsx'
import { CommentDraft, commentDraftOf } from './comment-draft.ts'
import { CommentThread } from './comment-thread.tsx'
import { PostCard } from '#web/features/posts/post-card.tsx'
import { usePost } from '#web/features/posts/post-records.ts'
import { listPage, showAs } from '#web/features/posts/testing/test-page.tsx'
import { amara, folake, postId, testComment, testPost } from '#web/features/posts/testing/test-post.ts'

const ID = postId(1)
const ADDRESS = `/api/posts/${ID}/comments`

function Story() {
  const { data: post } = usePost(ID)
  return (
    post && (
      <>
        <PostCard postId={ID} isWhole />
        <CommentThread post={post} />
      </>
    )
  )
}

type Answers = Parameters<typeof showAs>[2]

async function show(answers: Answers, user: typeof amara | null = amara) {
  const shown = await showAs(user, <Story />, {
    [`GET /api/posts/${ID}`]: () => Response.json(testPost(1, { commentsCount: 2 })),
    [`GET ${ADDRESS}`]: () => listPage([testComment(2), testComment(1)]),
    ...answers,
  })
  await screen.findByRole('heading', { name: 'Comments' })
  return shown
}

afterEach(() => {
  const draft = commentDraftOf(amara.id, ID)
  draft.write('')
  for (const { clientId } of draft.state.get().unsent) draft.discard(clientId)
})

const write = (text: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Your comment' }), { target: { value: text } })
}
const contents = () => screen.getAllByRole('listitem').map((row) => row.querySelector('p[dir]')?.textContent)

test('comments stand newest first, and older ones come on demand', async () => {
  await show({
    [`GET ${ADDRESS}`]: ({ url }) =>
      url.searchParams.has('cursor') ? listPage([testComment(1)]) : listPage([testComment(2)], 'second'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('Comment 1')
  expect(contents()).toEqual(['Comment 2', 'Comment 1'])
})

test('a comment is there at once, and stays when the server has taken it', async () => {
  const waiting: ((response: Response) => void)[] = []
  const { bodies } = await show({
    [`POST ${ADDRESS}`]: () => new Promise<Response>((resolve) => waiting.push(resolve)),
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
    waiting.pop()?.(
      Response.json(testComment(3, { content: 'Beautiful work', user: amara }), { status: 201 }),
    ),
  )
  await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
  expect(contents()).toEqual(['Beautiful work', 'Comment 2', 'Comment 1'])
})

test('a comment that was refused waits with its reason, and is sent again as the same', async () => {
  let isDown = true
  const { bodies } = await show({
    [`POST ${ADDRESS}`]: () =>
      isDown
        ? refusal(429, { code: 'rate_limited', message: 'Too many comments.' })
        : Response.json(testComment(3, { content: 'Hello', user: amara }), { status: 201 }),
  })
  await screen.findByText('Comment 2')
  write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not sent. Too many comments.')
  await screen.findByRole('link', { name: 'Comments 2' })
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  const sent = bodies.filter((body) => body !== undefined)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
})

test('a comment that was not sent is not counted, also when nobody can say what is so', async () => {
  let isDown = false
  await show({
    [`GET /api/posts/${ID}`]: () =>
      isDown ? Response.error() : Response.json(testPost(1, { commentsCount: 2 })),
    [`POST ${ADDRESS}`]: () => Response.error(),
  })
  await screen.findByText('Comment 2')
  isDown = true
  write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  await screen.findByRole('alert')
  expect(await screen.findByRole('link', { name: 'Comments 2' })).toBeTruthy()
})

test('a comment that the server had stored before is not counted twice when it is sent again', async () => {
  let tries = 0
  // The first answer is lost on its way; what it told is stored, and counted.
  await show({
    [`GET /api/posts/${ID}`]: () => Response.json(testPost(1, { commentsCount: tries === 0 ? 2 : 3 })),
    [`POST ${ADDRESS}`]: () => {
      tries += 1
      const stored = testComment(3, { content: 'Hello', user: amara })
      return tries === 1 ? Response.error() : Response.json(stored, { status: 201 })
    },
  })
  await screen.findByText('Comment 2')
  write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(contents()).toEqual(['Hello', 'Comment 2', 'Comment 1']))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Comments 3' })).toBeTruthy())
})

test('a comment that was refused can be let go', async () => {
  await show({ [`POST ${ADDRESS}`]: () => refusal(500, {}) })
  await screen.findByText('Comment 2')
  write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByText('Hello')).toBeNull()
})

test('what was written and what was not sent is there again on the next visit', async () => {
  const { unmount } = await show({
    [`POST ${ADDRESS}`]: () => refusal(429, { code: 'rate_limited', message: 'Too many comments.' }),
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

test('a comment that is answered after one has left is not there twice', async () => {
  let grant: (answer: Response) => void = () => {}
  const { unmount } = await show({
    [`POST ${ADDRESS}`]: () => new Promise<Response>((resolve) => (grant = resolve)),
  })
  await screen.findByText('Comment 2')
  write('Beautiful')
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  unmount()
  grant(Response.json(testComment(3, { content: 'Beautiful', user: amara }), { status: 201 }))
  const draft = commentDraftOf(amara.id, ID)
  await waitFor(() => expect(draft.state.get().unsent).toEqual([]))
  expect(sessionStorage).toHaveLength(0)
})

test('a draft outlives a reload for its member and its post alone', async () => {
  const draft = new CommentDraft(amara.id, ID)
  draft.write('Half a thou')
  // Nobody answers: as when the page is loaded anew meanwhile.
  answerCalls({ [`POST ${ADDRESS}`]: () => new Promise<Response>(() => {}) })
  void draft.send({ clientId: 'one', content: 'On its way' })
  const unsent = [{ clientId: 'one', content: 'On its way', isSending: false, error: null }]
  expect(new CommentDraft(amara.id, ID).state.get()).toEqual({ text: 'Half a thou', unsent })
  for (const other of [new CommentDraft(folake.id, ID), new CommentDraft(amara.id, postId(2))])
    expect(other.state.get()).toEqual({ text: '', unsent: [] })
  sessionStorage.setItem(`draft-comment:${folake.id}:${ID}`, '{"text":1}')
  expect(new CommentDraft(folake.id, ID).state.get()).toEqual({ text: '', unsent: [] })
  sessionStorage.clear()
})

test('nothing, and too much, cannot be sent', async () => {
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

test('an own comment is deleted after a question', async () => {
  const own = testComment(2, { user: amara, viewer: { canDelete: true } })
  await show({
    [`GET ${ADDRESS}`]: () => listPage([own, testComment(1)]),
    [`DELETE /api/comments/${own.id}`]: () => Response.json({ id: own.id, postId: ID, commentsCount: 1 }),
  })
  await screen.findByText('Comment 1')
  const [row] = screen.getAllByRole('listitem')
  if (!row) throw new Error('no comments')
  const button = within(row).getByRole('button', { name: 'Delete' })
  button.focus()
  fireEvent.click(button)
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Comment 2”?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Comment 2')).toBeNull())
  await screen.findByRole('link', { name: 'Comments 1' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Comments'))
})

test("another's new comment is announced and waits", async () => {
  let comments = [testComment(1)]
  const { server, view } = await show({ [`GET ${ADDRESS}`]: () => listPage(comments) })
  await screen.findByText('Comment 1')
  act(() => view.show(screen.getByRole('article')))
  act(() => server.accept())
  comments = [testComment(2, { user: folake }), testComment(1)]
  const data = { likesCount: 0, commentsCount: 3, sharesCount: 0 }
  act(() => server.say({ type: 'post_changed', postId: ID, data }))
  fireEvent.click(await screen.findByRole('button', { name: '1 new comment' }, { timeout: 3000 }))
  await waitFor(() => expect(contents()).toEqual(['Comment 2', 'Comment 1']))
})

test('a visitor reads, and is asked to sign in', async () => {
  await show({}, null)
  await screen.findByText('Comment 2')
  expect(screen.getByText('Sign in to comment')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toMatch(/^\/api\/login/)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a thread that could not be loaded can be asked for again', async () => {
  let isDown = true
  await show({ [`GET ${ADDRESS}`]: () => (isDown ? refusal(503, { message: 'Busy.' }) : listPage([])) })
  expect((await screen.findByRole('alert')).textContent).toContain('Busy.')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No comments yet. Yours can be the first.')).toBeTruthy()
})
