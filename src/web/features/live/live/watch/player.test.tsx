import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { testUser } from '#web/api/test-users.ts'
import { Player } from './player.tsx'
import { DataUsage } from '#web/features/live/live/connection/data-usage.ts'

type PlayerProps = ComponentProps<typeof Player>

const onQuality = vi.fn<PlayerProps['onQuality']>()
const onShowVideo = vi.fn<() => void>()

beforeEach(() => {
  onQuality.mockReset()
  onShowVideo.mockReset()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})

function show(overrides: Partial<PlayerProps> = {}) {
  const props: PlayerProps = {
    media: null,
    streamer: testUser(1),
    isLive: true,
    isRecording: false,
    viewerCount: 3,
    isOver: false,
    isInterrupted: false,
    isAwaitingMedia: false,
    isReconnecting: false,
    isRateLimited: false,
    isFull: false,
    hasError: false,
    isBanned: false,
    isVideoOff: false,
    quality: 'auto',
    shown: 'high',
    hasLow: true,
    dataUsage: new DataUsage().state,
    onQuality,
    onShowVideo,
    onRetry: () => {},
    ...overrides,
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
] as const)('the quality button with %s chosen and %s received reads %s', (quality, shown, label) => {
  show({ quality, shown })
  expect(screen.getByRole('button', { name: `Quality: ${label}` })).toBeDefined()
})

test('a banned viewer sees the ban and no retry button', () => {
  show({ isBanned: true, isRateLimited: true })
  screen.getByText('You were banned from this stream.')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test.each([
  ['a new viewer', {}],
  ['a viewer whose video has stopped', { isReconnecting: true }],
])('%s sees that the stream is full', (_who, overrides) => {
  show({ isFull: true, ...overrides })
  expect(screen.getByText('This stream is full on this server, trying again…')).toBeTruthy()
})

test('the retry button is shown only in browsers that support live video', () => {
  show({ hasError: true })
  screen.getByText("This browser can't play live video.")
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  cleanup()
  vi.stubGlobal('RTCPeerConnection', class {})
  show({ hasError: true })
  screen.getByText('Failed to connect to stream')
  screen.getByRole('button', { name: 'Try Again' })
})

test.each([
  ['an offline stream', { isLive: false }],
  ['a banned viewer', { isBanned: true }],
])('%s shows no controls', (_case, overrides) => {
  show(overrides)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('before the start the count is of waiting viewers', () => {
  show({ isLive: false })
  expect(screen.getByText('3 waiting')).toBeDefined()
})

test('a stream that is over shows no waiting viewers', () => {
  show({ isLive: false, isOver: true })
  expect(screen.getByText('Stream Offline')).toBeDefined()
  expect(screen.queryByText(/waiting/)).toBeNull()
})

test('a live stream without media shows that it waits for the creator', () => {
  show({ isAwaitingMedia: true })
  expect(screen.getByText("Waiting for the creator's picture.").tagName).toBe('OUTPUT')
})

test('a banned viewer sees neither LIVE nor the viewer count', () => {
  show({ isBanned: true })
  expect(screen.queryByText('LIVE')).toBeNull()
  expect(screen.queryByText(/watching/)).toBeNull()
})

/** A player that plays muted, as the browser blocked autoplay with audio. */
async function showMuted(overrides: Partial<PlayerProps> = {}) {
  vi.spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    .mockResolvedValue()
  show({ media: new MediaStream(), ...overrides })
  await act(async () => {})
  fireEvent.playing(screen.getByLabelText('Live video'))
}
const unmuteButton = () => screen.queryByRole('button', { name: 'Tap for sound' })

test('the unmute button is shown over a video that plays muted', async () => {
  await showMuted()
  expect(unmuteButton()).not.toBeNull()
})

test.each([{ isBanned: true }, { hasError: true }, { isInterrupted: true }, { isReconnecting: true }])(
  'the unmute button is not shown over an overlay: %o',
  async (overrides) => {
    await showMuted(overrides)
    expect(unmuteButton()).toBeNull()
  },
)

test('a stalled video shows that it is reconnecting', () => {
  show({ isReconnecting: true })
  expect(screen.getByText('Reconnecting')).toBeDefined()
})

test('the menu offers the lower quality where there is a low layer', async () => {
  show()
  await open()
  expect(choices()).toEqual(['Auto', expect.stringContaining('Lower'), expect.stringContaining('Audio only')])
  fireEvent.click(screen.getByRole('menuitemradio', { name: /^Lower/ }))
  expect(onQuality).toHaveBeenCalledWith('low')
})

test('the menu does not offer the lower quality without a low layer', async () => {
  show({ hasLow: false })
  await open()
  expect(choices()).toEqual(['Auto', expect.stringContaining('Audio only')])
})

test('the data used and the data per hour are shown in megabytes', async () => {
  const dataUsage = new DataUsage()
  for (const at of [0, 1000, 2000]) dataUsage.add(150_000, at)
  show({ dataUsage: dataUsage.state })
  expect(screen.queryByText(/MB/)).toBeNull()
  await open()
  expect(screen.getByText('Data used 0.5 MB')).toBeDefined()
  expect(screen.getByText('About 540 MB an hour')).toBeDefined()
})

test('audio only shows a button that switches back to video', () => {
  show({ quality: 'audio', shown: 'audio' })
  fireEvent.click(screen.getByRole('button', { name: 'Show picture' }))
  expect(onShowVideo).toHaveBeenCalledOnce()
})

test('a camera that is off is shown, without a button to show the video', () => {
  show({ isVideoOff: true })
  expect(screen.getByText('The camera is off')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show picture' })).toBeNull()
})

test('after a click on the live picture the arrows change the volume; M and F work on the whole page but in fields', () => {
  show()
  const picture = screen.getByLabelText<HTMLVideoElement>('Live video')
  const pressKey = (key: string, target = document.activeElement ?? document.body) =>
    fireEvent.keyDown(target, { key })
  expect(pressKey('ArrowDown')).toBe(true)
  fireEvent.pointerUp(picture)
  expect(pressKey('ArrowDown')).toBe(false)
  expect(picture.volume).toBeCloseTo(0.95)
  expect(screen.getByText('95%')).toBeDefined()
  const field = document.body.appendChild(document.createElement('input'))
  expect(pressKey('m', field)).toBe(true)
  field.remove()
  expect(screen.getByRole('button', { name: 'Mute' })).toBeDefined()
  expect(pressKey('m', document.body)).toBe(false)
  expect(screen.getByRole('button', { name: 'Unmute' })).toBeDefined()
})

test('sound that is switched on is audible, and lowering it to nothing mutes', () => {
  const sounds: unknown[] = []
  show({ onSound: (sound) => void sounds.push(sound), initialSound: { volume: 0.05, isMuted: false } })
  const picture = screen.getByLabelText<HTMLVideoElement>('Live video')
  fireEvent.pointerUp(picture)
  const pressKey = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  pressKey('ArrowDown')
  expect(screen.getByRole('button', { name: 'Unmute' })).toBeDefined()
  expect(screen.getByText('Muted')).toBeDefined()
  pressKey('m')
  expect(sounds.at(-1)).toEqual({ volume: 0.5, isMuted: false })
  expect(picture.volume).toBe(0.5)
  expect(screen.getByRole('button', { name: 'Mute' })).toBeDefined()
})

test('the keys of the page: theatre mode, the chat, and the list of keys', async () => {
  const theatre = { isOn: false, toggle: vi.fn<() => void>() }
  const onChat = vi.fn<() => void>()
  show({ theatre, onChat })
  fireEvent.keyDown(document.body, { key: 't' })
  expect(theatre.toggle).toHaveBeenCalledOnce()
  fireEvent.keyDown(document.body, { key: 'c' })
  expect(onChat).toHaveBeenCalledOnce()
  fireEvent.keyDown(document.body, { key: '?' })
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const text of ['Theatre mode', 'Write in the chat', 'Fullscreen'])
    expect(dialog.textContent).toContain(text)
})

test('without theatre mode and chat, their keys do nothing and are not in the list', async () => {
  show()
  for (const key of ['t', 'c']) expect(fireEvent.keyDown(document.body, { key })).toBe(true)
  fireEvent.keyDown(document.body, { key: '?' })
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.textContent).not.toContain('Theatre mode')
  expect(dialog.textContent).not.toContain('Write in the chat')
})

test('the volume has a slider', () => {
  const onSound = vi.fn<NonNullable<PlayerProps['onSound']>>()
  show({ onSound })
  fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.4' } })
  expect(onSound).toHaveBeenLastCalledWith({ volume: 0.4, isMuted: false })
})
