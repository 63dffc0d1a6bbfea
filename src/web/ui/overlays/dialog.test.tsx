import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

function StoryDialog({ isFieldFocused = false }: { isFieldFocused?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <I18nTestProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Share Your Story" description="Everyone sees this.">
        <input aria-label="Story" ref={isFieldFocused ? focusInput : undefined} />
      </Dialog>
      <Toaster />
    </I18nTestProvider>
  )
}

function focusInput(input: HTMLInputElement | null) {
  input?.focus()
}

const open = () => {
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  return opener
}

test('a dialog has a name and a description, and gets the focus', () => {
  render(<StoryDialog />)
  open()
  const dialog = screen.getByRole('dialog', { name: 'Share Your Story' })
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Everyone sees this.',
  )
  expect(dialog.contains(document.activeElement)).toBe(true)
})

test.each([
  ['its first control has the focus', false],
  ['a field in it focused itself', true],
])('closing returns the focus to the opener when %s', async (_name, isFieldFocused) => {
  render(<StoryDialog isFieldFocused={isFieldFocused} />)
  const opener = open()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(opener))
})

test('closing moves the focus to the heading of the page when the opener is gone', async () => {
  render(
    <main>
      <h1>Stories</h1>
      <StoryDialog />
    </main>,
  )
  const opener = open()
  opener.remove()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('the close button closes the dialog', () => {
  render(<StoryDialog />)
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a toast above a dialog is accessible, and dismissing it leaves the dialog open', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(<StoryDialog />)
  open()
  // A dialog listens for clicks outside only after the click that opened it.
  act(() => void vi.runOnlyPendingTimers())
  act(() => void toast({ title: 'Failed', variant: 'destructive' }))
  const dismiss = screen.getByRole('button', { name: 'Close the message' })
  fireEvent.pointerDown(dismiss)
  fireEvent.click(dismiss)
  expect(screen.queryByText('Failed')).toBeNull()
  expect(screen.getByRole('dialog')).toBeDefined()
})

function Delete({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <I18nTestProvider>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Delete “Sunday stew”?"
        description="This can’t be undone."
        danger={<svg aria-hidden />}
        confirm="Delete"
        onConfirm={onConfirm}
      />
    </I18nTestProvider>
  )
}

test('a confirmation focuses its cancel button, which only closes it', () => {
  const onConfirm = vi.fn<() => void>()
  render(<Delete onConfirm={onConfirm} />)
  expect(screen.getByRole('alertdialog', { name: 'Delete “Sunday stew”?' })).toBeDefined()
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  expect(document.activeElement).toBe(cancel)
  fireEvent.click(cancel)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a confirmation stays open after confirming, until the caller closes it', () => {
  const onConfirm = vi.fn<() => void>()
  render(<Delete onConfirm={onConfirm} />)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(screen.getByRole('alertdialog')).toBeDefined()
})
