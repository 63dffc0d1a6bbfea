import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { JourneyItem } from '#shared/studio/journey.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { Timeline } from './timeline.tsx'
import { postStep, streamStep, videoStep } from './test-steps.ts'

const show = (respond: (cursor: string | null) => Response) => {
  stubCalls({ 'GET /api/journey': ({ url }) => respond(url.searchParams.get('cursor')) })
  render(
    <DataTestProvider>
      <Timeline />
    </DataTestProvider>,
  )
}
const page = (steps: JourneyItem[], next?: string) =>
  Response.json(steps, { headers: next ? { link: `</api/journey?cursor=${next}>; rel="next"` } : {} })

test('steps are grouped by month, the newest first', async () => {
  show(() =>
    page([
      postStep(4, '2025-11-21T12:00:00.000Z', { content: 'Sunday stew', likesCount: 1, mediaType: 'image' }),
      streamStep(3, '2025-11-02T12:00:00.000Z', { title: 'Open rehearsal', peakViewers: 1284 }),
      postStep(2, '2025-10-12T12:00:00.000Z'),
    ]),
  )
  const november = await screen.findByRole('region', { name: 'November 2025' })
  const [post, stream] = within(november).getAllByRole('link')
  expect(post?.getAttribute('href')).toContain('/post/')
  for (const text of ['Sunday stew', '1 like', '0 comments', 'With a picture'])
    expect(post?.textContent).toContain(text)
  expect(stream?.getAttribute('href')).toContain('/stream/')
  for (const text of ['Open rehearsal', 'Gaming', 'Peak of 1,284 viewers'])
    expect(stream?.textContent).toContain(text)
  expect(within(screen.getByRole('region', { name: 'October 2025' })).getAllByRole('link')).toHaveLength(1)
})

test.each([
  ['processing', { state: 'processing' }, ['Being prepared'], ['12:34', 'view']],
  ['failed', { state: 'failed' }, ['Could not be prepared'], ['12:34', 'view']],
  ['draft', {}, ['12:34', '0 views', 'Draft'], ['Private']],
  ['private', { isPublished: true, isPublic: false }, ['12:34', 'Private'], ['Draft']],
  ['published', { isPublished: true, viewsCount: 1204 }, ['12:34', '1,204 views'], ['Draft', 'Private']],
] as const)(
  'a %s video shows its state and links to its page',
  async (_state, overrides, texts, absentTexts) => {
    show(() => page([videoStep(1, '2025-11-21T12:00:00.000Z', overrides)]))
    const video = within(await screen.findByRole('region', { name: 'November 2025' })).getByRole('link')
    expect(video.getAttribute('href')).toMatch(/^\/video\/.+1$/)
    for (const text of ['Video', 'Sunday stew', 'Food', ...texts]) expect(video.textContent).toContain(text)
    for (const text of absentTexts) expect(video.textContent).not.toContain(text)
  },
)

test('older steps load on demand, into the same month', async () => {
  show((cursor) =>
    cursor === null
      ? page([postStep(2, '2025-11-21T12:00:00.000Z')], 'second')
      : page([postStep(1, '2025-11-20T12:00:00.000Z')]),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('Post 1')
  expect(within(screen.getByRole('region', { name: 'November 2025' })).getAllByRole('link')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('an empty journey shows a message', async () => {
  show(() => page([]))
  expect(await screen.findByRole('heading', { name: 'Your journey begins here' })).toBeTruthy()
})

test('a failure shows its message and can be retried', async () => {
  let isFailing = true
  show(() => (isFailing ? errorResponse(503, { message: 'The site is busy.' }) : page([])))
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Your journey begins here' })).toBeTruthy()
})
