import { TOAST_MS } from '#shared/constants.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { dismissToast, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

let lastId = 0
const show = (content: Parameters<typeof toast>[0]) => act(() => void (lastId = toast(content)))
const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const card = (title: string) => screen.getByText(title).closest('[role="presentation"]') ?? document.body

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <I18nTestProvider>
      <button type="button">Before</button>
      <Toaster />
    </I18nTestProvider>,
  )
})
afterEach(() => {
  act(() => dismissToast(lastId))
  vi.useRealTimers()
})

test('a toast is a status; a destructive one interrupts', () => {
  show({ title: 'Post created successfully!' })
  expect(screen.getByRole('status').textContent).toContain('Post created successfully!')
  expect(screen.queryByRole('alert')).toBeNull()

  show({ title: 'Login Required', description: 'Please log in to like posts', variant: 'destructive' })
  expect(screen.getByRole('alert').textContent).toContain('Please log in to like posts')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the live region exists before the first toast, as screen readers ignore a new one', () => {
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the next toast replaces the previous one and is shown for its full duration', () => {
  show({ title: 'First' })
  advance(TOAST_MS - 1)
  show({ title: 'Second' })
  expect(screen.queryByText('First')).toBeNull()
  advance(TOAST_MS - 1)
  expect(screen.getByText('Second')).toBeDefined()
  advance(1)
  expect(screen.queryByText('Second')).toBeNull()
})

test('the timer is paused while the pointer is over the toast', () => {
  show({ title: 'Saved' })
  advance(TOAST_MS - 1000)
  fireEvent.pointerEnter(card('Saved'))
  advance(TOAST_MS)
  expect(screen.getByText('Saved')).toBeDefined()
  fireEvent.pointerLeave(card('Saved'))
  advance(999)
  expect(screen.getByText('Saved')).toBeDefined()
  advance(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('the timer is paused while the toast has the focus, and dismissing it returns the focus', () => {
  const before = screen.getByRole('button', { name: 'Before' })
  before.focus()
  show({ title: 'Saved' })
  const dismiss = screen.getByRole('button', { name: 'Close the message' })
  act(() => dismiss.focus())
  advance(TOAST_MS * 2)
  fireEvent.click(dismiss)
  expect(screen.queryByText('Saved')).toBeNull()
  expect(document.activeElement).toBe(before)
})

test('Escape dismisses the focused toast', () => {
  show({ title: 'Saved' })
  const dismiss = screen.getByRole('button', { name: 'Close the message' })
  act(() => dismiss.focus())
  fireEvent.keyDown(dismiss, { key: 'Escape' })
  expect(screen.queryByText('Saved')).toBeNull()
})

test('dismissing a replaced toast keeps the new one', () => {
  show({ title: 'First' })
  const firstId = lastId
  show({ title: 'Second' })
  act(() => dismissToast(firstId))
  expect(screen.getByText('Second')).toBeDefined()
})
