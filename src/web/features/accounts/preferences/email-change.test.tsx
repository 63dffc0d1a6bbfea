import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refetchCurrentUser, setCurrentUser, useCurrentUser } from '#web/api/current-user.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { EmailChange } from './email-change.tsx'

const member = testCurrentUser(1)
const WAITING = /Waiting for you to confirm new@example.org/

function Section() {
  const user = useCurrentUser()
  return user && <EmailChange currentEmail={user.email} />
}

async function show(overrides: Parameters<typeof stubCalls>[0] = {}) {
  let email: string | null = 'new@example.org'
  const { seen } = stubCalls({
    'GET /api/auth/user': () => Response.json(member),
    'GET /api/auth/email-change': () => Response.json({ email }),
    'DELETE /api/auth/email-change': () => {
      email = null
      return Response.json({ email })
    },
    ...overrides,
  })
  await refetchCurrentUser()
  render(
    <DataTestProvider>
      <Section />
      <Toaster />
    </DataTestProvider>,
  )
  await screen.findByText(WAITING)
  return {
    seen,
    confirmElsewhere: () => {
      email = null
      act(() => setCurrentUser({ ...member, email: 'new@example.org' }))
    },
  }
}

const pressCancel = () => {
  const button = screen.getByRole('button', { name: 'Cancel the change' })
  button.focus()
  fireEvent.click(button)
}

test('a requested change of address is shown after a reload, until it is cancelled', async () => {
  const { seen } = await show()
  pressCancel()
  const message = await screen.findByText('The change is cancelled. Your address stays.')
  expect(screen.queryByText(WAITING)).toBeNull()
  expect(seen).toContain('DELETE /api/auth/email-change')
  await waitFor(() => expect(document.activeElement).toBe(message))
})

test('a change that could not be cancelled is still shown', async () => {
  await show({ 'DELETE /api/auth/email-change': () => errorResponse(503, { code: 'unavailable' }) })
  pressCancel()
  expect(await screen.findByText('The change was not cancelled')).toBeTruthy()
  expect(screen.getByText(WAITING)).toBeTruthy()
})

test('nothing is left to confirm once the address was confirmed elsewhere', async () => {
  const { confirmElsewhere } = await show()
  confirmElsewhere()
  await waitFor(() => expect(screen.queryByText(WAITING)).toBeNull())
  expect(screen.queryByText(/The change is cancelled/)).toBeNull()
})
