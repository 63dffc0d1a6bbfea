import { expect, test, vi } from 'vitest'
import type { ReplayedMessage } from '#shared/videos/videos.ts'
import { ChatReplay } from './chat-replay.ts'

/** A fake chat with a message every ten seconds, in pages of five. */
function createReplay(seconds: number, tips: readonly ReplayedMessage[] = []) {
  const messages = Array.from({ length: Math.floor(seconds / 10) }, (_, index) => messageAt(10 * (index + 1)))
  const requests: object[] = []
  const load = async (position: { from: number } | { cursor: string }) => {
    requests.push(position)
    const first =
      'cursor' in position
        ? Number(position.cursor)
        : messages.findIndex(({ offset }) => offset >= position.from)
    const start = first < 0 ? messages.length : first
    const next = start + 5 < messages.length ? String(start + 5) : null
    return { items: messages.slice(start, start + 5), next }
  }
  const replay = new ChatReplay({ load, loadTips: async () => tips })
  replay.open()
  const offsets = () => replay.state.get().shownMessages.map(({ offset }) => offset)
  return { replay, requests, offsets }
}

function messageAt(offset: number): ReplayedMessage {
  const id = `00000000-0000-7000-8000-${String(offset).padStart(12, '0')}`
  const user = {
    id,
    handle: 'ama',
    email: 'a…@x',
    firstName: 'Ama',
    lastName: null,
    profileImageUrl: null,
    isPremium: false,
  }
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
      isFirst: false,
      isHeld: false,
      tip: null,
    },
  }
}

test('messages appear at their time in the video and disappear on seeking back', async () => {
  const { replay, offsets } = createReplay(100)
  expect(offsets()).toEqual([])
  await vi.waitFor(() => {
    replay.seek(25)
    expect(offsets()).toEqual([10, 20])
  })
  replay.seek(9)
  expect(offsets()).toEqual([])
})

test('only messages that are due soon are loaded ahead', async () => {
  const { replay, requests } = createReplay(1000)
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  replay.seek(30)
  await vi.waitFor(() => expect(requests.at(-1)).toEqual({ cursor: '5' }))
  expect(requests).toHaveLength(2)
})

test('after a seek the chat starts a minute before the new position', async () => {
  const { replay, requests, offsets } = createReplay(1000)
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0))
  replay.seek(500)
  await vi.waitFor(() => expect(offsets()).toEqual([440, 450, 460, 470, 480, 490, 500]))
  expect(requests).toContainEqual({ from: 440 })
  replay.seek(200)
  await vi.waitFor(() => expect(offsets()).toEqual([140, 150, 160, 170, 180, 190, 200]))
})

test('a chat without messages is reported as empty', async () => {
  const { replay } = createReplay(0)
  await vi.waitFor(() => expect(replay.state.get().isEmpty).toBe(true))
})

test('a tip is highlighted for its time in the video, also after a seek', async () => {
  const { replay, offsets } = createReplay(1000, [tipAt(100, '50.00'), tipAt(300, '5.00')])
  const highlights = () =>
    replay.state.get().highlights.map(({ replayed, seconds }) => [replayed.offset, seconds])
  await vi.waitFor(() => {
    replay.seek(310)
    expect(highlights()).toEqual([
      [300, 20],
      [100, 390],
    ])
  })
  await vi.waitFor(() => expect(offsets()).toEqual([250, 260, 270, 280, 290, 300, 310]))
  replay.seek(329.5)
  expect(highlights()).toEqual([
    [300, 1],
    [100, 371],
  ])
  replay.seek(330)
  expect(highlights()).toEqual([[100, 370]])
  replay.seek(99)
  expect(highlights()).toEqual([])
  replay.seek(700)
  expect(highlights()).toEqual([])
})

function tipAt(offset: number, amount: string): ReplayedMessage {
  const { message } = messageAt(offset)
  return {
    offset,
    message: { ...message, tip: { id: message.id, amount, currency: 'USD', isSandbox: true } },
  }
}

test('the messages are shown when the tips cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const load = async () => ({ items: [messageAt(1)], next: null })
  const replay = new ChatReplay({ load, loadTips: () => Promise.reject(new Error('no network')) })
  replay.open()
  replay.seek(2)
  await vi.waitFor(() => expect(replay.state.get().shownMessages).toHaveLength(1))
  expect(replay.state.get()).toMatchObject({ highlights: [], hasError: false })
})

test('a page that failed to load is reported and can be retried', async () => {
  let isFailing = true
  vi.spyOn(console, 'error').mockReturnValue()
  const load = async () => {
    if (isFailing) throw new Error('no network')
    return { items: [messageAt(1)], next: null }
  }
  const replay = new ChatReplay({ load, loadTips: async () => [] })
  replay.open()
  await vi.waitFor(() => expect(replay.state.get().hasError).toBe(true))
  isFailing = false
  replay.seek(2)
  replay.retry()
  await vi.waitFor(() => expect(replay.state.get().shownMessages).toHaveLength(1))
  expect(replay.state.get().hasError).toBe(false)
})
