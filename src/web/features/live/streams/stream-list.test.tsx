import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { TEST_SETTINGS, testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { StreamList } from './stream-list.tsx'

const userId = '6f1c11aa-3a1c-4f0e-9a55-0d7a3f6f1c11'
const path = `GET /api/users/${userId}/streams`

const show = (isOwner = false) =>
  render(
    <DataTestProvider>
      <StreamList userId={userId} isOwner={isOwner} />
    </DataTestProvider>,
  )

test.each([
  ['the owner sees a call to start', true, 'Start your first live stream!'],
  ['others see that there is nothing', false, "This user hasn't streamed yet."],
])('an empty list: %s', async (_user, isOwner, text) => {
  stubCalls({ [path]: () => Response.json([]) })
  show(isOwner)
  expect(await screen.findByRole('heading', { name: 'No streams yet' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Create Stream' }) !== null).toBe(isOwner)
})

test.each([
  ['live', { isLive: true, viewerCount: 3 }, ['LIVE', /^Live since Nov 21, 2025/, '3 watching']],
  ['past', { isLive: false, peakViewers: 1284 }, [/^Nov 21, 2025/, 'Peak of 1,284 viewers']],
  ['not started', { isLive: false, startedAt: null }, ['Not started yet']],
  [
    'announced',
    { isLive: false, startedAt: null, scheduledFor: '2125-11-22T19:04:00.000Z', remindersCount: 2 },
    [/^Starts Nov 22, 2125/, '2 people set a reminder'],
  ],
  [
    'announced for a past time',
    { isLive: false, startedAt: null, scheduledFor: '2025-11-22T19:04:00.000Z' },
    ['Not started yet'],
  ],
  ['private', { settings: { ...TEST_SETTINGS, isPublic: false } }, ['Private']],
])('a stream that is %s is shown as such', async (_state, overrides, texts) => {
  stubCalls({ [path]: () => Response.json([testStream(1, overrides)]) })
  show()
  expect((await screen.findByRole('link')).getAttribute('href')).toBe(`/stream/${testStream(1).id}`)
  for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
})

test('more streams load on demand', async () => {
  stubCalls({
    [path]: ({ url }) =>
      url.searchParams.get('cursor') === 'second'
        ? Response.json([testStream(2)])
        : Response.json([testStream(1)], {
            headers: { link: `</api/users/${userId}/streams?cursor=second>; rel="next"` },
          }),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByRole('link', { name: /Stream 2/ })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a failure shows an error', async () => {
  stubCalls({ [path]: () => errorResponse(500, {}) })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The streams could not be loaded')
})
