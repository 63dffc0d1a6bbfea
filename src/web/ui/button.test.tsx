import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a pending button shows its pending text, keeps the focus and ignores clicks', () => {
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

test('a pending button prevents a second submit of its form', () => {
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

test('the width of the pending text is reserved, so that nothing shifts', () => {
  render(<Button pendingText="Uploading...">Save</Button>)
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button.querySelector('[data-reserve="Uploading..."]')).not.toBeNull()
  expect(screen.queryByText('Uploading...')).toBeNull()
})

test('a link styled as a button stays a link', () => {
  render(
    <Button asChild variant="action">
      <a href="/stream/create">Create Stream</a>
    </Button>,
  )
  const link = screen.getByRole('link', { name: 'Create Stream' })
  expect(link.className).toContain('bg-action')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a button does not submit forms by default', () => {
  render(<Button>Cancel</Button>)
  expect(screen.getByRole('button').getAttribute('type')).toBe('button')
})
