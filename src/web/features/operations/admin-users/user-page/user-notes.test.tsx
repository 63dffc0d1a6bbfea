import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UserNote } from '#shared/operations/admin-users.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testUser } from '#web/api/test-users.ts'
import { UserNotes } from './user-notes.tsx'

const author = testUser(1)
const note: UserNote = {
  id: '0198c1d2-0000-7000-8000-0000000000ab',
  author,
  text: 'Seen.',
  createdAt: '2026-01-01T00:00:00.000Z',
}

function show(respond: () => Response) {
  stubCalls({ [`POST /api/admin/users/${author.id}/notes`]: respond })
  render(
    <DataTestProvider>
      <UserNotes userId={author.id} notes={[]} />
    </DataTestProvider>,
  )
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' })
  const button = screen.getByRole('button', { name: 'Add note' })
  fireEvent.change(field, { target: { value: 'Seen.' } })
  button.focus()
  fireEvent.click(button)
  return { field, button }
}

test('the focus is in the empty field once a note has been added', async () => {
  const { field } = show(() => Response.json(note, { status: 201 }))
  await expect.poll(() => field.value).toBe('')
  expect(document.activeElement).toBe(field)
})

test('a note that could not be saved stays, with the focus on the button', async () => {
  const { field, button } = show(() => errorResponse(500, {}))
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
  expect(field.value).toBe('Seen.')
  expect(document.activeElement).toBe(button)
})
