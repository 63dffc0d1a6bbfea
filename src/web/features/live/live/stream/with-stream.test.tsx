import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setCurrentUser } from '#web/api/current-user.ts'
import { pageUser } from '#web/api/page-user.ts'
import { DataTestProvider, stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { WithStream } from './with-stream.tsx'

async function openMissing() {
  stubCalls({ 'GET /api/streams/one': () => errorResponse(404, { code: 'not_found' }) })
  render(<WithStream streamId="one">{() => null}</WithStream>, { wrapper: DataTestProvider })
  await screen.findByRole('heading', { name: 'Stream Not Found' })
  expect(screen.getByRole('link', { name: 'Go Home' })).toBeDefined()
  return screen.queryByRole('link', { name: 'Sign In' })
}

test('for a signed-out visitor of a missing stream, sign-in is the first action, as it may be visible to members', async () => {
  pageUser.set({ user: null })
  const signIn = await openMissing()
  expect(signIn?.getAttribute('href')).toMatch(/^\/api\/login/)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Sign In', 'Go Home'])
})

test('a signed-in user sees no sign-in link', async () => {
  setCurrentUser(testCurrentUser(1))
  expect(await openMissing()).toBeNull()
})
