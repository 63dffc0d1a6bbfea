import { expect, onTestFinished, test } from 'vitest'
import { stubCalls } from '#web/api/test-network.tsx'
import { hiddenUsers, loadHiddenUsers } from './hidden-users.ts'

test('an older list of hidden users does not replace a newer one', async () => {
  onTestFinished(() => hiddenUsers.set({ ids: new Set() }))
  const pending: ((ids: string[]) => void)[] = []
  stubCalls({
    'GET /api/hidden-users': () =>
      new Promise((resolve) => pending.push((ids) => resolve(Response.json({ ids })))),
  })
  const [first, second] = [loadHiddenUsers(), loadHiddenUsers()]
  const [answerFirst, answerSecond] = pending
  answerSecond?.(['blocked'])
  await second
  answerFirst?.([])
  await first
  expect([...hiddenUsers.get().ids]).toEqual(['blocked'])
})
