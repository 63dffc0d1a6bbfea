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

test('a visitor may sign in for a stream that is missing, for it may be there for members', async () => {
  pageUser.set({ user: null })
  const signIn = await openMissing()
  expect(signIn?.getAttribute('href')).toMatch(/^\/api\/login/)
})

test('a member is offered no other account', async () => {
  setCurrentUser(testCurrentUser(1))
  expect(await openMissing()).toBeNull()
})
