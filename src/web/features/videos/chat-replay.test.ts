import { expect, test, vi } from 'vitest'
import type { ReplayedMessage } from '#shared/videos.ts'
import { ChatReplay } from './chat-replay.ts'

/** One message every ten seconds, in pages of five, as the server gives them. */
function replayOf(seconds: number) {
  const all = Array.from({ length: Math.floor(seconds / 10) }, (_, index) => messageAt(10 * (index + 1)))
  const asked: object[] = []
  const load = async (place: { from: number } | { cursor: string }) => {
    asked.push(place)
    const first =
      'cursor' in place ? Number(place.cursor) : all.findIndex(({ offset }) => offset >= place.from)
    const start = first < 0 ? all.length : first
    const next = start + 5 < all.length ? String(start + 5) : null
    return { items: all.slice(start, start + 5), next }
  }
  const replay = new ChatReplay({ load })
  replay.open()
  const offsets = () => replay.state.get().shown.map(({ offset }) => offset)
  return { replay, asked, offsets }
}

function messageAt(offset: number): ReplayedMessage {
  const id = `00000000-0000-7000-8000-${String(offset).padStart(12, '0')}`
  const user = { id, handle: 'ama', email: 'a…@x', firstName: 'Ama', lastName: null, profileImageUrl: null }
  const createdAt = '2026-01-01T00:00:00.000Z'
  return {
    offset,
    message: {
      id,
      streamId: id,
      userId: id,
      message: `at ${offset}`,
      createdAt,
      user,
      clientId: null,
      replyTo: null,
    },
  }
}

test('messages appear when the video comes to them, and go when it goes back', async () => {
  const { replay, offsets } = replayOf(100)
  expect(offsets()).toEqual([])
  await vi.waitFor(() => {
    replay.seek(25)
    expect(offsets()).toEqual([10, 20])
  })
  replay.seek(9)
  expect(offsets()).toEqual([])
})

test('what is due soon is loaded before, and not more than that', async () => {
  const { replay, asked } = replayOf(1000)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  replay.seek(30)
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ cursor: '5' }))
  expect(asked).toHaveLength(2)
})

test('a jump begins a minute before where it lands', async () => {
  const { replay, asked, offsets } = replayOf(1000)
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
  replay.seek(500)
  await vi.waitFor(() => expect(offsets()).toEqual([440, 450, 460, 470, 480, 490, 500]))
  expect(asked).toContainEqual({ from: 440 })
  replay.seek(200)
  await vi.waitFor(() => expect(offsets()).toEqual([140, 150, 160, 170, 180, 190, 200]))
})

test('a chat in which nobody wrote is known to be empty', async () => {
  const { replay } = replayOf(0)
  await vi.waitFor(() => expect(replay.state.get().isEmpty).toBe(true))
})

test('a page that fails is said, and asked for again when one wants', async () => {
  let isDown = true
  vi.spyOn(console, 'error').mockReturnValue()
  const load = async () => {
    if (isDown) throw new Error('no network')
    return { items: [messageAt(1)], next: null }
  }
  const replay = new ChatReplay({ load })
  replay.open()
  await vi.waitFor(() => expect(replay.state.get().hasError).toBe(true))
  isDown = false
  replay.seek(2)
  replay.retry()
  await vi.waitFor(() => expect(replay.state.get().shown).toHaveLength(1))
  expect(replay.state.get().hasError).toBe(false)
})
