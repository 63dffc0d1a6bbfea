import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { answerCalls, DataTestProvider, refusal } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { DeleteStreamButton } from './delete-stream-button.tsx'

// Compiling it takes longer than anybody waits for a dialog.
beforeAll(() => import('./delete-stream.tsx'))

const viewer = { isOwner: true, canChat: true, isLiked: false, hasReminder: false }
const stream = testStream(1, { title: 'Sunday stew', isLive: false, viewer })
const DELETE = `DELETE /api/streams/${stream.id}`
const VIDEOS = 'GET /api/creator/videos'

type Setting = { shown?: typeof stream; answer?: () => Response; videos?: () => Response }

function show({
  shown = stream,
  answer = () => Response.json({ deleted: true }),
  videos = () => Response.json([]),
}: Setting = {}) {
  const onDeleted = vi.fn<() => void>()
  const calls = answerCalls({ [DELETE]: answer, [VIDEOS]: videos })
  render(
    <DataTestProvider>
      <DeleteStreamButton stream={shown} onDeleted={onDeleted} />
      <Toaster />
    </DataTestProvider>,
  )
  return { onDeleted, ...calls }
}

async function open(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Delete stream' }))
  await screen.findByRole('alertdialog', { name: 'Delete “Sunday stew”?' })
}

async function confirm(): Promise<void> {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name: 'Delete stream' })
    expect(found.getAttribute('aria-disabled')).not.toBe('true')
    return found
  })
  fireEvent.click(button)
}

/** What was sent to delete the stream. */
const deletions = (seen: string[]) => seen.filter((call) => call.startsWith('DELETE'))

test('it is asked by the stream’s name, and cancelling deletes nothing', async () => {
  const { seen, onDeleted } = show()
  await open()
  expect(screen.queryByRole('switch')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deletions(seen)).toEqual([])
  expect(onDeleted).not.toHaveBeenCalled()
})

test.each([
  ['and stays otherwise', false, ''],
  ['and goes with it where that is switched on', true, '?recording=true'],
])('its recording is asked for separately, %s', async (_, isWanted, query) => {
  const { seen, onDeleted } = show({ videos: () => Response.json([{ id: 'a video' }]) })
  await open()
  const choice = await screen.findByRole('switch', { name: 'Delete its recording too' })
  expect(choice.getAttribute('aria-checked')).toBe('false')
  expect(seen).toContain(`${VIDEOS}?streamId=${stream.id}&limit=100`)
  if (isWanted) fireEvent.click(choice)
  await confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(deletions(seen)).toEqual([`${DELETE}${query}`])
  expect(await screen.findByText('Stream deleted')).toBeDefined()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('of a stream that was never started no recording is looked for', async () => {
  const { seen, onDeleted } = show({ shown: { ...stream, startedAt: null } })
  await open()
  await confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(seen).toEqual([DELETE])
})

test('a refusal is told, and the dialog stays', async () => {
  const message = 'This stream is live. End it before you delete it.'
  const { onDeleted } = show({ answer: () => refusal(409, { code: 'conflict', message }) })
  await open()
  await confirm()
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByRole('alertdialog')).toBeDefined()
  expect(onDeleted).not.toHaveBeenCalled()
})

test('one that another page has deleted meanwhile is gone', async () => {
  const { onDeleted } = show({ answer: () => refusal(404, { code: 'not_found' }) })
  await open()
  await confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
})

test.each([
  ['another member’s', { viewer: { ...viewer, isOwner: false } }],
  ['one that is live', { isLive: true }],
])('%s is not offered to be deleted', (_, how) => {
  show({ shown: { ...stream, ...how } })
  expect(screen.queryByRole('button', { name: 'Delete stream' })).toBeNull()
})
