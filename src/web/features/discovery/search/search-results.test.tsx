import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SearchHit } from '#shared/discovery/search.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testUserSummary } from '#web/api/test-users.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { useAppLocation, useAppSearch } from '#web/lib/navigation/use-location.ts'
import { Router } from 'wouter'
import { type HitRenderer, SearchResults } from './search-results.tsx'
import { idOf } from './use-search-results.ts'

const PATH = 'GET /api/search'
const personHit = (index: number): SearchHit => ({ type: 'people', user: testUserSummary(index) })

const cached: SearchHit[] = []
const renderer: HitRenderer = {
  types: ['people', 'posts', 'streams'],
  cacheHits: (hits) => cached.push(...hits),
  renderList: (type, hits) => (
    <ul aria-label={`the ${type}`}>
      {hits.map((hit) => (
        <li key={idOf(hit)}>{idOf(hit).slice(-2)}</li>
      ))}
    </ul>
  ),
}

beforeEach(() => {
  cached.length = 0
  navigation.navigate('/search?q=ada')
})

const show = (q = 'ada') =>
  render(
    <DataTestProvider>
      <Router hook={useAppLocation} searchHook={useAppSearch}>
        <SearchResults q={q} renderer={renderer} />
      </Router>
    </DataTestProvider>,
  )

const rows = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem')
const tab = (name: string) => screen.getByRole('tab', { name })
/** Radix Tabs select on mousedown. */
const choose = (name: string) => fireEvent.mouseDown(tab(name), { button: 0 })

test('hits of all kinds are shown together, and a button selects one kind in the URL', async () => {
  const { seen } = stubCalls({
    [PATH]: ({ url }) =>
      Response.json(
        url.searchParams.has('type') ? [personHit(7)] : [1, 2, 3, 4, 5].map((index) => personHit(index)),
      ),
  })
  show()
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(await screen.findByRole('heading', { name: 'People' })).toBeTruthy()
  expect(rows('the people')).toHaveLength(4)
  expect(cached).toHaveLength(5)
  expect(screen.queryByRole('heading', { name: 'Posts' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'All people' }))
  expect(await screen.findByText('07')).toBeTruthy()
  expect(location.search).toBe('?q=ada&tab=people')
  expect(tab('People').getAttribute('aria-selected')).toBe('true')
  expect(seen).toEqual(['GET /api/search?q=ada&limit=5', 'GET /api/search?q=ada&type=people'])
})

test('one kind is paged, and a hit that is in two pages is shown once', async () => {
  stubCalls({
    [PATH]: ({ url }) =>
      url.searchParams.get('cursor') === 'next'
        ? Response.json([personHit(2), personHit(3)])
        : Response.json([personHit(1), personHit(2)], {
            headers: { link: '</api/search?cursor=next>; rel="next"' },
          }),
  })
  navigation.navigate('/search?q=ada&tab=people')
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('No more results.')).toBeTruthy()
  expect(rows('the people').map((row) => row.textContent)).toEqual(['01', '02', '03'])
})

test('a page that failed to load can be retried', async () => {
  let isFailing = true
  stubCalls({
    [PATH]: ({ url }) => {
      if (!url.searchParams.has('cursor'))
        return Response.json([personHit(1)], { headers: { link: '</api/search?cursor=next>; rel="next"' } })
      return isFailing ? errorResponse(503, { message: 'The site is busy.' }) : Response.json([personHit(2)])
    },
  })
  navigation.navigate('/search?q=ada&tab=people')
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The rest could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('02')).toBeTruthy()
})

test('a hashtag shows its posts first; the other kinds can be selected', async () => {
  const { seen } = stubCalls({ [PATH]: () => Response.json([]) })
  navigation.navigate('/search?q=%23kente')
  show('#kente')
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
  expect(tab('Posts').getAttribute('aria-selected')).toBe('true')
  choose('All')
  expect(location.search).toBe('?q=%23kente&tab=all')
  await screen.findByRole('heading', { name: 'Nothing found' })
  expect(seen).toEqual(['GET /api/search?q=%23kente&type=posts', 'GET /api/search?q=%23kente&limit=5'])
})

test('an empty result shows advice', async () => {
  stubCalls({ [PATH]: () => Response.json([]) })
  show()
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
  expect(screen.getByText(/Check the spelling/).innerHTML).toContain('Nothing matches “<bdi>ada</bdi>”.')
})

test('a failure shows its message and can be retried', async () => {
  let isFailing = true
  stubCalls({
    [PATH]: () =>
      isFailing ? errorResponse(429, { message: 'That was a lot at once.' }) : Response.json([personHit(1)]),
  })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('That was a lot at once.')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('list', { name: 'the people' })).toBeTruthy()
})
