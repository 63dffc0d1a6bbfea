import { skipToken, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Comment } from '#shared/community/comments.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import type { Video } from '#shared/videos/videos.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { entityKey } from '#web/api/entities.ts'
import { pageUser } from '#web/api/page-user.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testCurrentUser, testUser } from '#web/api/test-users.ts'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { TestViewport } from '#web/lib/hooks/test-viewport.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { RelatedVideos } from '#web/features/videos/video-engagement/related-videos.tsx'
import { VideoComments } from './video-comments.tsx'
import { embedHtmlOf } from '#web/features/videos/shared/videos/embed-html.ts'
import { VideoLikeButton } from '#web/features/videos/video-engagement/video-like-button.tsx'

const video = testVideo({ isPublished: true, likesCount: 10, commentsCount: 1 })
const PATH = `/api/videos/${video.id}`
const other = testUser(7, { firstName: 'Kofi', lastName: null })

function CachedVideo() {
  const { data } = useQuery<Video>({ queryKey: entityKey('videos', video.id), queryFn: skipToken })
  return (
    data && (
      <>
        <VideoLikeButton video={data} />
        <output aria-label="count">{data.commentsCount}</output>
        <VideoComments video={data} />
      </>
    )
  )
}

function testComment(index: number, overrides: Partial<Comment> = {}): Comment {
  return {
    id: `0c9b8f4e-3a1c-7f0e-9a55-${String(index).padStart(12, '0')}`,
    userId: other.id,
    postId: null,
    videoId: video.id,
    content: `Comment ${index}`,
    isHeld: false,
    createdAt: '2025-11-21T18:12:00.000Z',
    user: other,
    mentions: [],
    viewer: { canDelete: false },
    ...overrides,
  }
}

function show(
  responses: Parameters<typeof stubCalls>[0] = {},
  user: CurrentUser | null = testCurrentUser(1),
) {
  const server = TestSocketServer.listen()
  new TestViewport()
  const calls = stubCalls({ [`GET ${PATH}/comments`]: () => Response.json([testComment(1)]), ...responses })
  if (user) setCurrentUser(user)
  else pageUser.set({ user })
  queryClient.setQueryData(entityKey('videos', video.id), video)
  render(
    <DataTestProvider>
      <CachedVideo />
      <Toaster />
    </DataTestProvider>,
  )
  act(() => server.accept())
  return { ...calls, server }
}

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const likeButton = (name: string, pressed: boolean) => screen.findByRole('button', { name, pressed })

test('a like shows at once, and then the server’s count', async () => {
  let respond: (response: Response) => void = () => {}
  const { bodies } = show({ [`POST ${PATH}/like`]: () => new Promise((resolve) => (respond = resolve)) })
  fireEvent.click(await likeButton('Like 10', false))
  await likeButton('Like 11', true)
  expect(bodies).toContainEqual({ liked: true })
  await act(async () => respond(Response.json({ liked: true, likesCount: 15 })))
  await likeButton('Like 15', true)
})

test('a refused like is undone, with an error', async () => {
  show({
    [`POST ${PATH}/like`]: () => errorResponse(503, { code: 'unavailable' }),
    [`GET ${PATH}`]: () => Response.json({ ...video, likesCount: 12 }),
  })
  fireEvent.click(await likeButton('Like 10', false))
  await likeButton('Like 12', false)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update like')
})

test('a like on another page of the same user is shown here', async () => {
  const { server } = show()
  await likeButton('Like 10', false)
  const data = { isLiked: true, likesCount: 11 }
  act(() => server.sendMessage({ type: 'video_like_changed', videoId: video.id, data }))
  expect(await likeButton('Like 11', true)).toBeTruthy()
})

test('a visitor reads the comments, is asked to sign in, and cannot like', async () => {
  const { seen } = show({}, null)
  expect(await screen.findByText('Comment 1')).toBeTruthy()
  expect(screen.getByText('Sign in to comment')).toBeTruthy()
  fireEvent.click(await likeButton('Like 10', false))
  expect((await screen.findByRole('alert')).textContent).toContain('Please log in to like videos')
  expect(seen.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('a comment is sent to the video, shown and counted', async () => {
  const user = testCurrentUser(1)
  const { bodies } = show({
    [`POST ${PATH}/comments`]: () =>
      Response.json(testComment(2, { content: 'Asante', userId: user.id, user }), { status: 201 }),
  })
  await screen.findByText('Comment 1')
  fireEvent.change(screen.getByRole('textbox', { name: 'Your comment' }), { target: { value: 'Asante' } })
  fireEvent.click(screen.getByRole('button', { name: 'Comment' }))
  await screen.findByText('Asante')
  expect(bodies).toContainEqual(expect.objectContaining({ content: 'Asante' }))
  await waitFor(() => expect(screen.getByRole('status', { name: 'count' }).textContent).toBe('2'))
})

test('comments of others on this video are announced, those on others are not', async () => {
  const { server } = show()
  await screen.findByText('Comment 1')
  const created = { type: 'comment_created', postId: null, userId: other.id } as const
  act(() => server.sendMessage({ ...created, videoId: testVideo().creatorId, commentId: testComment(3).id }))
  act(() => server.sendMessage({ ...created, videoId: video.id, commentId: testComment(2).id }))
  expect(await screen.findByRole('button', { name: '1 new comment' })).toBeTruthy()
})

test('related videos are links with duration, views and creator; a failure can be retried', async () => {
  TestSocketServer.listen()
  const related = testVideo({ id: '0190b4c0-0000-7000-8000-000000000009', viewsCount: 3, title: 'Loom' })
  let isFailing = true
  stubCalls({
    [`GET ${PATH}/related`]: () => (isFailing ? errorResponse(500, {}) : Response.json([related])),
  })
  render(
    <DataTestProvider>
      <RelatedVideos videoId={video.id} />
    </DataTestProvider>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('The videos could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  const link = within(await screen.findByRole('list')).getByRole('link')
  expect(link.getAttribute('href')).toBe(`/video/${related.id}`)
  for (const text of ['Loom', '12:34', '3 views', '1 hour ago']) expect(link.textContent).toContain(text)
})

test('only what everyone may see can be embedded', () => {
  expect(embedHtmlOf(video)).toContain(`src="${location.origin}/embed/${video.id}"`)
  for (const hidden of [{ isPublished: false }, { isPublic: false }, { state: 'processing' as const }])
    expect(embedHtmlOf({ ...video, ...hidden })).toBeUndefined()
})
