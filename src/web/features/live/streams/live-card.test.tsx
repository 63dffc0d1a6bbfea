import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Stream } from '#shared/live/streams.ts'
import { DataTestProvider } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { LiveCard } from './live-card.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const now = () => new Date().toISOString()

function show(...changes: Partial<Stream>[]) {
  const cards = changes.map((change, index) => {
    const stream = testStream(index, change)
    return <LiveCard key={stream.id} stream={stream} layout="card" Preview={TestPreview} />
  })
  return render(<DataTestProvider>{cards}</DataTestProvider>)
}

const TestPreview = ({ streamId }: { streamId: string }) => <i data-testid="preview">{streamId}</i>
const idOf = (index: number) => testStream(index).id
const previews = () => screen.queryAllByTestId('preview').map(({ textContent }) => textContent)
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const picture = () => document.querySelector('img')?.getAttribute('src')
const card = (index = 0) => {
  const link = screen.getAllByRole('link')[index]
  if (!link) throw new Error('there is no such card')
  return link
}

const FRAME = `/api/streams/${idOf(0)}/frame?at=1`

test('the card shows the frame, and a newer one each minute', async () => {
  show({ frameUrl: FRAME, thumbnailUrl: '/files/thumbnails/a.webp' })
  expect(picture()).toBe(FRAME)
  await after(61_000)
  const second = picture()
  expect(second).toMatch(/\/frame\?at=\d{13}$/)
  await after(61_000)
  expect(picture()).not.toBe(second)
})

test('a frame that is gone is replaced by the thumbnail, and then by the pattern', () => {
  show({ frameUrl: FRAME, thumbnailUrl: '/files/thumbnails/a.webp' })
  const img = () => document.querySelector('img') ?? document.body
  fireEvent.error(img())
  expect(picture()).toContain('/files/thumbnails/a')
  fireEvent.error(img())
  expect(document.querySelector('img')).toBeNull()
})

test('the title stands once', () => {
  show({ title: 'Sunday stew' })
  expect(screen.getAllByText('Sunday stew')).toHaveLength(1)
})

test('a stream without viewers has just started, or shows no count', () => {
  const { unmount } = show({ viewerCount: 0, startedAt: now() })
  expect(screen.getByText('Just started')).toBeTruthy()
  unmount()
  show({ viewerCount: 0, startedAt: new Date(Date.now() - 3_600_000).toISOString() })
  expect(screen.queryByText('Just started')).toBeNull()
  expect(screen.queryByText(/viewer/)).toBeNull()
})

test('the preview starts when a mouse rests on the card, and ends when it leaves', async () => {
  show({})
  fireEvent.pointerEnter(card(), { pointerType: 'mouse' })
  await after(400)
  expect(previews()).toEqual([])
  await after(200)
  expect(previews()).toEqual([idOf(0)])
  fireEvent.pointerLeave(card(), { pointerType: 'mouse' })
  expect(previews()).toEqual([])
})

test('one card at a time has a preview, which ends by itself', async () => {
  show({}, {})
  fireEvent.pointerEnter(card(0), { pointerType: 'mouse' })
  await after(600)
  fireEvent.pointerEnter(card(1), { pointerType: 'mouse' })
  await after(600)
  expect(previews()).toEqual([idOf(1)])
  await after(31_000)
  expect(previews()).toEqual([])
})

test('a long press starts the preview and does not open the stream; a tap opens it', async () => {
  show({})
  const press = { pointerType: 'touch', clientX: 10, clientY: 10 }
  fireEvent.pointerDown(card(), press)
  await after(600)
  expect(previews()).toEqual([idOf(0)])
  expect(fireEvent.contextMenu(card())).toBe(false)
  fireEvent.pointerUp(card(), press)
  expect(fireEvent.click(card())).toBe(false)
  expect(location.pathname).toBe('/')
  expect(previews()).toEqual([idOf(0)])

  fireEvent.pointerDown(card(), press)
  expect(previews()).toEqual([])
  fireEvent.pointerUp(card(), press)
  fireEvent.click(card())
  expect(location.pathname).toBe(`/stream/${idOf(0)}`)
  history.replaceState(null, '', '/')
})

test('a finger that scrolls starts no preview', async () => {
  show({})
  fireEvent.pointerDown(card(), { pointerType: 'touch', clientX: 10, clientY: 10 })
  fireEvent.pointerMove(card(), { pointerType: 'touch', clientX: 10, clientY: 60 })
  await after(600)
  expect(previews()).toEqual([])
})

test('with reduced motion there is no preview', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query === '(prefers-reduced-motion: reduce)' }),
  )
  show({})
  fireEvent.pointerEnter(card(), { pointerType: 'mouse' })
  await after(600)
  expect(previews()).toEqual([])
})
