import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { StreamMenuButton } from './stream-menu-button.tsx'

// Loads the lazy module once, so that the first test does not time out on it.
beforeAll(() => import('./stream-menu.tsx'))

const viewer = { isOwner: true, canChat: true, isLiked: false, hasReminder: false }
const stream = testStream(1, { title: 'Sunday stew', isLive: false, viewer })
const DELETE = `DELETE /api/streams/${stream.id}`
const VIDEOS = 'GET /api/creator/videos'

type ShowOptions = { shownStream?: typeof stream; respond?: () => Response; videos?: () => Response }

function show({
  shownStream = stream,
  respond = () => Response.json({ deleted: true }),
  videos = () => Response.json([]),
}: ShowOptions = {}) {
  const onDeleted = vi.fn<() => void>()
  const calls = stubCalls({ [DELETE]: respond, [VIDEOS]: videos })
  render(
    <DataTestProvider>
      <StreamMenuButton stream={shownStream} onDeleted={onDeleted} />
      <Toaster />
    </DataTestProvider>,
  )
  return { onDeleted, ...calls }
}

/** Opens the menu; the first press loads its code, which opens it at once. */
async function open(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'More actions for the stream' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete stream' }))
  await screen.findByRole('alertdialog', { name: 'Delete “Sunday stew”?' })
}

async function confirm(): Promise<void> {
  const button = await waitFor(() => {
    const deleteButton = screen.getByRole('button', { name: 'Delete stream' })
    expect(deleteButton.getAttribute('aria-disabled')).not.toBe('true')
    return deleteButton
  })
  fireEvent.click(button)
}

/** The sent DELETE requests. */
const deletions = (seen: string[]) => seen.filter((call) => call.startsWith('DELETE'))

test('the confirmation names the stream, and cancelling deletes nothing', async () => {
  const { seen, onDeleted } = show()
  expect(screen.queryByRole('button', { name: 'Delete stream' })).toBeNull()
  await open()
  expect(screen.queryByRole('switch')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deletions(seen)).toEqual([])
  expect(onDeleted).not.toHaveBeenCalled()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions for the stream' })),
  )
})

test.each([
  ['off by default', false, ''],
  ['sent when switched on', true, '?recording=true'],
])('the recording is a separate choice, %s', async (_, isSwitchedOn, query) => {
  const { seen, onDeleted } = show({ videos: () => Response.json([{ id: 'a video' }]) })
  await open()
  const choice = await screen.findByRole('switch', { name: 'Delete its recording too' })
  expect(choice.getAttribute('aria-checked')).toBe('false')
  expect(seen).toContain(`${VIDEOS}?streamId=${stream.id}&limit=100`)
  if (isSwitchedOn) fireEvent.click(choice)
  await confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(deletions(seen)).toEqual([`${DELETE}${query}`])
  expect(await screen.findByText('Stream deleted')).toBeDefined()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('recordings are not requested for a stream that was never started', async () => {
  const { seen, onDeleted } = show({ shownStream: { ...stream, startedAt: null } })
  await open()
  await confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(seen).toEqual([DELETE])
})

test('a refusal is shown, and the dialog stays open', async () => {
  const message = 'This stream is live. End it before you delete it.'
  const { onDeleted } = show({ respond: () => errorResponse(409, { code: 'conflict', message }) })
  await open()
  await confirm()
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByRole('alertdialog')).toBeDefined()
  expect(onDeleted).not.toHaveBeenCalled()
})

test('a stream already deleted by another page counts as deleted', async () => {
  const { onDeleted } = show({ respond: () => errorResponse(404, { code: 'not_found' }) })
  await open()
  await confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
})

test.each([
  ['another user’s stream', { viewer: { ...viewer, isOwner: false } }],
  ['a live stream', { isLive: true }],
])('%s has no menu', (_, overrides) => {
  show({ shownStream: { ...stream, ...overrides } })
  expect(screen.queryByRole('button', { name: 'More actions for the stream' })).toBeNull()
})
