import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Video } from '#shared/videos/videos.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { toastStore } from '#web/ui/overlays/toast.ts'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { VideoList } from './video-list.tsx'

type Handlers = Parameters<typeof stubCalls>[0]

function show(list: () => readonly Video[], handlers: Handlers = {}) {
  const server = TestSocketServer.listen()
  const calls = stubCalls({ 'GET /api/creator/videos': () => Response.json(list()), ...handlers })
  render(
    <DataTestProvider>
      <VideoList />
    </DataTestProvider>,
  )
  return { server, ...calls }
}

test('a draft shows its state, duration and other facts', async () => {
  show(() => [testVideo({ title: 'Sunday stew' })])
  const link = await screen.findByRole('link', { name: 'Sunday stew' })
  expect(link.getAttribute('href')).toBe(`/video/${testVideo().id}`)
  for (const text of ['12:34', '12 MB', 'Food', 'about 1 hour ago', 'Draft'])
    expect(screen.getByText(text)).toBeTruthy()
})

test('the list shows how far a video is, and updates when it is ready', async () => {
  let state: Video['state'] = 'processing'
  const { server } = show(() => [testVideo({ state, progress: state === 'processing' ? 10 : null })])
  expect(await screen.findByText('Being prepared, 10%')).toBeTruthy()
  server.accept()
  server.sendMessage({ type: 'video_progress', videoId: testVideo().id, progress: 42 })
  expect(await screen.findByText('Being prepared, 42%')).toBeTruthy()
  state = 'ready'
  server.sendMessage({ type: 'video_changed', videoId: testVideo().id })
  await waitFor(() => expect(screen.queryByText(/^Being prepared/)).toBeNull())
  expect(screen.getByText('Draft')).toBeTruthy()
})

test('the list can be filtered', async () => {
  const { seen } = show(() => [])
  await screen.findByRole('heading', { name: 'No videos yet' })
  fireEvent.click(screen.getByRole('button', { name: 'Drafts' }))
  expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeTruthy()
  expect(seen.at(-1)).toBe('GET /api/creator/videos?filter=draft')
  expect(screen.getByRole('button', { name: 'Drafts' }).getAttribute('aria-pressed')).toBe('true')
})

test('deleting a video asks for confirmation by its title', async () => {
  const videos = [testVideo({ title: 'Sunday stew' })]
  const { seen } = show(() => videos, {
    [`DELETE /api/creator/videos/${testVideo().id}`]: () => {
      videos.pop()
      return Response.json({ deleted: true })
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Sunday stew' }))
  expect(await screen.findByRole('alertdialog', { name: 'Delete “Sunday stew”?' })).toBeTruthy()
  expect(seen.filter((call) => call.startsWith('DELETE'))).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Delete video' }))
  await waitFor(() => expect(toastStore.current()?.title).toBe('Video deleted'))
  expect(await screen.findByRole('heading', { name: 'No videos yet' })).toBeTruthy()
})

test('a failed deletion shows a message', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  show(() => [testVideo({ title: 'Sunday stew' })], {
    [`DELETE /api/creator/videos/${testVideo().id}`]: () => errorResponse(500, {}),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Sunday stew' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete video' }))
  await waitFor(() =>
    expect(toastStore.current()).toMatchObject({ title: 'Error', description: 'Failed to delete video.' }),
  )
})

test('a list that failed to load can be retried', async () => {
  let isFailing = true
  show(() => [], {
    'GET /api/creator/videos': () =>
      isFailing ? errorResponse(503, { message: 'Busy.' }) : Response.json([]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Busy.')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'No videos yet' })).toBeTruthy()
})

const PUBLISH = `POST /api/creator/videos/${testVideo().id}/publish`

test('publishing a draft says so, and the list shows it', async () => {
  let isPublished = false
  show(() => [testVideo({ title: 'Sunday stew', isPublished })], {
    [PUBLISH]: () => {
      isPublished = true
      return Response.json(testVideo({ isPublished }))
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Publish Sunday stew' }))
  await waitFor(() => expect(toastStore.current()?.title).toBe('Video published'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Publish Sunday stew' })).toBeNull())
})

test('a failed publication shows a message', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  show(() => [testVideo({ title: 'Sunday stew' })], { [PUBLISH]: () => errorResponse(500, {}) })
  fireEvent.click(await screen.findByRole('button', { name: 'Publish Sunday stew' }))
  await waitFor(() =>
    expect(toastStore.current()).toMatchObject({ title: 'Error', description: 'Failed to publish video.' }),
  )
})

test('a failed video says why, and can be tried again', async () => {
  let state: Video['state'] = 'failed'
  show(() => [testVideo({ title: 'Sunday stew', state, failure: state === 'failed' ? 'noVideo' : null })], {
    [`POST /api/creator/videos/${testVideo().id}/retry`]: () => {
      state = 'processing'
      return Response.json(testVideo({ state }))
    },
  })
  expect(await screen.findByText('The file contains only sound.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publish Sunday stew' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again to prepare Sunday stew' }))
  expect(await screen.findByText('Being prepared, 0%')).toBeTruthy()
})

test('a video whose sound cannot be read says so', async () => {
  show(() => [
    testVideo({ notice: 'unreadableAudio' }),
    testVideo({ id: '0190b4c0-0000-7000-8000-000000000002' }),
  ])
  expect(await screen.findAllByText(/^Plays without sound/)).toHaveLength(1)
})

test('an edit is not lost when the video leaves the list', async () => {
  const videos = [testVideo({ title: 'Sunday stew' })]
  const { server } = show(() => videos)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Sunday stew' }))
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Egusi on Sunday' } })
  server.accept()
  videos.pop()
  server.sendMessage({ type: 'video_changed', videoId: testVideo().id })
  expect(await screen.findByText('No videos yet')).toBeTruthy()
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Egusi on Sunday')
})

test('a scheduled draft shows its time with the time zone, and has a filter of its own', async () => {
  const publishAt = '2031-01-02T15:04:00.000Z'
  const { seen } = show(() => [testVideo({ title: 'Sunday stew', publishAt })])
  const time = await screen.findByText(/^Publishes Jan 2, 2031, \d+:04.[AP]M .+/)
  expect(time.getAttribute('datetime')).toBe(publishAt)
  expect(screen.getByText('Scheduled', { ignore: 'button' })).toBeTruthy()
  expect(screen.queryByText('Draft')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Scheduled' }))
  await waitFor(() => expect(seen.at(-1)).toBe('GET /api/creator/videos?filter=scheduled'))
})
