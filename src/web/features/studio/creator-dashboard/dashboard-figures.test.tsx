import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DataTestProvider } from '#web/api/test-network.tsx'
import { DashboardFigures } from './dashboard-figures.tsx'

const SUMMARY = {
  totalViews: 284_906,
  totalFollowers: 9418,
  totalVideos: 38,
  videoViews: 201_317,
  totalWatchTime: 1206 * 3600 + 42 * 60 + 59,
  totalStreams: 61,
  recentGrowth: { views: 12_480, followers: 0, videos: 3 },
  publishedVideos: 30,
  draftVideos: 6,
  privateVideos: 2,
}

test('the totals have thousands separators, and the watch time hours and minutes', () => {
  render(
    <DataTestProvider>
      <DashboardFigures summary={SUMMARY} />
    </DataTestProvider>,
  )
  for (const text of ['284,906', '9,418', '1,206h 42m', '38', '61', '+12,480', '+3'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('30 published, 6 drafts, 2 private')).toBeTruthy()
  expect(screen.getByText('In the last 28 days')).toBeTruthy()
  expect(screen.queryByText('+0')).toBeNull()
})

test('watch time below an hour is minutes alone', () => {
  render(
    <DataTestProvider>
      <DashboardFigures summary={{ ...SUMMARY, totalWatchTime: 119 }} />
    </DataTestProvider>,
  )
  expect(screen.getByText('1m')).toBeTruthy()
})
