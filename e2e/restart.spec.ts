import { getCurrentUser } from '#shared/auth.ts'
import { expect, test } from './support/fixtures.ts'

test('a member stays signed in while the server restarts', async ({ app, member }) => {
  await app.restart()
  const response = await member.context.request.get(getCurrentUser.path)
  expect(await response.json()).toMatchObject({ id: member.user.id, role: 'user' })
})
