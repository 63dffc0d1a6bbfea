import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Stream } from '#shared/live/streams.ts'
import type { Video } from '#shared/videos/videos.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { TEST_SETTINGS, testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { testComment } from '#web/features/community/posts/testing/test-post.ts'
import { closeMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { EmbedStreamPage } from './embed-stream.tsx'
import { StreamOldPage } from './stream-old.tsx'
import { StreamPage } from './stream.tsx'

let server: TestSocketServer
beforeEach(() => {
  setCurrentUser(testCurrentUser(1))
  server = TestSocketServer.listen()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  cleanup()
  closeMini()
  queryClient.clear()
})

const viewer = { isOwner: true, canChat: true, isLiked: false, hasReminder: false }
const own = testStream(1, {
  isLive: false,
  viewer,
  startedAt: '2025-11-21T19:04:00.000Z',
  endedAt: '2025-11-21T20:00:00.000Z',
  settings: { ...TEST_SETTINGS, recordStream: true },
})
const draft = testVideo({
  title: 'Sunday stew',
  streamId: own.id,
  recordedFrom: '2025-11-21T19:04:02.000Z',
  isPublished: false,
})

/** Opens the own stream's page; `recordings` are the recordings of its broadcasts. */
function openOwn(stream: Stream, recordings: () => Video[], handlers: Parameters<typeof stubCalls>[0] = {}) {
  cacheEntities('streams', [stream])
  const { seen } = stubCalls({
    [`GET /api/streams/${stream.id}`]: () => Response.json(stream),
    [`GET /api/streams/${stream.id}/chat`]: () => Response.json([]),
    [`GET /api/streams/${stream.id}/chat-state`]: () => errorResponse(404, { code: 'not_found' }),
    'GET /api/live/ice-servers': () => Response.json({ iceServers: [], expiresAt: null }),
    [`GET /api/streams/${stream.id}/recording`]: () => Response.json({ video: null }),
    'GET /api/creator/videos': () => Response.json(recordings()),
    ...handlers,
  })
  render(<StreamPage streamId={stream.id} />, { wrapper: DataTestProvider })
  return seen
}

test('the owner’s page of an ended stream follows the recording, and publishes, renames and deletes it', async () => {
  let state: Video['state'] = 'processing'
  let isPublished = false
  const path = `/api/creator/videos/${draft.id}`
  const seen = openOwn(own, () => [{ ...draft, state, isPublished }], {
    [`POST ${path}/publish`]: () => {
      isPublished = true
      return Response.json({ ...draft, isPublished })
    },
  })
  expect(await screen.findByText(/being made into a video/)).toBeDefined()
  act(() => server.accept())
  state = 'ready'
  act(() => server.sendMessage({ type: 'video_changed', videoId: draft.id }))
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Published')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Rename' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDefined()
  expect(seen).toContain(`POST ${path}/publish`)
})

test('an ended stream shows its recording, with the likes, comments and views of that video', async () => {
  const stream = testStream(1, { isLive: false, endedAt: '2025-11-21T20:00:00Z' })
  const file = { url: '/files/video.mp4', mimeType: 'video/mp4', width: 1280, height: 720, fileSize: 1000 }
  const sources = { hls: null, qualities: [], files: [file] }
  const counts = { likesCount: 7, viewsCount: 41, isPublished: true }
  const video = testVideo({ streamId: stream.id, sources, duration: 90, ...counts })
  const comment = testComment(1, { content: 'The drums at 1:05', postId: null, videoId: video.id })
  cacheEntities('streams', [stream])
  stubCalls({
    [`GET /api/streams/${stream.id}`]: () => Response.json(stream),
    [`GET /api/streams/${stream.id}/chat`]: () => Response.json([]),
    [`GET /api/streams/${stream.id}/chat-state`]: () => errorResponse(404, { code: 'not_found' }),
    'GET /api/live/ice-servers': () => Response.json({ iceServers: [], expiresAt: null }),
    [`GET /api/streams/${stream.id}/recording`]: () => Response.json({ video }),
    [`GET /api/videos/${video.id}/chat`]: () => Response.json([]),
    [`GET /api/videos/${video.id}/comments`]: () => Response.json([comment]),
    [`POST /api/videos/${video.id}/like`]: () => Response.json({ liked: true, likesCount: 8 }),
    [`POST /api/videos/${video.id}/views`]: () => Response.json({ counted: false, viewsCount: 0 }),
  })
  render(<StreamPage streamId={stream.id} />, { wrapper: DataTestProvider })
  const player = await screen.findByLabelText<HTMLVideoElement>('Video: Sunday stew')
  expect(player.getAttribute('src')).toBe(file.url)
  expect(screen.getByRole('heading', { name: stream.title })).toBeDefined()
  expect(screen.getByText('41 views')).toBeDefined()
  expect(screen.getByRole('heading', { name: /Comments/ })).toBeDefined()
  expect(await screen.findByRole('button', { name: /1:05/ })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Like/, pressed: false }))
  expect((await screen.findByRole('button', { name: /^Like/, pressed: true })).textContent).toContain('8')
  expect(screen.getAllByRole('button', { name: /^Like/ })).toHaveLength(1)
})

test('an old broadcast without a recording says so at once, and one that was not to be recorded says nothing', async () => {
  openOwn(own, () => [])
  expect(await screen.findByText('There is no recording of this broadcast.')).toBeDefined()
  cleanup()
  queryClient.clear()
  const seen = openOwn({ ...own, settings: TEST_SETTINGS }, () => [])
  await waitFor(() => expect(seen.some((call) => call.startsWith('GET /api/creator/videos'))).toBe(true))
  expect(await screen.findByRole('link', { name: 'Open Broadcast Studio' })).toBeDefined()
  await waitFor(() => expect(document.querySelector('.animate-skeleton')).toBeNull())
  expect(screen.queryByText(/recording|recorded/)).toBeNull()
})

test.each([
  ['the embed', EmbedStreamPage],
  ['the legacy page', StreamOldPage],
])('%s of an ended stream plays its recording', async (_name, Page) => {
  const stream = testStream(1, { isLive: false, endedAt: '2025-11-21T20:00:00Z' })
  const file = { url: '/files/video.mp4', mimeType: 'video/mp4', width: 1280, height: 720, fileSize: 1000 }
  const video = testVideo({ streamId: stream.id, sources: { hls: null, qualities: [], files: [file] } })
  cacheEntities('streams', [stream])
  stubCalls({
    [`GET /api/streams/${stream.id}`]: () => Response.json(stream),
    [`GET /api/streams/${stream.id}/chat`]: () => Response.json([]),
    [`GET /api/streams/${stream.id}/chat-state`]: () => errorResponse(404, { code: 'not_found' }),
    'GET /api/live/ice-servers': () => Response.json({ iceServers: [], expiresAt: null }),
    [`GET /api/streams/${stream.id}/recording`]: () => Response.json({ video }),
    [`GET /api/videos/${video.id}/chat`]: () => Response.json([]),
    'GET /api/settings': () => Response.json({}),
  })
  render(<Page streamId={stream.id} />, { wrapper: DataTestProvider })
  expect(await screen.findByLabelText('Video: Sunday stew')).toBeDefined()
})
