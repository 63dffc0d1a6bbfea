import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SocialLink } from '#shared/community/social-links.ts'
import type { PublicUser } from '#shared/accounts/users.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testUser } from '#web/api/test-users.ts'
import { About } from './about.tsx'

const user = testUser(1)
const links = `GET /api/users/${user.id}/social-links`
const link: SocialLink = {
  id: '0198c1d2-0000-7000-8000-0000000000aa',
  creatorId: user.id,
  platform: 'instagram',
  url: 'https://instagram.example/folake',
  displayName: null,
  isPublic: true,
  createdAt: user.createdAt,
  updatedAt: user.createdAt,
}

const show = (overrides: Partial<PublicUser>) =>
  render(
    <DataTestProvider>
      <About user={{ ...user, ...overrides }} />
    </DataTestProvider>,
  )
const facts = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])

test('every field of a profile is listed', async () => {
  stubCalls({ [links]: () => Response.json([link, { ...link, id: 'b', displayName: 'The loom' }]) })
  show({
    bio: 'Weaver and teacher.',
    bioMultilingual: { yo: 'Alásọ àti olùkọ́.' },
    heritageRegion: 'Continental African',
    countryOfOrigin: 'Ìbàdàn, Nigeria',
    languages: ['Yoruba', 'English'],
    collaborationTags: ['fashion', 'film'],
  })
  const named = await screen.findByRole('link', { name: /Instagram · The loom/ })
  expect(facts()).toEqual([
    ['Member since', 'March 14, 2024'],
    ['Bio', 'Weaver and teacher.'],
    ['Bio in Yoruba', 'Alásọ àti olùkọ́.'],
    ['Heritage region', 'Continental African'],
    ['Country or region of origin', 'Ìbàdàn, Nigeria'],
    ['Languages', 'YorubaEnglish'],
    ['Open to working on', '#fashion#film'],
    ['Elsewhere', expect.stringContaining('Instagram · instagram.example')],
  ])
  expect(named.getAttribute('href')).toBe(link.url)
  expect(named.getAttribute('rel')?.split(' ')).toEqual(
    expect.arrayContaining(['me', 'nofollow', 'noopener', 'noreferrer']),
  )
})

test('an empty profile shows only the date of joining', async () => {
  stubCalls({ [links]: () => Response.json([]) })
  show({})
  expect(screen.getByRole('status').textContent).toBe('Loading')
  await expect.poll(facts).toEqual([['Member since', 'March 14, 2024']])
})

test('links that failed to load can be retried', async () => {
  let isFailing = true
  stubCalls({ [links]: () => (isFailing ? errorResponse(500, {}) : Response.json([link])) })
  show({})
  expect((await screen.findByRole('alert')).textContent).toContain('The links could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: /Instagram/ })).toBeTruthy()
})
