import { getCurrentUser } from '#shared/auth.ts'
import { expect, test } from './support/fixtures.ts'

test('a member stays signed in across a restart of the server', async ({ app, member }) => {
  await app.restart()
  const response = await member.context.request.get(getCurrentUser.path)
  expect(await response.json()).toMatchObject({ id: member.user.id, role: 'user' })
})
