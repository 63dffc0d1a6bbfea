import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataTestProvider, stubCalls } from '#web/api/test-network.tsx'
import { testVideo } from '#web/features/videos/shared/videos/test-video.ts'
import { miniPlayback } from '#web/features/media/shared/playback/mini-store.ts'
import { EmbedPage } from './embed.tsx'

beforeEach(() => void vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue())
afterEach(cleanup)

test('a framed video has our player, loads nothing before a click, and counts its view', async () => {
  const file = { url: '/files/video.mp4', mimeType: 'video/mp4', width: 1280, height: 720, fileSize: 1000 }
  const sources = { hls: null, qualities: [], files: [file] }
  const video = testVideo({ isPublished: true, thumbnailUrl: '/poster.webp', sources })
  const { seen } = stubCalls({
    [`GET /api/videos/${video.id}`]: () => Response.json(video),
    [`POST /api/videos/${video.id}/views`]: () => Response.json({ counted: true, viewsCount: 1 }),
    'GET /api/settings': () => Response.json({}),
  })
  const page = render(<EmbedPage videoId={video.id} />, { wrapper: DataTestProvider })
  const player = await screen.findByLabelText<HTMLVideoElement>('Video: Sunday stew')
  expect(player.getAttribute('src')).toBeNull()
  expect(player.poster).toBe('/poster.webp')
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  expect(player.getAttribute('src')).toBe(file.url)
  fireEvent.playing(player)
  expect(seen).toContain(`POST /api/videos/${video.id}/views`)
  expect(screen.getByRole('slider', { name: 'Position' })).toBeDefined()
  Object.defineProperty(player, 'paused', { value: false })
  page.unmount()
  expect(miniPlayback.get().current).toBeNull()
})
