import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'

beforeEach(() => {
  // What the server embeds is read when the module loads.
  vi.resetModules()
})
afterEach(() => document.getElementById('boot')?.remove())

async function show(tipGoal: number | null, tipsTotal: string, isSandbox = true, isLine = false) {
  const script = document.createElement('script')
  script.id = 'boot'
  script.type = 'application/json'
  script.textContent = JSON.stringify({ user: null, isSandbox })
  document.body.append(script)
  const [{ TipGoal, TipGoalText }, { DataTestProvider }] = await Promise.all([
    import('./tip-goal.tsx'),
    import('#web/api/test-network.tsx'),
  ])
  const stream = testStream(1)
  const withGoal = { ...stream, tipsTotal, settings: { ...stream.settings, tipGoal } }
  return render(
    <DataTestProvider>
      <TipGoal stream={withGoal} isLine={isLine} />
      {isLine && <TipGoalText stream={withGoal} />}
    </DataTestProvider>,
  )
}

test.each([
  ['120.00', 300, '$120 of $300', '120', false],
  ['120.50', 300, '$120.50 of $300', '120.5', false],
  ['0.00', 1_000_000, '$0 of $1,000,000', '0', false],
  ['300.00', 300, '$300 of $300', '300', true],
  ['450.00', 300, '$450 of $300', '300', true],
])('tips of %s and a goal of %i are shown as "%s"', async (total, goal, text, value, isReached) => {
  await show(goal, total)
  const bar = screen.getByRole('progressbar', { name: 'Tip goal' })
  expect(screen.getByText(text)).toBeTruthy()
  expect(bar.getAttribute('aria-valuetext')).toBe(text)
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual([
    value,
    String(goal),
  ])
  expect(screen.queryByText('Reached') !== null).toBe(isReached)
})

test('without a goal there is no bar', async () => {
  const { container } = await show(null, '120.00')
  expect(container.textContent).toBe('')
})

test.each([true, false])('a site on which no money moves says so (%s)', async (isSandbox) => {
  await show(300, '120.00', isSandbox)
  expect(screen.queryByText('Sandbox: no money moves') !== null).toBe(isSandbox)
})

test('as a line the goal keeps its name and its amounts, which are beside it as text', async () => {
  await show(300, '120.00', true, true)
  expect(screen.getByRole('progressbar', { name: 'Tip goal' }).getAttribute('aria-valuetext')).toBe(
    '$120 of $300',
  )
  expect(screen.getByText(/Tip goal: \$120 of \$300/).textContent).toContain('Sandbox')
})
