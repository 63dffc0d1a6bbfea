import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Video } from '#shared/videos/videos.ts'
import { pageUser } from '#web/api/page-user.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { toLocalTime } from '#web/lib/format/local-time.ts'
import { EditVideo } from './edit-video.tsx'

afterEach(() => pageUser.set({ user: undefined }))

const HOUR_MS = 60 * 60 * 1000
const localIn = (hours: number) => toLocalTime(new Date(Date.now() + hours * HOUR_MS))

type Setting = { isPremium: boolean; respond?: () => Response }

function show(overrides: Partial<Video>, { isPremium, respond }: Setting) {
  pageUser.set({ user: testCurrentUser(1, { isPremium }) })
  const video = testVideo(overrides)
  const onClose = vi.fn<() => void>()
  const { bodies } = stubCalls({
    [`PUT /api/creator/videos/${video.id}`]: respond ?? (() => Response.json(video)),
  })
  render(<EditVideo video={video} onClose={onClose} />, { wrapper: DataTestProvider })
  return { bodies, onClose }
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^Publish at/)
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))

test('a draft gets a time, in the time zone that is named', async () => {
  const { bodies, onClose } = show({}, { isPremium: true })
  expect(screen.getByText(/^In your time: /)).toBeTruthy()
  const time = localIn(24)
  fireEvent.change(field(), { target: { value: time } })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ publishAt: new Date(time).toISOString() }])
})

test('an unchanged time is not sent again', async () => {
  const { bodies, onClose } = show({ publishAt: '2031-01-02T15:04:05.678Z' }, { isPremium: true })
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Egusi' } })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ title: 'Egusi' }])
})

test('the message of a refused time is shown at its field', async () => {
  const fields = [{ path: 'publishAt', message: 'This time is past.' }]
  const { onClose } = show({}, { isPremium: true, respond: () => errorResponse(422, { fields }) })
  fireEvent.change(field(), { target: { value: localIn(-24) } })
  save()
  expect(await screen.findByText('This time is past.')).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(onClose).not.toHaveBeenCalled()
})

test('without Creator Pro a time that was chosen is shown, and can be removed', async () => {
  const { bodies, onClose } = show({ publishAt: '2031-01-02T15:04:00.000Z' }, { isPremium: false })
  expect(screen.queryByLabelText(/^Publish at/)).toBeNull()
  expect(screen.getByText(/Publishes Jan 2, 2031/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove this time' }))
  expect(screen.getByRole('link', { name: /Part of Creator Pro/ }).getAttribute('href')).toBe('/creator-pro')
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ publishAt: null }])
})

test('a published video offers no time', () => {
  show({ isPublished: true }, { isPremium: true })
  expect(screen.queryByLabelText(/^Publish at/)).toBeNull()
})
