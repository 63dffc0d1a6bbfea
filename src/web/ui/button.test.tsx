import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a pending button says what it does, keeps the focus and ignores clicks', () => {
  const onClick = vi.fn<() => void>()
  const { rerender } = render(
    <Button pendingText="Saving..." onClick={onClick}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()

  rerender(
    <Button pending pendingText="Saving..." onClick={onClick}>
      Save
    </Button>,
  )
  expect(screen.getByRole('button', { name: 'Saving...' })).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
})

test('a pending button holds its form back from a second submit', () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  const form = (pending: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" pending={pending} pendingText="Saving...">
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  fireEvent.click(screen.getByRole('button'))
  rerender(form(true))
  fireEvent.click(screen.getByRole('button'))
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('room for the pending text is kept from the start, so that nothing shifts', () => {
  render(<Button pendingText="Uploading...">Save</Button>)
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button.querySelector('[data-reserve="Uploading..."]')).not.toBeNull()
  expect(screen.queryByText('Uploading...')).toBeNull()
})

test('a link may look like a button and stays a link', () => {
  render(
    <Button asChild variant="action">
      <a href="/stream/create">Create Stream</a>
    </Button>,
  )
  const link = screen.getByRole('link', { name: 'Create Stream' })
  expect(link.className).toContain('bg-action')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a button sends no form unless it is told to', () => {
  render(<Button>Cancel</Button>)
  expect(screen.getByRole('button').getAttribute('type')).toBe('button')
})
