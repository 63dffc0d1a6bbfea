import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlatformAnalytics } from '#shared/operations/admin-analytics.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { AnalyticsPanel } from './analytics-panel.tsx'

beforeEach(() => history.replaceState(null, '', '/admin/analytics'))
afterEach(() => history.replaceState(null, '', '/'))

const NONE = {
  signups: 0,
  posts: 0,
  streams: 0,
  liveSeconds: 0,
  peakViewers: null,
  watchTime: 0,
  tips: 0,
  tipsCents: 0,
  activeDay: null,
  activeWeek: null,
  activeMonth: null,
}
const ANALYTICS: PlatformAnalytics = {
  days: [
    { ...NONE, date: '2026-01-01', signups: 1200 },
    { ...NONE, date: '2026-01-02', liveSeconds: 4500, activeDay: 3, tipsCents: 1250 },
  ],
  totals: { ...NONE, signups: 1200, liveSeconds: 4500, activeDay: 2.6, tipsCents: 1250 },
  previous: { ...NONE, signups: 800 },
  cohorts: [
    { week: '2026-01-05', users: 0, active: [] },
    { week: '2025-12-29', users: 4, active: [4, 1, null] },
  ],
  isSandbox: false,
}

function show(handler: (days: string | null) => Response) {
  const calls = stubCalls({ 'GET /api/admin/analytics': ({ url }) => handler(url.searchParams.get('days')) })
  render(
    <DataTestProvider>
      <AnalyticsPanel />
    </DataTestProvider>,
  )
  return calls
}

test('figures are compared with the period before; one that was not recorded is not shown as 0, and is not compared', async () => {
  show(() => Response.json(ANALYTICS))
  expect(await screen.findByText('50% more than the 2 days before')).toBeTruthy()
  expect(screen.getByText('1h 15m')).toBeTruthy()
  const week = screen.getByRole('heading', { name: 'Active a week' }).parentElement
  expect(week?.textContent).toBe('Active a week–Different members in the 7 days up to each day')
})

test('the days and the cohorts are tables', async () => {
  show(() => Response.json(ANALYTICS))
  fireEvent.click(await screen.findByRole('button', { name: 'Show the days as a table' }))
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
  expect(rowsOf('Figures by day').slice(1)).toEqual([
    'Jan 2, 202603––001h 15m–0m0$12.50',
    'Jan 1, 20261,200–––000m–0m0$0.00',
  ])
  expect(rowsOf('Who stays').slice(1)).toEqual([
    `Week of Dec 29, 20254100%25%–Not recorded${'Not over yet'.repeat(8)}`,
  ])
})

test('another period is loaded, and stays in the URL and in the file', async () => {
  const { seen } = show(() => Response.json({ ...ANALYTICS, isSandbox: true }))
  expect(await screen.findAllByText('Sandbox: no money moves')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '365 days' }))
  await screen.findByRole('button', { name: '365 days', pressed: true })
  expect(seen).toEqual(['GET /api/admin/analytics?days=28', 'GET /api/admin/analytics?days=365'])
  expect(location.search).toBe('?days=365')
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/api/admin/analytics/days.csv?days=365',
  )
})

test('a failure says that the analytics could not be loaded', async () => {
  show(() => errorResponse(500, {}))
  expect((await screen.findByRole('alert')).textContent).toContain('The analytics could not be loaded')
})
