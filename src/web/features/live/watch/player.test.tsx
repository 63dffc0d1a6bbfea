import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { testUser } from '#web/api/test-users.ts'
import { Player } from './player.tsx'
import { DataUsage } from '#web/features/live/connection/data-usage.ts'

type PlayerProps = ComponentProps<typeof Player>

const onQuality = vi.fn<PlayerProps['onQuality']>()
const onShowVideo = vi.fn<() => void>()

beforeEach(() => {
  onQuality.mockReset()
  onShowVideo.mockReset()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

function show(how: Partial<PlayerProps> = {}) {
  const props: PlayerProps = {
    media: null,
    streamer: testUser(1),
    isLive: true,
    viewerCount: 3,
    isOver: false,
    isInterrupted: false,
    isAwaitingMedia: false,
    isReconnecting: false,
    isRateLimited: false,
    hasError: false,
    isBanned: false,
    isVideoOff: false,
    quality: 'auto',
    shown: 'high',
    hasLow: true,
    traffic: new DataUsage().state,
    onQuality,
    onShowVideo,
    onRetry: () => {},
    ...how,
  }
  render(
    <I18nTestProvider>
      <Player {...props} />
    </I18nTestProvider>,
  )
}

const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: /^Quality/ }))
  await screen.findByRole('menu')
}
const choices = () => screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)

test.each([
  ['auto', 'high', 'Auto'],
  ['auto', 'low', 'Auto · lower'],
  ['low', 'low', 'Lower'],
  ['audio', 'audio', 'Audio only'],
] as const)('chosen %s while %s comes is said as it is', (quality, shown, said) => {
  show({ quality, shown })
  expect(screen.getByRole('button', { name: `Quality: ${said}` })).toBeDefined()
})

test('who is banned is told so, and offered no other try', () => {
  show({ isBanned: true, isRateLimited: true })
  screen.getByText('You were banned from this stream.')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('another try is offered where it can help: not in a browser without live video', () => {
  show({ hasError: true })
  screen.getByText('This browser cannot play live video.')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  cleanup()
  vi.stubGlobal('RTCPeerConnection', class {})
  show({ hasError: true })
  screen.getByText('Failed to connect to stream')
  screen.getByRole('button', { name: 'Try Again' })
})

test.each([
  ['a stream that is off', { isLive: false }],
  ['who is banned', { isBanned: true }],
])('%s has nothing to control', (_who, how) => {
  show(how)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('before the start people wait, and nobody watches', () => {
  show({ isLive: false })
  expect(screen.getByText('3 waiting')).toBeDefined()
})

test('of a stream that is over nobody is said to wait', () => {
  show({ isLive: false, isOver: true })
  expect(screen.getByText('Stream Offline')).toBeDefined()
  expect(screen.queryByText(/waiting/)).toBeNull()
})

test('a stream that is live without media says what it waits for', () => {
  show({ isAwaitingMedia: true })
  expect(screen.getByText("Waiting for the creator's picture.").tagName).toBe('OUTPUT')
})

test('who is banned sees neither LIVE nor how many watch', () => {
  show({ isBanned: true })
  expect(screen.queryByText('LIVE')).toBeNull()
  expect(screen.queryByText(/watching/)).toBeNull()
})

/** A picture that plays, muted since the browser lets no sound out by itself. */
async function showMuted(how: Partial<PlayerProps> = {}) {
  vi.spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    .mockResolvedValue()
  show({ media: new MediaStream(), ...how })
  await act(async () => {})
  fireEvent.playing(screen.getByLabelText('Live video'))
}
const tap = () => screen.queryByRole('button', { name: 'Tap for sound' })

test('sound is offered over a picture that plays without it', async () => {
  await showMuted()
  expect(tap()).not.toBeNull()
})

test.each([{ isBanned: true }, { hasError: true }, { isInterrupted: true }, { isReconnecting: true }])(
  'and not over what covers the picture: %o',
  async (how) => {
    await showMuted(how)
    expect(tap()).toBeNull()
  },
)

test('a picture that stands still says that it is being brought back', () => {
  show({ isReconnecting: true })
  expect(screen.getByText('Reconnecting')).toBeDefined()
})

test('the menu offers the smaller picture where there is one', async () => {
  show()
  await open()
  expect(choices()).toEqual(['Auto', expect.stringContaining('Lower'), expect.stringContaining('Audio only')])
  fireEvent.click(screen.getByRole('menuitemradio', { name: /^Lower/ }))
  expect(onQuality).toHaveBeenCalledWith('low')
})

test('without a smaller picture it is not offered', async () => {
  show({ hasLow: false })
  await open()
  expect(choices()).toEqual(['Auto', expect.stringContaining('Audio only')])
})

test('what came and what an hour costs is said in megabytes', async () => {
  const traffic = new DataUsage()
  for (const at of [0, 1000, 2000]) traffic.add(150_000, at)
  show({ traffic: traffic.state })
  expect(screen.getByTitle('Data used').textContent).toContain('0.5 MB')
  await open()
  expect(screen.getByText('About 540 MB an hour')).toBeDefined()
})

test('sound alone shows whose it is, and one tap brings the picture', () => {
  show({ quality: 'audio', shown: 'audio' })
  fireEvent.click(screen.getByRole('button', { name: 'Show picture' }))
  expect(onShowVideo).toHaveBeenCalledOnce()
})

test('a camera that is off is said, and nothing is offered that would not help', () => {
  show({ isVideoOff: true })
  expect(screen.getByText('The camera is off')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show picture' })).toBeNull()
})
