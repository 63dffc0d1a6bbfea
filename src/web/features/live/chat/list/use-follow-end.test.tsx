import { act, renderHook } from '@testing-library/react'
import type { TouchEvent, WheelEvent } from 'react'
import { expect, test, vi } from 'vitest'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'
import { storedMessages } from '#web/features/live/chat/testing/test-messages.ts'
import { useFollowEnd } from './use-follow-end.ts'

const ROW_PX = 50
const BOX_PX = 500
const ROWS: readonly ChatEntry[] = storedMessages(1, 100).map((message) => ({
  key: message.id,
  state: 'sent',
  clientId: null,
  message,
}))

/** A list of `ROWS` in a box, whose layout is faked: all rows have the same height unless the box's is set. */
function renderList(count: number, currentUserId?: string) {
  const box = document.createElement('div')
  let height = count * ROW_PX
  Object.defineProperties(box, { scrollHeight: { get: () => height }, clientHeight: { value: BOX_PX } })
  box.scrollTo = vi.fn<(options?: ScrollToOptions | number) => void>((options) => {
    if (typeof options === 'object') box.scrollTop = Math.min(options.top ?? 0, height - BOX_PX)
  })
  const props: { rows: readonly ChatEntry[]; isPaused: boolean } = {
    rows: ROWS.slice(0, count),
    isPaused: false,
  }
  const { result, rerender } = renderHook(
    (current: typeof props) =>
      useFollowEnd({ box: { current: box }, currentUserId, onReading: () => {}, ...current }),
    { initialProps: props },
  )
  return {
    box,
    following: () => result.current,
    /** Shows the rows from `first` to before `end`. */
    show: (end: number, first = 0) => {
      height = (end - first) * ROW_PX
      rerender({ rows: ROWS.slice(first, end), isPaused: false })
    },
    showRows: (rows: readonly ChatEntry[]) => {
      height = rows.length * ROW_PX
      rerender({ rows, isPaused: false })
    },
    /** The browser reports a scroll; rows that are measured meanwhile change the height. */
    scroll: (offset: number, measuredHeight = height) => {
      height = measuredHeight
      box.scrollTop = offset
      act(() => result.current.onScroll(offset))
    },
    wheel: (deltaY: number) => {
      // Boundary: the hook reads only these two fields.
      act(() => result.current.onWheel({ deltaY, ctrlKey: false } as WheelEvent))
    },
    drag: (from: number, to: number) => {
      // Boundary: the hook reads only the position of the first touch.
      const touch = (clientY: number) => ({ touches: [{ clientY }] }) as unknown as TouchEvent
      act(() => result.current.onTouchStart(touch(from)))
      act(() => result.current.onTouchMove(touch(to)))
    },
  }
}

test('follows new rows, also while most rows are deleted and the rest are measured anew', () => {
  const list = renderList(20)
  list.show(80)
  expect(list.box.scrollTop).toBe(80 * ROW_PX - BOX_PX)
  list.show(80, 40)
  expect(list.box.scrollTop).toBe(40 * ROW_PX - BOX_PX)
  list.scroll(1500, 2600)
  expect(list.following().hasMoreBelow).toBe(false)
  list.show(81, 40)
  expect(list.box.scrollTop).toBe(41 * ROW_PX - BOX_PX)
})

test.each([
  ['the wheel', (list: ReturnType<typeof renderList>) => list.wheel(-40)],
  ['a finger', (list: ReturnType<typeof renderList>) => list.drag(100, 140)],
  [
    'a row above the visible ones that gets the focus',
    (list: ReturnType<typeof renderList>) => act(() => list.following().onGoTo(100)),
  ],
] as const)(
  'stops at once when %s scrolls up, also when rows move it towards the end before it has scrolled',
  (_, scrollUp) => {
    const list = renderList(40)
    scrollUp(list)
    list.scroll(1510, 2020)
    list.show(41)
    expect(list.box.scrollTop).toBe(1510)
    expect(list.following()).toMatchObject({ hasMoreBelow: true, unseen: 1 })
  },
)

test('stops when the scroll bar moves it, and follows again at the end', () => {
  const list = renderList(40)
  act(() => list.following().onPointerDown())
  list.scroll(1000)
  expect(list.following().hasMoreBelow).toBe(true)
  list.scroll(1480)
  expect(list.following().hasMoreBelow).toBe(false)
})

test('follows again when the wheel scrolls back to the end, or all rows below are deleted', () => {
  const list = renderList(40)
  list.wheel(-500)
  list.scroll(1000)
  list.wheel(500)
  list.scroll(1500)
  expect(list.following().hasMoreBelow).toBe(false)
  list.wheel(-500)
  list.scroll(1000)
  list.show(30)
  list.scroll(1000)
  expect(list.following().hasMoreBelow).toBe(false)
})

test("follows again when the user's own tip arrives, and not when it is deleted", () => {
  const list = renderList(40, ROWS[39]?.message.userId)
  list.wheel(-500)
  list.scroll(1000)
  list.showRows([...ROWS.slice(0, 40), withTip(ROWS[40])])
  expect(list.following().hasMoreBelow).toBe(false)
  list.wheel(-500)
  list.scroll(1000)
  list.showRows([...ROWS.slice(0, 40), ...ROWS.slice(41, 45)])
  expect(list.following().hasMoreBelow).toBe(true)
})

function withTip(entry: ChatEntry | undefined): ChatEntry {
  if (!entry) throw new Error('there is no entry')
  const tip = { id: entry.message.id, amount: '5.00', currency: 'USD', isSandbox: true }
  return { ...entry, message: { ...entry.message, tip } }
}
