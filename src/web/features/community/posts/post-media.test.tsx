import { act, fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Post } from '#shared/community/posts.ts'
import type { TestViewport } from '#web/lib/hooks/test-viewport.ts'
import { PostCard } from './post-card.tsx'
import { showAs } from '#web/features/community/posts/testing/test-page.tsx'
import { amara, postId, testPost } from '#web/features/community/posts/testing/test-post.ts'

const ID = postId(1)
const IMAGE = {
  mediaUrl: '/files/media/0d9b8f4e.webp',
  mediaType: 'image',
  mediaWidth: 1600,
  mediaHeight: 900,
} as const
const VIDEO = { mediaUrl: '/files/media/0e9b8f4e.mp4', mediaType: 'video', mediaSize: 4_404_019 } as const

async function showPost(overrides: Partial<Post>) {
  const rendered = await showAs(amara, <PostCard postId={ID} />, {
    [`GET /api/posts/${ID}`]: () => Response.json(testPost(1, overrides)),
  })
  await screen.findByRole('article')
  return rendered
}

function enableDataSaver() {
  const connection = Object.assign(new EventTarget(), { saveData: true })
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
}

test('an image is responsive, lazy-loaded, and has its size reserved', async () => {
  await showPost(IMAGE)
  const image = screen.getByRole('img', { name: 'Picture shared by Fọlákẹ́ Adéyẹmí' })
  expect(image.getAttribute('srcset')).toBe(
    '/files/media/0d9b8f4e-small.webp 480w, /files/media/0d9b8f4e.webp 960w, /files/media/0d9b8f4e-large.webp 1600w',
  )
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1600', '900'])
  expect(image.getAttribute('loading')).toBe('lazy')
  expect(image.closest('a')?.getAttribute('href')).toBe(`/post/${ID}`)
  expect(image.parentElement?.style.maxHeight).toBe('380px')
})

test('a tall image is shown whole within the height of a card', async () => {
  await showPost({ ...IMAGE, mediaWidth: 900, mediaHeight: 1800 })
  expect(screen.getByRole('img', { name: /^Picture/ }).parentElement?.style.maxWidth).toBe('190px')
})

test('data saver loads the smallest image', async () => {
  enableDataSaver()
  await showPost(IMAGE)
  const image = screen.getByRole('img', { name: /^Picture/ })
  expect(image.getAttribute('src')).toBe('/files/media/0d9b8f4e-small.webp')
  expect(image.getAttribute('srcset')).toBeNull()
})

test('an image that failed to load shows a message and a retry button', async () => {
  await showPost(IMAGE)
  fireEvent.error(screen.getByRole('img', { name: /^Picture/ }))
  expect(screen.getByText("Image didn't load")).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByRole('img', { name: /^Picture/ })).toBeTruthy()
})

const ANIMATION = {
  mediaUrl: '/files/media/0f9b8f4e.webp',
  mediaType: 'image',
  mediaWidth: 960,
  mediaHeight: 540,
  mediaPosterUrl: '/files/media/0a9b8f4e.webp',
  mediaLoops: true,
  mediaSize: 1_048_576,
} as const

function reduceMotion() {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query === '(prefers-reduced-motion: reduce)' }),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
}

const bringIntoView = (view: TestViewport) =>
  act(() => view.show(screen.getByRole('img', { name: /^Animated/ })))

const addresses = (container: HTMLElement) =>
  [...container.querySelectorAll('article img, article video')]
    .map((each) => each.getAttribute('src') ?? '')
    .filter((address) => address.startsWith('/files/media/'))

test('an animation moves while it is in view, and stops when its picture is clicked', async () => {
  const { container, view } = await showPost(ANIMATION)
  expect(addresses(container)).toEqual([ANIMATION.mediaPosterUrl])
  bringIntoView(view)
  expect(addresses(container)).toEqual([ANIMATION.mediaPosterUrl, ANIMATION.mediaUrl])
  fireEvent.click(screen.getByRole('button', { name: 'Stop animation' }))
  expect(addresses(container)).toEqual([ANIMATION.mediaPosterUrl])
})

test('an animation that failed to load says so, and loads again on request', async () => {
  enableDataSaver()
  const { container, view } = await showPost(ANIMATION)
  bringIntoView(view)
  fireEvent.click(screen.getByRole('button', { name: 'Play animation (1 MB)' }))
  const moving = container.querySelector(`img[src="${ANIMATION.mediaUrl}"]`)
  if (moving) fireEvent.error(moving)
  expect(screen.getByText("Animation didn't load")).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(addresses(container)).toContain(ANIMATION.mediaUrl)
})

test('a large animation is a video that repeats without sound', async () => {
  const { container, view } = await showPost({
    ...ANIMATION,
    mediaType: 'video',
    mediaUrl: '/files/media/0f9b8f4e.mp4',
  })
  bringIntoView(view)
  const video = container.querySelector('video')
  expect([video?.loop, video?.muted, video?.autoplay]).toEqual([true, true, true])
})

test.each([
  ['data saver', enableDataSaver, 'Play animation (1 MB)', '/files/media/0a9b8f4e-small.webp'],
  ['reduced motion', reduceMotion, 'Play animation', ANIMATION.mediaPosterUrl],
])('under %s an animation is still until it is tapped', async (_name, enable, label, still) => {
  enable()
  const { container, view } = await showPost(ANIMATION)
  bringIntoView(view)
  expect(addresses(container)).toEqual([still])
  fireEvent.click(screen.getByRole('button', { name: label }))
  expect(addresses(container)).toEqual([still, ANIMATION.mediaUrl])
})

test('a video loads nothing before it is played', async () => {
  const { container } = await showPost(VIDEO)
  expect(container.querySelector('video')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  const video = container.querySelector('video')
  expect(video?.getAttribute('src')).toBe(VIDEO.mediaUrl)
  expect(video?.controls).toBe(true)
})

test("a video's poster has the aspect ratio of the video", async () => {
  const poster = '/files/media/0e9b8f4e.webp'
  const size = { mediaWidth: 1080, mediaHeight: 1920 }
  const { container } = await showPost({ ...VIDEO, ...size, mediaPosterUrl: poster })
  const image = container.querySelector(`img[src="${poster}"]`)
  expect(image?.getAttribute('loading')).toBe('lazy')
  expect(image?.parentElement?.style.aspectRatio).toBe('1080 / 1920')
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(container.querySelector('video')?.getAttribute('poster')).toBe(poster)
})

test('data saver shows the size of a video instead of its poster', async () => {
  enableDataSaver()
  const { container } = await showPost({ ...VIDEO, mediaPosterUrl: '/files/media/0e9b8f4e.webp' })
  expect(container.querySelector('img[src^="/files/media/"]')).toBeNull()
  expect(screen.getByRole('button', { name: 'Play (4.2 MB)' })).toBeTruthy()
})

test('a video that failed to load shows a message and a retry button', async () => {
  const { container } = await showPost(VIDEO)
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  fireEvent.error(container.querySelector('video') ?? container)
  expect(screen.getByText("Video didn't load")).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(container.querySelector('video')).toBeTruthy()
})

test('any other file is a download link with its size', async () => {
  await showPost({ mediaUrl: '/files/media/0f9b8f4e.pdf', mediaType: 'file', mediaSize: 1_258_291 })
  const link = screen.getByRole('link', { name: 'Download the file (1.2 MB)' })
  expect(link.getAttribute('href')).toBe('/files/media/0f9b8f4e.pdf')
  expect(link.hasAttribute('download')).toBe(true)
})
