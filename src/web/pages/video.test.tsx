import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Comment } from '#shared/community/comments.ts'
import type { ReplayedMessage, Video } from '#shared/videos/videos.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testCurrentUser, testUser } from '#web/api/test-users.ts'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { closeMini } from '#web/features/media/shared/playback/mini-playback.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { VideoPage } from './video.tsx'

const STREAM_ID = '0198c1d2-0000-7000-8000-000000000001'
const FILE = { url: '/files/video.mp4', mimeType: 'video/mp4', width: 1280, height: 720, fileSize: 1000 }

beforeEach(() => {
  setCurrentUser(testCurrentUser(1))
  TestSocketServer.listen()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  cleanup()
  closeMini()
  localStorage.clear()
})

function open(
  overrides: Partial<Video> = {},
  chat: readonly ReplayedMessage[] = [],
  comments: readonly Comment[] = [],
) {
  const video = testVideo({ sources: { hls: null, qualities: [], files: [FILE] }, ...overrides })
  stubCalls({
    [`GET /api/videos/${video.id}`]: () => Response.json(video),
    [`GET /api/videos/${video.id}/chat`]: () => Response.json(chat),
    [`GET /api/videos/${video.id}/comments`]: () => Response.json(comments),
    [`POST /api/videos/${video.id}/views`]: () => Response.json({ counted: false, viewsCount: 0 }),
  })
  render(<VideoPage videoId={video.id} />, { wrapper: DataTestProvider })
}
const player = () => screen.findByLabelText<HTMLVideoElement>('Video: Sunday stew')

test('a video without a playlist plays its best file, with its poster and our controls', async () => {
  open({ thumbnailUrl: '/poster.webp', isPublished: true })
  const video = await player()
  expect(video.getAttribute('src')).toBe(FILE.url)
  expect(video.poster).toBe('/poster-small.webp')
  expect(video.controls).toBe(false)
  expect(screen.getByRole('slider', { name: 'Position' })).toBeDefined()
})

test.each([
  [{ isPublished: false }, 'Draft'],
  [{ isPublished: true, isPublic: false }, 'Private'],
])('the owner sees that the video is hidden: %o', async (columns, badge) => {
  open(columns)
  expect(await screen.findByText(badge)).toBeDefined()
})

test('a video that is being prepared shows its percentage and no player', async () => {
  open({ state: 'processing', progress: 42 })
  expect(await screen.findByText('42%')).toBeDefined()
  expect(screen.queryByLabelText('Video: Sunday stew')).toBeNull()
})

test('a failed video leads its owner to the list, which says why', async () => {
  open({ state: 'failed', failure: 'unreadable' })
  expect(await screen.findByText('Could not be prepared')).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'Your videos' })[0]?.getAttribute('href')).toBe(
    '/creator/videos',
  )
})

test('a tip is highlighted above the chat of a recording while the video is at its time', async () => {
  const tip = { id: STREAM_ID, amount: '25.00', currency: 'USD', isSandbox: true }
  const user = { ...testUser(2, { firstName: 'Ada', lastName: null }), isPremium: false }
  const message = {
    id: STREAM_ID,
    streamId: STREAM_ID,
    userId: user.id,
    message: 'For the drums',
    createdAt: '2025-11-21T19:00:00.000Z',
    user,
    clientId: null,
    replyTo: null,
    isFirst: false,
    isHeld: false,
    tip,
  }
  open({ streamId: STREAM_ID }, [{ offset: 60, message }])
  const video = await player()
  const seek = (second: number) => {
    Object.defineProperty(video, 'currentTime', { configurable: true, writable: true, value: second })
    fireEvent(video, new Event('timeupdate'))
  }
  const region = () => screen.queryByRole('region', { name: 'Highlighted tips' })
  await waitFor(() => {
    seek(61)
    expect(region()?.textContent).toMatch(/Ada.*\$25\.00.*For the drums/)
  })
  seek(59)
  expect(region()).toBeNull()
  seek(359)
  expect(region()).not.toBeNull()
  seek(361)
  expect(region()).toBeNull()
})

test('a hidden video is not found', async () => {
  const { id } = testVideo()
  stubCalls({ [`GET /api/videos/${id}`]: () => errorResponse(404, { code: 'not_found' }) })
  render(<VideoPage videoId={id} />, { wrapper: DataTestProvider })
  expect(await screen.findByText('Video Not Found')).toBeDefined()
})

test('a time in the description seeks', async () => {
  open({ description: 'The rice begins at 1:05.' })
  const video = await player()
  fireEvent.click(screen.getByRole('button', { name: 'Play from 1:05' }))
  expect(video.currentTime).toBe(65)
})

test('a time in a comment seeks, one after the end of the video does not', async () => {
  const user = testUser(2)
  const comment: Comment = {
    id: STREAM_ID,
    userId: user.id,
    postId: null,
    videoId: testVideo().id,
    content: 'From 1:05 on, not 9:59:59',
    isHeld: false,
    createdAt: '2025-11-21T18:12:00.000Z',
    user,
    mentions: [],
    viewer: { canDelete: false },
  }
  open({}, [], [comment])
  const video = await player()
  fireEvent.click(await screen.findByRole('button', { name: 'Play from 1:05' }))
  expect(video.currentTime).toBe(65)
  expect(screen.getByText(/not 9:59:59/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Play from 9:59:59' })).toBeNull()
})

test('a video that cannot be loaded can be retried', async () => {
  open()
  fireEvent.error(await player())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('with the data saver nothing is loaded before a click, and the size is shown', async () => {
  localStorage.setItem('data-saver', 'on')
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  open()
  const play = await screen.findByRole('button', { name: 'Play (12 MB)' })
  expect((await player()).getAttribute('src')).toBeNull()
  fireEvent.click(play)
  expect((await player()).getAttribute('src')).toBe(FILE.url)
})
