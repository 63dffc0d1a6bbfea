import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveStatus } from '#shared/live/live-status.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { LiveStatusPanel } from './live-status-panel.tsx'

const STATUS: LiveStatus = {
  isUp: true,
  processes: [{ cpuSeconds: 12, memoryBytes: 96 * 1024 ** 2, restarts: 1 }],
  media: { host: '127.0.0.1', ports: [40_000], addresses: ['127.0.0.1'] },
  hasTurn: false,
  problems: [],
  streams: [
    {
      streamId: '0198c1d2-0000-7000-8000-000000000001',
      title: 'Sunday stew',
      viewers: 3,
      bitsPerSecond: 1_234_000,
      lostRatio: 0.025,
      isRecording: true,
    },
  ],
}

afterEach(() => {
  vi.useRealTimers()
})

function show(respond: () => Response) {
  stubCalls({ 'GET /api/admin/live': respond })
  render(
    <DataTestProvider>
      <LiveStatusPanel renderConnectionTest={() => <p>connection test</p>} />
    </DataTestProvider>,
  )
}

test('the panel shows the state of the engine, its ports and its streams', async () => {
  show(() => Response.json(STATUS))
  const texts = [
    'Running',
    'Restarted once since the site started',
    '40000',
    '1.23 Mbit/s',
    '2.5%',
    'Recorded',
  ]
  await screen.findByText('Running')
  for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
  const stream = screen.getByRole('link', { name: 'Sunday stew' })
  expect(stream.getAttribute('href')).toBe(`/stream/${STATUS.streams[0]?.streamId}`)
  expect(stream.parentElement?.textContent).toBe('Sunday stew Recorded')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('problems are shown first, with the setting to change', async () => {
  show(() => Response.json({ ...STATUS, isUp: false, problems: ['engineDown', 'loopbackOnly'], streams: [] }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain("The live engine isn't running.")
  expect(alert.textContent).toContain('Set LIVE_HOST (or HOST)')
  expect(screen.getByText('Not running')).toBeTruthy()
  expect(screen.getByText('Nobody is live right now.')).toBeTruthy()
})

test('an engine that stops and returns is shown without a reload', async () => {
  vi.useFakeTimers()
  let status = STATUS
  show(() => Response.json(status))
  const poll = (next: LiveStatus) => {
    status = next
    return act(() => vi.advanceTimersByTimeAsync(6_000))
  }
  await poll(STATUS)
  expect(screen.getByText('Running')).toBeTruthy()
  await poll({ ...STATUS, isUp: false, problems: ['engineDown'] })
  expect(screen.getByText('Not running')).toBeTruthy()
  expect(screen.getByRole('alert')).toBeTruthy()
  await poll(STATUS)
  expect(screen.getByText('Running')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure to load shows its message', async () => {
  show(() => errorResponse(503, { message: 'Busy.' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Busy.')
})
