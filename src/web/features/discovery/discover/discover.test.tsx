import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testUserSummary } from '#web/api/test-users.ts'
import { discoverUrl } from '#web/features/live/shared/streams/discover-url.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { useAppLocation, useAppSearch } from '#web/lib/navigation/use-location.ts'
import { CategoryFilter } from './category-filter.tsx'
import { UserFinder } from './user-finder.tsx'
import { useFilters } from './use-filters.ts'

const PATH = 'GET /api/users'

/** The filters as the page combines them. */
function Filters() {
  const [filters, setFilters] = useFilters()
  return (
    <>
      <CategoryFilter
        category={filters.category}
        hrefOf={(category) => discoverUrl({ ...filters, category })}
        onChoose={(category) => setFilters({ category })}
      />
      <UserFinder
        filters={filters}
        onChoose={setFilters}
        cacheUsers={() => {}}
        renderRow={({ handle }) => <p>{handle}</p>}
      />
    </>
  )
}

function show(search = '') {
  navigation.navigate(`/discover${search}`)
  return render(
    <DataTestProvider>
      <Router hook={useAppLocation} searchHook={useAppSearch}>
        <Filters />
      </Router>
    </DataTestProvider>,
  )
}

beforeEach(() => navigation.navigate('/'))

const filter = () => within(screen.getByRole('navigation', { name: 'What to show' }))
const current = () => filter().queryByRole('link', { current: true })?.textContent ?? null

test('each movement and category has a URL that keeps the other filters', async () => {
  stubCalls({ [PATH]: () => Response.json([]) })
  show('?tag=music')
  expect(current()).toBe('Everything')
  fireEvent.click(filter().getByRole('link', { name: 'Culinary Arts' }))
  expect(location.search).toBe('?category=Culinary+Arts&tag=music')
  expect(current()).toBe('Culinary Arts')
  fireEvent.change(filter().getByRole('combobox', { name: 'Category' }), { target: { value: 'Gaming' } })
  expect(location.search).toBe('?category=Gaming&tag=music')
  expect(current()).toBeNull()
  fireEvent.click(filter().getByRole('link', { name: 'Everything' }))
  expect(location.search).toBe('?tag=music')
})

test('unknown filter values are ignored', () => {
  const { seen } = stubCalls({ [PATH]: () => Response.json([]) })
  show('?category=Nothing&region=Atlantis')
  expect(current()).toBe('Everything')
  expect(screen.getByRole('combobox', { name: 'Heritage region' })).toHaveProperty('value', '')
  expect(seen).toEqual(['GET /api/users?limit=12'])
})

test('users are filtered by region and interest, including custom tags', async () => {
  const { seen } = stubCalls({
    [PATH]: ({ url }) =>
      Response.json(
        url.searchParams.has('region') ? [testUserSummary(2)] : [testUserSummary(1), testUserSummary(2)],
      ),
  })
  show('?tag=weaving')
  expect(await screen.findByText('member_1')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Interest' })).toHaveProperty('value', 'weaving')
  fireEvent.change(screen.getByRole('combobox', { name: 'Heritage region' }), {
    target: { value: 'Caribbean' },
  })
  expect(location.search).toBe('?region=Caribbean&tag=weaving')
  expect(await screen.findByText('member_2')).toBeTruthy()
  expect(screen.queryByText('member_1')).toBeNull()
  expect(seen.at(-1)).toBe('GET /api/users?region=Caribbean&tag=weaving&limit=12')
})

test('users are paged', async () => {
  stubCalls({
    [PATH]: ({ url }) =>
      url.searchParams.has('cursor')
        ? Response.json([testUserSummary(2)])
        : Response.json([testUserSummary(1)], { headers: { link: '</api/users?cursor=next>; rel="next"' } }),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('member_2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('an empty result and a failure show messages', async () => {
  let respond = () => errorResponse(500, {})
  stubCalls({ [PATH]: () => respond() })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The people could not be loaded')
  respond = () => Response.json([])
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'No members found' })).toBeTruthy()
})
