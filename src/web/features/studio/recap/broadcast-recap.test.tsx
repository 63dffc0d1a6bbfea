import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Stream } from '#shared/live/streams.ts'
import type { Video } from '#shared/videos/videos.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { TEST_SETTINGS, testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { readEndedBroadcast, rememberEndedBroadcast } from '#web/features/studio/recap/ended-broadcast.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { BroadcastRecap } from './broadcast-recap.tsx'

beforeEach(() => {
  navigation.navigate('/profile')
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2025-11-21T20:01:31.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
  sessionStorage.clear()
})

const viewer = { isOwner: true, canChat: true, isLiked: false, hasReminder: false }
const ended = testStream(1, {
  title: 'Sunday stew',
  isLive: false,
  viewer,
  startedAt: '2025-11-21T19:00:00.000Z',
  endedAt: '2025-11-21T20:01:30.000Z',
  maxViewers: 5678,
  peakViewers: 1234,
  likesCount: 40,
  messagesCount: 95,
  tipsTotal: '30.00',
  atStart: { likesCount: 31, messagesCount: 70, tipsTotal: '12.50' },
  settings: { ...TEST_SETTINGS, recordStream: true },
})
const recording = testVideo({
  title: 'Sunday stew',
  streamId: ended.id,
  recordedFrom: '2025-11-21T19:00:02.000Z',
})

/** After this time without a recording, there is none. */
const CLOSED_MS = 10_000

/** The recap of the last end, as on the profile. */
function LastRecap() {
  const [ended] = useState(readEndedBroadcast)
  return ended && <BroadcastRecap {...ended} />
}

type Handlers = Parameters<typeof stubCalls>[0]

function show(list: () => Video[], stream: Stream = ended, handlers: Handlers = {}) {
  rememberEndedBroadcast(stream.id, { canResume: true })
  const server = TestSocketServer.listen()
  const calls = stubCalls({
    [`GET /api/streams/${stream.id}`]: () => Response.json(stream),
    'GET /api/creator/videos': () => Response.json(list()),
    ...handlers,
  })
  const shown = render(
    <DataTestProvider>
      <LastRecap />
      <Toaster />
    </DataTestProvider>,
  )
  act(() => server.accept())
  return { server, ...shown, ...calls }
}

test('the recap shows the figures of the broadcast, not of the stream, and says when the recording is ready', async () => {
  let state: Video['state'] = 'processing'
  const { server } = show(() => [{ ...recording, state }])
  expect(await screen.findByRole('heading', { name: 'Your broadcast has ended' })).toBeDefined()
  expect(screen.getByText('01:01:30')).toBeDefined()
  const shown = screen.getAllByRole('definition').map((value) => value.textContent)
  expect(shown).toEqual(['01:01:30', '1,234', '9', '25', '$17.50'])
  expect(await screen.findByText(/being made into a video/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'your videos' }).getAttribute('href')).toBe('/creator/videos')
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  state = 'ready'
  act(() => server.sendMessage({ type: 'video_changed', videoId: recording.id }))
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeDefined()
  expect(screen.getByText('Draft')).toBeDefined()
})

test('a recording that is ready before the first response arrives is shown as ready', async () => {
  let respond = (_videos: Video[]) => {}
  const first = new Promise<Response>((resolve) => {
    respond = (videos) => resolve(Response.json(videos))
  })
  let requests = 0
  const { server } = show(() => [], ended, {
    'GET /api/creator/videos': () => (requests++ === 0 ? first : Response.json([recording])),
  })
  await waitFor(() => expect(requests).toBe(1))
  act(() => server.sendMessage({ type: 'video_changed', videoId: recording.id }))
  respond([{ ...recording, state: 'processing' }])
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeDefined()
})

test('a recording can be published, renamed and deleted', async () => {
  let current: Video[] = [recording]
  const path = `/api/creator/videos/${recording.id}`
  const change = (changes: Partial<Video>) => {
    current = current.map((each) => ({ ...each, ...changes }))
    return Response.json(current[0])
  }
  const { seen } = show(() => current, ended, {
    [`POST ${path}/publish`]: () => change({ isPublished: true }),
    [`PUT ${path}`]: ({ body }) => change(JSON.parse(JSON.stringify(body))),
    [`DELETE ${path}`]: () => {
      current = []
      return Response.json({ deleted: true })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Published')).toBeDefined()
  expect(await screen.findByText('Video published')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()

  fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Monday stew' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'Monday stew' })).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename the recording' })).toBeNull())

  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('alertdialog', { name: 'Delete “Monday stew”?' })
  fireEvent.click(screen.getByRole('button', { name: 'Delete video' }))
  expect(await screen.findByText('Video deleted')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(CLOSED_MS))
  expect(await screen.findByText('There is no recording of this broadcast.')).toBeDefined()
  expect(seen.filter((call) => !call.startsWith('GET'))).toEqual([
    `POST ${path}/publish`,
    `PUT ${path}`,
    `DELETE ${path}`,
  ])
})

test('an earlier broadcast’s recording is not taken for that of the last one', async () => {
  show(() => [{ ...recording, recordedFrom: '2025-11-20T19:00:00.000Z' }])
  // The server may still be closing the recording.
  expect(await screen.findByText(/being made into a video/)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(CLOSED_MS))
  expect(await screen.findByText('There is no recording of this broadcast.')).toBeDefined()
})

test('a broadcast without ‘Record stream’ says that it was not recorded', async () => {
  show(() => [], { ...ended, settings: { ...ended.settings, recordStream: false } })
  expect(await screen.findByText('This broadcast was not recorded.')).toBeDefined()
})

test('closing the recap removes it for good', async () => {
  show(() => [])
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(readEndedBroadcast()).toBeNull()
})

test('a recap that was left is not shown again', async () => {
  const { unmount } = show(() => [])
  expect(await screen.findByRole('dialog')).toBeDefined()
  expect(readEndedBroadcast()).not.toBeNull()
  unmount()
  expect(readEndedBroadcast()).toBeNull()
})

const resume = () => screen.queryByRole('button', { name: 'Resume' })

test('Resume makes the stream live again and opens the studio', async () => {
  const { seen } = show(() => [], ended, {
    [`PUT /api/streams/${ended.id}`]: ({ body }) => {
      expect(body).toEqual({ isLive: true })
      return Response.json({ ...ended, isLive: true })
    },
  })
  expect(await screen.findByText('Ended by mistake?')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(location.pathname).toBe(`/stream/${ended.id}/broadcast`))
  expect(seen.filter((call) => call.startsWith('PUT'))).toEqual([`PUT /api/streams/${ended.id}`])
})

test('a refused resumption shows the reason, and can be tried again', async () => {
  show(() => [], ended, {
    [`PUT /api/streams/${ended.id}`]: () =>
      errorResponse(429, { code: 'rate_limited', message: 'Too many starts.' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  expect(await screen.findByText('The stream could not be resumed')).toBeDefined()
  expect(screen.getByText('Too many starts.')).toBeDefined()
  expect(resume()).not.toBeNull()
  expect(location.pathname).toBe('/profile')
})

test('after a minute nothing can be resumed, also on a page that is reloaded', async () => {
  const { unmount } = show(() => [])
  await screen.findByRole('dialog')
  await act(() => vi.advanceTimersByTimeAsync(50_000))
  expect(resume()).not.toBeNull()
  const remembered = sessionStorage.getItem('ended-broadcast')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(resume()).toBeNull()
  expect(screen.queryByText('Ended by mistake?')).toBeNull()
  expect(screen.getByRole('dialog')).toBeDefined()
  unmount()
  sessionStorage.setItem('ended-broadcast', remembered ?? '')
  render(<LastRecap />, { wrapper: DataTestProvider })
  await screen.findByRole('dialog')
  expect(resume()).toBeNull()
})

test('a broadcast that this page did not send cannot be resumed here', async () => {
  rememberEndedBroadcast(ended.id, { canResume: false })
  stubCalls({
    [`GET /api/streams/${ended.id}`]: () => Response.json(ended),
    'GET /api/creator/videos': () => Response.json([]),
  })
  render(<LastRecap />, { wrapper: DataTestProvider })
  await screen.findByRole('dialog')
  expect(resume()).toBeNull()
})

test.each([
  ['that is live again', { isLive: true }],
  ['of another member', { viewer: { ...viewer, isOwner: false } }],
])('there is no recap of a stream %s', async (_, changes) => {
  const { seen } = show(() => [], { ...ended, ...changes })
  await waitFor(() => expect(seen).toContain(`GET /api/streams/${ended.id}`))
  await act(async () => {})
  expect(screen.queryByRole('heading')).toBeNull()
})
