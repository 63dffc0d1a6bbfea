import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DataTestProvider, stubCalls } from '#web/api/test-network.tsx'
import { UsersPanel } from './users-panel.tsx'

afterEach(() => history.replaceState(null, '', '/'))

const counts = { total: 41, active: 41, admins: 1, moderators: 0, waiting: 0 }

function show(search: string, total: number) {
  history.replaceState(null, '', `/admin/users${search}`)
  const calls = stubCalls({
    'GET /api/admin/users': () => Response.json({ users: [], total }),
    'GET /api/admin/users/counts': () => Response.json(counts),
  })
  render(
    <DataTestProvider>
      <UsersPanel />
    </DataTestProvider>,
  )
  return calls
}

test('a page after the last one says so, and leads to the first page of the same search', async () => {
  const { seen } = show('?search=ama&page=999', 41)
  expect(await screen.findByRole('heading', { name: 'There is no page 999' })).toBeTruthy()
  expect(screen.queryByText('Nobody matches')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Go to the first page' }))
  expect(location.search).toBe('?search=ama')
  await expect.poll(() => seen.at(-1)).toContain('offset=0&search=ama')
})

test.each(['99999999999', '1e300', 'Infinity'])(
  'page %s is the last one that the server accepts',
  async (page) => {
    const { seen } = show(`?page=${page}`, 41)
    expect(await screen.findByRole('button', { name: 'Go to the first page' })).toBeTruthy()
    expect(seen.join()).toContain('offset=100000000')
  },
)

test('a search without a match says so on every page', async () => {
  show('?search=nobody&page=3', 0)
  expect(await screen.findByRole('heading', { name: 'Nobody matches' })).toBeTruthy()
})
