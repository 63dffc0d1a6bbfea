import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SocialLink } from '#shared/community/social-links.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testUser } from '#web/api/test-users.ts'
import { HeaderLinks } from './header-links.tsx'
import { usePublicLinks } from './use-public-links.ts'

const user = testUser(1)
const PATH = `GET /api/users/${user.id}/social-links`

const link = (number: number, overrides: Partial<SocialLink> = {}): SocialLink => ({
  id: `0198c1d2-0000-7000-8000-00000000000${number}`,
  creatorId: user.id,
  platform: 'instagram',
  url: 'https://instagram.example/folake',
  displayName: null,
  isPublic: true,
  createdAt: user.createdAt,
  updatedAt: user.createdAt,
  ...overrides,
})

function show(respond: () => Response) {
  stubCalls({ [PATH]: respond })
  const onShowAll = vi.fn<() => void>()
  const page = (
    <>
      <HeaderLinks userId={user.id} onShowAll={onShowAll} />
      <Outcome />
    </>
  )
  render(page, { wrapper: DataTestProvider })
  return onShowAll
}

/** Shows when the links are loaded or have failed, rendered together with the header. */
function Outcome() {
  return <output>{usePublicLinks(user.id).isPending ? 'pending' : 'settled'}</output>
}

test('the header of a profile has the first links, and opens the list of all', async () => {
  const onShowAll = show(() =>
    Response.json([
      link(1),
      link(2, { platform: 'youtube', displayName: 'My loom' }),
      link(3, { platform: 'website', url: 'https://www.loom.example/' }),
      link(4),
      link(5),
    ]),
  )
  const links = await screen.findAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Instagram(opens in a new tab)',
    'YouTube · My loom(opens in a new tab)',
    'Website · loom.example(opens in a new tab)',
  ])
  expect(links[0]?.getAttribute('href')).toBe('https://instagram.example/folake')
  expect(links[0]?.getAttribute('rel')?.split(' ')).toEqual(expect.arrayContaining(['me', 'nofollow', 'ugc']))
  fireEvent.click(screen.getByRole('button', { name: '2 more links' }))
  expect(onShowAll).toHaveBeenCalledOnce()
})

test.each([
  ['without links', () => Response.json([])],
  ['when they cannot be loaded', () => errorResponse(500, {})],
])('the header of a profile has no row of links %s', async (_case, respond) => {
  show(respond)
  await screen.findByText('settled')
  expect(screen.queryByRole('list')).toBeNull()
})
