import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setCurrentUser } from '#web/api/current-user.ts'
import { testCurrentUser, testUserSummary } from '#web/api/test-users.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { FollowListDialog } from './follow-list-dialog.tsx'
import { SuggestedForYou } from './suggested-for-you.tsx'

const me = testCurrentUser(1)
const [ada, ben] = [testUserSummary(2, { followersCount: 18_204 }), testUserSummary(3, { followersCount: 1 })]

beforeEach(() => setCurrentUser(me))

const showSuggestions = () =>
  render(
    <DataTestProvider>
      <SuggestedForYou />
    </DataTestProvider>,
  )

test('suggestions show follower counts, and a followed user stays in the list', async () => {
  let users = [ada, ben]
  stubCalls({
    'GET /api/users/suggested': () => Response.json(users),
    [`POST /api/users/${ada.id}/follow`]: () => {
      users = [ben]
      return Response.json({ following: true, followersCount: 18_205 })
    },
  })
  showSuggestions()
  expect((await screen.findByRole('link', { name: 'Member 2' })).getAttribute('href')).toBe(
    `/profile/${ada.id}`,
  )
  expect(screen.getByText('18,204 followers')).toBeTruthy()
  expect(screen.getByText('1 follower')).toBeTruthy()
  const [first] = screen.getAllByRole('button', { name: 'Follow' })
  if (!first) throw new Error('no button')
  expect(document.getElementById(first.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Member 2')
  fireEvent.click(first)
  expect(await screen.findByText('18,205 followers')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Following' })).toBeTruthy()
})

test('a row of a member with Creator Pro names its badge', async () => {
  stubCalls({ 'GET /api/users/suggested': () => Response.json([{ ...ada, isPremium: true }, ben]) })
  showSuggestions()
  expect(await screen.findByRole('link', { name: 'Member 2 Creator Pro' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Member 3' })).toBeTruthy()
})

test('after a follow the other rows refresh, and the user just followed stays in place', async () => {
  const users = [2, 3, 4, 5, 6, 7].map((index) => testUserSummary(index))
  const followed = new Set<string>()
  const follow = (id: string) => {
    followed.add(id)
    return Response.json({ following: true, followersCount: 1 })
  }
  stubCalls({
    'GET /api/users/suggested': () => Response.json(users.filter(({ id }) => !followed.has(id)).slice(0, 4)),
    ...Object.fromEntries(users.map(({ id }) => [`POST /api/users/${id}/follow`, () => follow(id)])),
  })
  showSuggestions()
  const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
  const press = (name: string) => {
    const row = screen.getByRole('link', { name }).closest('li')
    if (row) fireEvent.click(within(row).getByRole('button'))
  }
  await screen.findByRole('link', { name: 'Member 5' })
  press('Member 2')
  await waitFor(() => expect(followed.size).toBe(1))
  await screen.findByRole('button', { name: 'Following' })
  press('Member 3')
  await waitFor(() => expect(names()).toEqual(['Member 6', 'Member 3', 'Member 4', 'Member 5']))
  expect(screen.getAllByRole('button', { name: 'Following' })).toHaveLength(1)
  press('Member 5')
  await waitFor(() => expect(names()).toEqual(['Member 6', 'Member 7', 'Member 4', 'Member 5']))
})

test('three skeletons show while loading, and a link to Discover without suggestions', async () => {
  let respond: (response: Response) => void = () => {}
  stubCalls({ 'GET /api/users/suggested': () => new Promise((resolve) => (respond = resolve)) })
  showSuggestions()
  expect(screen.getByRole('status').querySelectorAll('[aria-hidden] > span:first-child')).toHaveLength(3)
  await waitFor(() => respond(Response.json([])))
  expect((await screen.findByRole('link', { name: 'Discover' })).getAttribute('href')).toBe('/discover')
  expect(screen.getByRole('heading', { name: 'Suggested for You' })).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  let respond = () => errorResponse(500, {})
  stubCalls({ 'GET /api/users/suggested': () => respond() })
  showSuggestions()
  expect((await screen.findByRole('alert')).textContent).toContain('Suggestions could not be loaded')
  respond = () => Response.json([ada])
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: 'Member 2' })).toBeTruthy()
})

const showList = (kind: 'followers' | 'following') =>
  render(
    <DataTestProvider>
      <FollowListDialog userId={ada.id} kind={kind} open onOpenChange={() => {}} />
    </DataTestProvider>,
  )

test('followers are listed in pages, the current user without a button', async () => {
  const path = `GET /api/users/${ada.id}/followers`
  stubCalls({
    [path]: ({ url }) =>
      url.searchParams.has('cursor')
        ? Response.json([testUserSummary(1)])
        : Response.json([{ ...ben, viewer: { isFollowing: true } }], {
            headers: { link: `</api/users/${ada.id}/followers?cursor=next>; rel="next"` },
          }),
  })
  showList('followers')
  expect(await screen.findByRole('dialog', { name: 'Followers' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Following' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: 'Member 1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test.each([
  ['followers', 'No followers yet.'],
  ['following', 'Not following anyone yet.'],
] as const)('an empty list of %s shows a message', async (kind, text) => {
  stubCalls({ [`GET /api/users/${ada.id}/${kind}`]: () => Response.json([]) })
  showList(kind)
  expect(await screen.findByText(text)).toBeTruthy()
})
