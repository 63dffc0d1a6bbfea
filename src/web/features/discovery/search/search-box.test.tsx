import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Suggestion } from '#shared/discovery/search.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testUserSummary } from '#web/api/test-users.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { SearchBox } from './search-box.tsx'

const folake = testUserSummary(1, { firstName: 'Fọlákẹ́', lastName: 'Adéyẹmí', handle: 'folake' })
const SUGGESTIONS: Suggestion[] = [
  { type: 'person', user: folake },
  { type: 'hashtag', tag: 'folklore', label: 'Folklore', postsCount: 1 },
]
const PATH = 'GET /api/search/suggest'

// Loads the lazy module once, so that the first test does not time out on it.
beforeAll(() => import('./suggestion-list.tsx'))
beforeEach(() => navigation.navigate('/'))
afterEach(() => queryClient.clear())

const show = () =>
  render(
    <DataTestProvider>
      <SearchBox />
    </DataTestProvider>,
  )

const field = () => screen.getByRole('combobox', { name: 'Search creators, streams, tags' })

/** Types a text and waits for the suggestions. */
async function typeText(text: string) {
  fireEvent.focus(field())
  fireEvent.change(field(), { target: { value: text } })
  return screen.findAllByRole('option')
}

const press = (key: string) => fireEvent.keyDown(field(), { key })
const activeOption = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)
}
const currentAddress = () => location.pathname + location.search

test('typing requests suggestions after a pause and lists them under the field', async () => {
  const { seen } = stubCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  expect(field().getAttribute('aria-expanded')).toBe('false')
  fireEvent.focus(field())
  await typeText('f')
  for (const text of ['fo', 'fol']) fireEvent.change(field(), { target: { value: text } })
  const option = await screen.findByRole('option', { name: 'Fọlákẹ́ Adéyẹmí @folake' })
  expect(option.getAttribute('href')).toBe(`/profile/${folake.id}`)
  const list = screen.getByRole('listbox', { name: 'Suggestions' })
  expect(field().getAttribute('aria-controls')).toBe(list.id)
  expect(field().getAttribute('aria-expanded')).toBe('true')
  expect(within(list).getAllByRole('option')).toHaveLength(3)
  expect(screen.getByRole('option', { name: '#Folklore 1 post' }).getAttribute('href')).toBe(
    '/search?q=%23Folklore',
  )
  expect(screen.getByText('2 suggestions')).toBeTruthy()
  expect(seen).toEqual(['GET /api/search/suggest?q=fol'])
})

test('arrow keys cycle through field and rows; Enter opens the active row', async () => {
  stubCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  await typeText('fol')
  await screen.findByRole('option', { name: /@folake/ })
  expect(activeOption()).toBeNull()
  press('ArrowDown')
  expect(activeOption()?.textContent).toContain('@folake')
  expect(activeOption()?.getAttribute('aria-selected')).toBe('true')
  press('ArrowUp')
  expect(activeOption()).toBeNull()
  press('ArrowUp')
  expect(activeOption()?.textContent).toBe('Search for fol')
  press('ArrowDown')
  press('ArrowDown')
  press('ArrowDown')
  expect(activeOption()?.textContent).toContain('#Folklore')
  fireEvent.submit(field())
  expect(currentAddress()).toBe('/search?q=%23Folklore')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Enter without an active row searches for the text and keeps it; an empty text does nothing', async () => {
  stubCalls({ [PATH]: () => Response.json([]) })
  show()
  fireEvent.submit(field())
  fireEvent.change(field(), { target: { value: '  ' } })
  fireEvent.submit(field())
  expect(currentAddress()).toBe('/')
  fireEvent.change(field(), { target: { value: ' ẹ kú iṣẹ́ & more ' } })
  fireEvent.submit(field())
  expect(new URLSearchParams(location.search).get('q')).toBe('ẹ kú iṣẹ́ & more')
  expect(location.pathname).toBe('/search')
  await waitFor(() => expect(field()).toHaveProperty('value', 'ẹ kú iṣẹ́ & more'))
})

test('Escape closes the list, then clears the field', async () => {
  stubCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  await typeText('fol')
  await screen.findByRole('option', { name: /@folake/ })
  press('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field()).toHaveProperty('value', 'fol')
  // An arrow key opens it again, with the cached suggestions.
  press('ArrowDown')
  press('ArrowDown')
  expect(activeOption()?.textContent).toContain('@folake')
  press('Escape')
  press('Escape')
  expect(field()).toHaveProperty('value', '')
})

test('leaving the field closes the list; clicking a row opens it', async () => {
  stubCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  await typeText('fol')
  fireEvent.blur(field(), { relatedTarget: document.body })
  expect(screen.queryByRole('listbox')).toBeNull()
  await typeText('folk')
  fireEvent.click(await screen.findByRole('option', { name: /@folake/ }))
  expect(currentAddress()).toBe(`/profile/${folake.id}`)
})

test('keys pressed during composition of an input method are ignored', async () => {
  stubCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  await typeText('fol')
  fireEvent.keyDown(field(), { key: 'ArrowDown', isComposing: true })
  expect(activeOption()).toBeNull()
})

test('a superseded request is aborted', async () => {
  const signals = new Map<string, AbortSignal | null | undefined>()
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    signals.set(new URL(url, 'http://site.test').searchParams.get('q') ?? '', signal)
    return url.endsWith('ka') ? new Promise(() => {}) : Promise.resolve(Response.json(SUGGESTIONS))
  })
  show()
  await typeText('ka')
  await waitFor(() => expect(signals.has('ka')).toBe(true))
  fireEvent.change(field(), { target: { value: 'fol' } })
  expect(await screen.findByRole('option', { name: /@folake/ })).toBeTruthy()
  expect(signals.get('ka')?.aborted).toBe(true)
})

test('the field searches without suggestions', async () => {
  stubCalls({ [PATH]: () => errorResponse(429, { code: 'rate_limited' }) })
  show()
  const [searchOption, ...others] = await typeText('fol')
  expect(searchOption?.textContent).toBe('Search for fol')
  expect(others).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('on phones a button opens the field over the header and gets the focus back', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  stubCalls({ [PATH]: () => Response.json([]) })
  show()
  expect(screen.queryByRole('combobox')).toBeNull()
  const button = screen.getByRole('button', { name: 'Search' })
  fireEvent.click(button)
  expect(document.activeElement).toBe(field())
  press('Escape')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('button', { name: 'Close the search' }))
  expect(document.activeElement).toBe(button)
})

test('if the code of the suggestions cannot be fetched, a toast says so, and the next focus loads it again', async () => {
  vi.doMock('./suggestion-list.tsx', () => {
    throw new Error('offline')
  })
  stubCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  render(<Toaster />, { wrapper: DataTestProvider })
  fireEvent.focus(field())
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeDefined()
  vi.doUnmock('./suggestion-list.tsx')
  expect(await typeText('fol')).not.toHaveLength(0)
})
