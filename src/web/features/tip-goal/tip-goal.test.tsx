import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DataTestProvider, stubCalls } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { TipGoal } from './tip-goal.tsx'

const stream = testStream(1)

function show(tipGoal: number | null, tipsTotal: string, isSandbox = true) {
  const tipping = { canReceive: true, reason: null, isSandbox }
  stubCalls({ [`GET /api/users/${stream.streamerId}/tipping`]: () => Response.json(tipping) })
  const withGoal = { ...stream, tipsTotal, settings: { ...stream.settings, tipGoal } }
  return render(
    <DataTestProvider>
      <TipGoal stream={withGoal} />
    </DataTestProvider>,
  )
}

test.each([
  ['120.00', 300, '$120 of $300', '120', false],
  ['120.50', 300, '$120.50 of $300', '120.5', false],
  ['0.00', 1_000_000, '$0 of $1,000,000', '0', false],
  ['300.00', 300, '$300 of $300', '300', true],
  ['450.00', 300, '$450 of $300', '300', true],
])('tips of %s and a goal of %i are shown as "%s"', (total, goal, text, value, isReached) => {
  show(goal, total)
  const bar = screen.getByRole('progressbar', { name: 'Tip goal' })
  expect(screen.getByText(text)).toBeTruthy()
  expect(bar.getAttribute('aria-valuetext')).toBe(text)
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual([
    value,
    String(goal),
  ])
  expect(screen.queryByText('Reached') !== null).toBe(isReached)
})

test('without a goal there is no bar', () => {
  const { container } = show(null, '120.00')
  expect(container.textContent).toBe('')
})

test('a site on which no money moves says so', async () => {
  show(300, '120.00')
  expect(await screen.findByText('Sandbox: no money moves')).toBeTruthy()
})
