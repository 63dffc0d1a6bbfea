import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnalyticsSeries } from '#shared/studio/creator-analytics.ts'
import { pageUser } from '#web/api/page-user.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { AnalyticsView } from './analytics-view.tsx'

beforeEach(() => {
  history.replaceState(null, '', '/creator/analytics')
  setPro(true)
})
afterEach(() => pageUser.set({ user: undefined }))

const setPro = (isPremium: boolean) => pageUser.set({ user: testCurrentUser(1, { isPremium }) })

const NONE = { views: 0, watchTime: 0, followers: 0, revenueCents: 0, uniqueViewers: 0 }
const SERIES: AnalyticsSeries = {
  days: [
    { ...NONE, date: '2026-01-01', views: 1200, watchTime: 4_500_000, uniqueViewers: 800 },
    { ...NONE, date: '2026-01-02', views: 300, watchTime: 59, followers: 2, uniqueViewers: 250 },
  ],
  totals: { views: 1500, watchTime: 4_500_059, followers: 2, revenueCents: 0, uniqueViewers: 1000 },
  previous: { views: 1000, watchTime: 9_000_118, followers: 2, revenueCents: 0, uniqueViewers: 0 },
  topVideos: [],
  topStreams: [],
  audience: { languages: [{ name: 'Yoruba', count: 15 }], countries: [{ name: null, count: 10 }] },
  isSandbox: false,
}

function show(handler: (days: string | null) => Response) {
  const calls = stubCalls({
    'GET /api/creator/analytics/series': ({ url }) => handler(url.searchParams.get('days')),
  })
  render(
    <DataTestProvider>
      <AnalyticsView />
    </DataTestProvider>,
  )
  return calls
}

test('figures are shown with the difference from the period before', async () => {
  show(() => Response.json(SERIES))
  for (const text of [
    '1,500',
    '1,250h 0m',
    '50% more than the 2 days before',
    '50% less than the 2 days before',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('As much as the 2 days before')).toBeTruthy()
  expect(screen.getAllByText('Nothing in the 2 days before').length).toBeGreaterThan(0)
  expect(screen.getByText('Yoruba')).toBeTruthy()
  expect(screen.getByText('All others together')).toBeTruthy()
})

test('the days are a table for people who cannot see the charts', async () => {
  show(() => Response.json(SERIES))
  fireEvent.click(await screen.findByRole('button', { name: 'Show the days as a table' }))
  const rows = within(screen.getByRole('table', { name: 'Figures by day' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DayViewsWatch timeNew followersRevenueUnique viewers',
    'Jan 2, 2026300<1m2$0.00250',
    'Jan 1, 20261,2001,250h 0m0$0.00800',
  ])
})

test('the revenue of a sandbox is marked, also in the table', async () => {
  show(() => Response.json({ ...SERIES, isSandbox: true }))
  expect(await screen.findAllByText('Sandbox: no money moves')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Show the days as a table' }))
  expect(screen.getByRole('columnheader', { name: 'Revenue (Sandbox: no money moves)' })).toBeTruthy()
})

test('another period is loaded, and stays in the URL', async () => {
  const { seen } = show(() => Response.json(SERIES))
  await screen.findByText('1,500')
  fireEvent.click(screen.getByRole('button', { name: 'All time' }))
  await screen.findByRole('button', { name: 'All time', pressed: true })
  expect(seen).toEqual([
    'GET /api/creator/analytics/series?days=28',
    'GET /api/creator/analytics/series?days=all',
  ])
  expect(location.search).toBe('?days=all')
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/api/creator/analytics/series.csv?days=all',
  )
})

test('a failure says that the analytics could not be loaded', async () => {
  show(() => errorResponse(500, {}))
  expect(await screen.findByText('Failed to load creator analytics')).toBeTruthy()
})

test('where a chart cannot be drawn, the page leads to the table', async () => {
  show(() => Response.json(SERIES))
  const texts = await screen.findAllByText('The chart could not be loaded. The table has the same figures.')
  expect(texts).toHaveLength(4)
})

const VIDEO = {
  id: '0198c1d2-0000-7000-8000-000000000009',
  title: 'Market',
  views: 3,
  watchTime: 60,
  publishedAt: null,
}

test('without Creator Pro, longer periods are marked, and lead to what it gives', async () => {
  setPro(false)
  const { seen } = show(() => Response.json({ ...SERIES, topVideos: [VIDEO] }))
  await screen.findByText('1,500')
  for (const name of ['90 days', 'All time']) {
    const link = screen.getByRole('link', { name: `${name} Part of Creator Pro` })
    expect(link.getAttribute('href')).toBe('/creator-pro')
  }
  expect(
    screen.getAllByRole('button', { name: /days$/, pressed: true }).map((each) => each.textContent),
  ).toEqual(['28 days'])
  expect(seen.filter((call) => call.includes('days=90') || call.includes('days=all'))).toEqual([])
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/api/creator/analytics/series.csv?days=28',
  )
})

test('a longer period in the URL says that it is part of Creator Pro, and loads nothing', async () => {
  setPro(false)
  history.replaceState(null, '', '/creator/analytics?days=90')
  const { seen } = show(() => Response.json(SERIES))
  expect(screen.getByRole('heading', { name: 'Longer periods are part of Creator Pro' })).toBeTruthy()
  expect(seen.filter((call) => call.includes('series'))).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '7 days' }))
  expect(await screen.findByText('1,500')).toBeTruthy()
})

test('where Creator Pro has ended meanwhile, a longer period says what it is part of', async () => {
  history.replaceState(null, '', '/creator/analytics?days=all')
  show(() => errorResponse(403, { code: 'pro_required' }))
  expect(await screen.findByRole('heading', { name: 'Longer periods are part of Creator Pro' })).toBeTruthy()
})
