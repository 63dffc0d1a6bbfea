import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { PublicVideos, UserVideos } from './video-section.tsx'

const OWNER = testVideo().creatorId
const idOf = (index: number) => `0190b4c0-0000-7000-8000-${String(index).padStart(12, '0')}`
const publicVideo = (index: number) =>
  testVideo({ id: idOf(index), title: `Video ${index}`, isPublished: true })

function show(part: ReactNode, responses: Parameters<typeof stubCalls>[0]) {
  const calls = stubCalls(responses)
  render(<DataTestProvider>{part}</DataTestProvider>)
  return calls
}

afterEach(() => {
  cleanup()
  queryClient.clear()
})

test('the latest videos are links with their creators, older ones on demand', async () => {
  show(<PublicVideos category={undefined} />, {
    'GET /api/videos': ({ url }) =>
      url.searchParams.has('cursor')
        ? Response.json([publicVideo(2)])
        : Response.json([publicVideo(1)], { headers: { link: '</api/videos?cursor=two>; rel="next"' } }),
  })
  const link = await screen.findByRole('link', { name: /Video 1/ })
  expect(link.getAttribute('href')).toBe(`/video/${idOf(1)}`)
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: /Video 2/ })).toBeTruthy()
})

test('a movement asks for its videos; a category without videos has no section', async () => {
  const urls: string[] = []
  const responses = {
    'GET /api/videos': ({ url }: { url: URL }) => {
      urls.push(url.searchParams.get('category') ?? '')
      return Response.json([])
    },
  }
  show(<PublicVideos category="Culinary Arts" />, responses)
  expect(await screen.findByText('No videos have been published in Culinary Arts yet.')).toBeTruthy()
  cleanup()
  show(<PublicVideos category="Just Chatting" />, responses)
  expect(screen.queryByRole('heading')).toBeNull()
  expect(urls).toEqual(['Culinary Arts'])
})

test('a profile without videos has the section for its owner alone', async () => {
  const none = { [`GET /api/users/${OWNER}/videos`]: () => Response.json([]) }
  show(<UserVideos userId={OWNER} isOwner />, none)
  expect((await screen.findByRole('link', { name: 'Your videos' })).getAttribute('href')).toBe(
    '/creator/videos',
  )
  cleanup()
  queryClient.clear()
  const { seen } = show(<UserVideos userId={OWNER} isOwner={false} />, none)
  await expect.poll(() => screen.queryByRole('heading', { name: 'Videos' })).toBeNull()
  expect(seen).toHaveLength(1)
})

test('a failure shows its message and can be retried', async () => {
  let isFailing = true
  show(<UserVideos userId={OWNER} isOwner={false} />, {
    [`GET /api/users/${OWNER}/videos`]: () =>
      isFailing ? errorResponse(500, {}) : Response.json([publicVideo(1)]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The videos could not be loaded')
  isFailing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: /Video 1/ })).toBeTruthy()
})

test('the most viewed videos are listed on request', async () => {
  show(<PublicVideos category={undefined} />, {
    'GET /api/videos': ({ url }) =>
      Response.json([publicVideo(url.searchParams.get('sort') === 'popular' ? 2 : 1)]),
  })
  await screen.findByRole('link', { name: /Video 1/ })
  fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: 'popular' } })
  expect(await screen.findByRole('link', { name: /Video 2/ })).toBeTruthy()
})
