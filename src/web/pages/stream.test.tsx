import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setCurrentUser } from '#web/api/current-user.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { testVideo } from '#web/api/test-video.ts'
import { closeMini } from '#web/lib/playback/mini-playback.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { StreamPage } from './stream.tsx'

beforeEach(() => {
  setCurrentUser(testCurrentUser(1))
  TestSocketServer.listen()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  cleanup()
  closeMini()
})

test('an ended stream shows its recording, whose player is loaded then', async () => {
  const stream = testStream(1, { isLive: false, endedAt: '2025-11-21T20:00:00Z' })
  const file = { url: '/files/video.mp4', mimeType: 'video/mp4', width: 1280, height: 720, fileSize: 1000 }
  const video = testVideo({ streamId: stream.id, sources: { hls: null, qualities: [], files: [file] } })
  cacheEntities('streams', [stream])
  stubCalls({
    [`GET /api/streams/${stream.id}`]: () => Response.json(stream),
    [`GET /api/streams/${stream.id}/chat`]: () => Response.json([]),
    [`GET /api/streams/${stream.id}/chat-state`]: () => errorResponse(404, { code: 'not_found' }),
    'GET /api/live/ice-servers': () => Response.json({ iceServers: [], expiresAt: null }),
    [`GET /api/streams/${stream.id}/recording`]: () => Response.json({ video }),
    [`GET /api/videos/${video.id}/chat`]: () => Response.json([]),
    [`POST /api/videos/${video.id}/views`]: () => Response.json({ counted: false, viewsCount: 0 }),
  })
  render(<StreamPage streamId={stream.id} />, { wrapper: DataTestProvider })
  const player = await screen.findByLabelText<HTMLVideoElement>('Video: Sunday stew')
  expect(player.getAttribute('src')).toBe(file.url)
  expect(screen.getByRole('heading', { name: stream.title })).toBeDefined()
})
