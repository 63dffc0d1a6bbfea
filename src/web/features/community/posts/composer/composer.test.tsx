import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { postInput } from '#shared/community/posts.ts'
import { errorResponse } from '#web/api/test-network.tsx'
import { openTestTusServer } from '#web/features/media/shared/uploads/test-uploads.ts'
import { toastStore } from '#web/ui/overlays/toast.ts'
import { closeComposer, openComposer } from './composer-store.ts'
import { ComposerHost } from './composer-host.tsx'
import { Draft, getDraft } from './post-draft.ts'
import { PostFeed } from '#web/features/community/posts/feed/post-feed.tsx'
import { listPage, showAs } from '#web/features/community/posts/testing/test-page.tsx'
import { amara, testPost } from '#web/features/community/posts/testing/test-post.ts'

afterEach(() => {
  closeComposer()
  getDraft(amara.id).clear()
})

type Handlers = Parameters<typeof showAs>[2]

const page = (
  <>
    <ComposerHost user={amara} />
    <PostFeed list={{ kind: 'feed' }} empty={<p>Nothing here</p>} />
  </>
)

async function open(handlers: Handlers = {}) {
  const rendered = await showAs(amara, page, {
    'GET /api/posts/feed': () => listPage([testPost(1)]),
    ...handlers,
  })
  await screen.findByText('Post 1')
  act(openComposer)
  await screen.findByRole('dialog', { name: 'Share Your Story' })
  return rendered
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your post' })
const write = (text: string) => fireEvent.change(field(), { target: { value: text } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const published = (content: string) => Response.json(testPost(2, { content, author: amara }), { status: 201 })

test('the composer opens with the field focused and the name of the author', async () => {
  await open()
  expect(document.activeElement).toBe(field())
  expect(screen.getByText('Amara Okafor-James')).toBeTruthy()
  expect(button('Post').disabled).toBe(true)
})

test('publishing puts the post on top of the feed, closes the dialog and shows a toast', async () => {
  const { bodies } = await open({ 'POST /api/posts': () => published('Post 2') })
  write('Post 2')
  fireEvent.click(button('Post'))
  expect(button('Posting...').getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toastStore.current()).toMatchObject({ title: 'Post created successfully!', variant: 'default' })
  expect(bodies).toContainEqual({
    content: 'Post 2',
    mediaUrl: null,
    mediaType: null,
    clientId: expect.any(String),
  })
  expect(screen.getAllByRole('article')[0]?.textContent).toContain('Post 2')
  act(openComposer)
  await waitFor(() => expect(field().value).toBe(''))
})

test.each(['ctrlKey', 'metaKey'])('Enter with %s posts', async (modifier) => {
  await open({ 'POST /api/posts': () => published('Post 2') })
  write('Post 2')
  fireEvent.keyDown(field(), { key: 'Enter', [modifier]: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the same text after a success is a new post', async () => {
  const { bodies } = await open({ 'POST /api/posts': () => published('Post 2') })
  for (let attempt = 0; attempt < 2; attempt++) {
    act(openComposer)
    await waitFor(() => expect(field().value).toBe(''))
    write('Ẹ káàárọ̀')
    fireEvent.click(button('Post'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const sent = bodies.filter((body) => body !== undefined)
  const clientIds = sent.map((body) => postInput.parse(body).clientId)
  expect(new Set(clientIds).size).toBe(2)
})

test('blank text and text over the limit cannot be posted', async () => {
  const { seen } = await open()
  write('  \n \u200B\u2800')
  expect(button('Post').disabled).toBe(true)
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
  write('x'.repeat(4400))
  expect(screen.queryByText(/\/ 5,000/)).toBeNull()
  write('x'.repeat(5001))
  expect(screen.getByText('5,001 / 5,000')).toBeTruthy()
  expect(button('Post').disabled).toBe(true)
  expect(seen).not.toContain('POST /api/posts')
})

test('a post whose file failed is not offered until the file is removed', async () => {
  const { seen } = await open()
  const { server } = openTestTusServer(() => Response.error())
  server.intercept = () => ({ status: 415, body: '{}' })
  write('With a picture')
  act(() => getDraft(amara.id).attach(new File(['no picture'], 'pot.bin', { type: 'text/plain' })))
  await waitFor(() => expect(getDraft(amara.id).state.get().attachment?.state).toBe('failed'))
  expect(button('Post').disabled).toBe(true)
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
  expect(seen).not.toContain('POST /api/posts')
  act(() => getDraft(amara.id).detach())
  expect(button('Post').disabled).toBe(false)
})

test('a failure is shown and the text kept; a retry sends the same post', async () => {
  let isFailing = true
  const { bodies } = await open({
    'POST /api/posts': () =>
      isFailing
        ? errorResponse(422, { code: 'unprocessable', message: 'That file is not yours.' })
        : published('Post 2'),
  })
  write('Post 2')
  fireEvent.click(button('Post'))
  await waitFor(() =>
    expect(toastStore.current()).toMatchObject({
      variant: 'destructive',
      title: 'Error',
      description: 'Failed to create post',
    }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe('That file is not yours.')
  expect(field().value).toBe('Post 2')
  isFailing = false
  fireEvent.click(button('Post'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = bodies.filter((body) => body !== undefined)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
})

test('a post cannot be edited while it is being sent, and nothing is lost', async () => {
  const pending: ((response: Response) => void)[] = []
  await open({ 'POST /api/posts': () => new Promise<Response>((resolve) => pending.push(resolve)) })
  write('Half a story')
  fireEvent.click(button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(openComposer)
  await screen.findByRole('dialog')
  expect(button('Start over')).toBeTruthy()
  fireEvent.click(button('Post'))
  expect(field().readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
  expect(button('Photo or video').disabled).toBe(true)
  const image = new File(['x'], 'late.png', { type: 'image/png' })
  fireEvent.paste(field(), { clipboardData: { files: [image] } })
  expect(screen.queryByText('late.png')).toBeNull()
  await waitFor(() => expect(pending).toHaveLength(1))
  pending[0]?.(errorResponse(500, {}))
  await waitFor(() => expect(field().readOnly).toBe(false))
  expect(field().value).toBe('Half a story')
})

test('a signed-out user is sent to the sign-in page and the text is kept', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  await open({ 'POST /api/posts': () => errorResponse(401, { code: 'unauthorized' }) })
  write('Not lost')
  fireEvent.click(button('Post'))
  await waitFor(() => expect(toastStore.current()).toMatchObject({ title: 'Unauthorized' }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  // The initial state after a reload of the page.
  expect(new Draft(amara.id).state.get().text).toBe('Not lost')
})

test('the text survives every way of closing the dialog, until "Start over"', async () => {
  await open()
  write('Half a story')
  fireEvent.keyDown(field(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(openComposer)
  await screen.findByRole('dialog')
  expect(field().value).toBe('Half a story')
  fireEvent.click(button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(openComposer)
  await screen.findByRole('dialog')
  fireEvent.click(button('Start over'))
  expect(field().value).toBe('')
  expect(sessionStorage.getItem(`draft-post:${amara.id}`)).toBeNull()
})
