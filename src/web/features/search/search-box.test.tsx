import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Suggestion } from '#shared/search.ts'
import { queryClient } from '#web/api/query-client.ts'
import { answerCalls, DataTestProvider, refusal } from '#web/api/test-network.tsx'
import { testUserSummary } from '#web/api/test-users.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { SearchBox } from './search-box.tsx'

const folake = testUserSummary(1, { firstName: 'Fọlákẹ́', lastName: 'Adéyẹmí', handle: 'folake' })
const SUGGESTIONS: Suggestion[] = [
  { type: 'person', user: folake },
  { type: 'hashtag', tag: 'folklore', label: 'Folklore', postsCount: 1 },
]
const PATH = 'GET /api/search/suggest'

// The first test does not wait for the list's code alone.
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

/** Types a text, and waits until what may be meant stands under the field. */
async function types(text: string) {
  fireEvent.focus(field())
  fireEvent.change(field(), { target: { value: text } })
  return screen.findAllByRole('option')
}

const press = (key: string) => fireEvent.keyDown(field(), { key })
const pointedAt = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)
}
const here = () => location.pathname + location.search

test('what is typed is asked for, once a pause, and stands as a list under the field', async () => {
  const { seen } = answerCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  expect(field().getAttribute('aria-expanded')).toBe('false')
  fireEvent.focus(field())
  await types('f')
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

test('arrows walk through field and rows, and around; Enter goes where the row leads', async () => {
  answerCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  await types('fol')
  await screen.findByRole('option', { name: /@folake/ })
  expect(pointedAt()).toBeNull()
  press('ArrowDown')
  expect(pointedAt()?.textContent).toContain('@folake')
  expect(pointedAt()?.getAttribute('aria-selected')).toBe('true')
  press('ArrowUp')
  expect(pointedAt()).toBeNull()
  press('ArrowUp')
  expect(pointedAt()?.textContent).toBe('Search for fol')
  press('ArrowDown')
  press('ArrowDown')
  press('ArrowDown')
  expect(pointedAt()?.textContent).toContain('#Folklore')
  fireEvent.submit(field())
  expect(here()).toBe('/search?q=%23Folklore')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Enter without a row searches for the text, which stays in the field; an empty one goes nowhere', async () => {
  answerCalls({ [PATH]: () => Response.json([]) })
  show()
  fireEvent.submit(field())
  fireEvent.change(field(), { target: { value: '  ' } })
  fireEvent.submit(field())
  expect(here()).toBe('/')
  fireEvent.change(field(), { target: { value: ' ẹ kú iṣẹ́ & more ' } })
  fireEvent.submit(field())
  expect(new URLSearchParams(location.search).get('q')).toBe('ẹ kú iṣẹ́ & more')
  expect(location.pathname).toBe('/search')
  await waitFor(() => expect(field()).toHaveProperty('value', 'ẹ kú iṣẹ́ & more'))
})

test('Escape closes the list, then empties the field', async () => {
  answerCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  await types('fol')
  await screen.findByRole('option', { name: /@folake/ })
  press('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field()).toHaveProperty('value', 'fol')
  // An arrow opens it again, with what is known already.
  press('ArrowDown')
  press('ArrowDown')
  expect(pointedAt()?.textContent).toContain('@folake')
  press('Escape')
  press('Escape')
  expect(field()).toHaveProperty('value', '')
})

test('leaving the field closes the list; choosing a row with the pointer goes there', async () => {
  answerCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  await types('fol')
  fireEvent.blur(field(), { relatedTarget: document.body })
  expect(screen.queryByRole('listbox')).toBeNull()
  await types('folk')
  fireEvent.click(await screen.findByRole('option', { name: /@folake/ }))
  expect(here()).toBe(`/profile/${folake.id}`)
})

test('keys of an input method stay with it', async () => {
  answerCalls({ [PATH]: () => Response.json(SUGGESTIONS) })
  show()
  await types('fol')
  fireEvent.keyDown(field(), { key: 'ArrowDown', isComposing: true })
  expect(pointedAt()).toBeNull()
})

test('an answer that is overtaken is called off', async () => {
  const signals = new Map<string, AbortSignal | null | undefined>()
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    signals.set(new URL(address, 'http://site.test').searchParams.get('q') ?? '', signal)
    return address.endsWith('ka') ? new Promise(() => {}) : Promise.resolve(Response.json(SUGGESTIONS))
  })
  show()
  await types('ka')
  await waitFor(() => expect(signals.has('ka')).toBe(true))
  fireEvent.change(field(), { target: { value: 'fol' } })
  expect(await screen.findByRole('option', { name: /@folake/ })).toBeTruthy()
  expect(signals.get('ka')?.aborted).toBe(true)
})

test('without suggestions the field still searches', async () => {
  answerCalls({ [PATH]: () => refusal(429, { code: 'rate_limited' }) })
  show()
  const [itself, ...others] = await types('fol')
  expect(itself?.textContent).toBe('Search for fol')
  expect(others).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('on phones a button opens the field over the header, and gets the focus back', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  answerCalls({ [PATH]: () => Response.json([]) })
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
