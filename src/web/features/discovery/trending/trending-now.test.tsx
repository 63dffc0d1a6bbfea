import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { TrendingNow } from './trending-now.tsx'

const PATH = 'GET /api/trending'
const show = () =>
  render(
    <DataTestProvider>
      <TrendingNow />
    </DataTestProvider>,
  )

test('each hashtag shows its number of posts, compact when large, and links to them', async () => {
  const trend = (label: string, postsCount: number) => ({ tag: label.toLowerCase(), label, postsCount })
  const trends = [
    trend('AmapianoNights', 12_400),
    trend('DiasporaKitchen', 8731),
    trend('Kreyol', 9999),
    trend('Once', 1),
  ]
  stubCalls({ [PATH]: () => Response.json(trends) })
  show()
  expect(screen.getByRole('heading', { name: 'Trending Now' })).toBeTruthy()
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    '#AmapianoNights12.4K posts',
    '#DiasporaKitchen8,731 posts',
    '#Kreyol9,999 posts',
    '#Once1 post',
  ])
  expect(links[0]?.getAttribute('href')).toBe('/search?q=%23AmapianoNights')
})

test('three skeletons are shown while loading', () => {
  stubCalls({ [PATH]: () => new Promise<Response>(() => {}) })
  show()
  expect(screen.getByRole('status').querySelectorAll(':scope > [aria-hidden]')).toHaveLength(3)
})

test('without hashtags a hint explains how to start one', async () => {
  stubCalls({ [PATH]: () => Response.json([]) })
  show()
  expect(await screen.findByText(/Write # before a word in a post/)).toBeTruthy()
})

test('a failure shows its message and can be retried', async () => {
  let isFailing = true
  stubCalls({ [PATH]: () => (isFailing ? errorResponse(500, {}) : Response.json([])) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('What is trending could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/Write #/)).toBeTruthy()
})
