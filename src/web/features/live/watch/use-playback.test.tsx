import { act, fireEvent, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { usePlayback } from './use-playback.ts'

const play = vi.fn<() => Promise<void>>()

beforeEach(() => {
  play.mockReset().mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
})

const refuse = (name: string) => Promise.reject(new DOMException('no', name))
const settled = () => act(async () => {})

function Screen({ media, isSound = false }: { media: MediaStream | null; isSound?: boolean }) {
  const { video, isMuted, toggleMuted, needsTap, isPlaying } = usePlayback(media, isSound)
  return (
    <>
      <video ref={video} muted={isMuted} />
      <button type="button" onClick={toggleMuted}>
        {JSON.stringify({ isMuted, needsTap, isPlaying })}
      </button>
    </>
  )
}

async function show(media: MediaStream | null) {
  const page = render(<Screen media={media} />)
  await settled()
  const video = page.container.querySelector('video')
  const button = page.container.querySelector('button')
  if (!video || !button) throw new Error('there is no screen')
  return { ...page, video, button, state: (): unknown => JSON.parse(button.textContent) }
}

test('it plays with sound where the browser lets it', async () => {
  const stream = new MediaStream()
  const { video, state } = await show(stream)
  expect(video.srcObject).toBe(stream)
  expect(play).toHaveBeenCalledOnce()
  expect(state()).toEqual({ isMuted: false, needsTap: false, isPlaying: false })
  fireEvent.playing(video)
  expect(state()).toMatchObject({ isPlaying: true })
})

test('where the browser insists it plays muted, and a tap brings the sound', async () => {
  play.mockImplementationOnce(() => refuse('NotAllowedError'))
  const { video, button, state } = await show(new MediaStream())
  expect(state()).toMatchObject({ isMuted: true, needsTap: true })
  expect(video.muted).toBe(true)
  expect(play).toHaveBeenCalledTimes(2)
  fireEvent.click(button)
  expect(state()).toMatchObject({ isMuted: false, needsTap: false })
  expect(video.muted).toBe(false)
})

test('another failure mutes nothing', async () => {
  play.mockImplementationOnce(() => refuse('AbortError'))
  const { state } = await show(new MediaStream())
  expect(state()).toMatchObject({ isMuted: false, needsTap: false })
  expect(play).toHaveBeenCalledOnce()
})

test('a refusal of media that were replaced meanwhile is of no interest', async () => {
  let refuseFirst = () => {}
  play.mockImplementationOnce(
    () => new Promise((_, reject) => (refuseFirst = () => reject(new DOMException('no', 'NotAllowedError')))),
  )
  const { rerender, state } = await show(new MediaStream())
  rerender(<Screen media={new MediaStream()} />)
  refuseFirst()
  await settled()
  expect(state()).toMatchObject({ isMuted: false, needsTap: false })
})

test('a picture counts for the media that brought it', async () => {
  const { rerender, video, state } = await show(new MediaStream())
  fireEvent.playing(video)
  const stream = new MediaStream()
  rerender(<Screen media={stream} />)
  expect(video.srcObject).toBe(stream)
  expect(state()).toMatchObject({ isPlaying: false })
  fireEvent.playing(video)
  expect(state()).toMatchObject({ isPlaying: true })
  rerender(<Screen media={null} />)
  expect(video.srcObject).toBeNull()
  expect(state()).toMatchObject({ isPlaying: false })
})

/** With one track of each kind, of which the browser would make the sound alone. */
function mediaOf(): MediaStream {
  const media = new MediaStream()
  // Boundary: a stream that is played is asked for its tracks, and nothing is asked of them.
  media.getAudioTracks = () => [{ kind: 'audio' } as MediaStreamTrack]
  return media
}

test('sound alone plays by itself, since a browser waits for a first picture otherwise', async () => {
  const media = mediaOf()
  const { rerender, video, state } = await show(null)
  rerender(<Screen media={media} isSound />)
  await settled()
  expect(video.srcObject).not.toBe(media)
  fireEvent.playing(video)
  expect(state()).toMatchObject({ isPlaying: true })
  rerender(<Screen media={media} />)
  expect(video.srcObject).toBe(media)
  expect(state()).toMatchObject({ isPlaying: false })
})

test('sound that goes on after a picture is not begun anew', async () => {
  const media = mediaOf()
  const { rerender, video, state } = await show(null)
  rerender(<Screen media={media} />)
  await settled()
  fireEvent.playing(video)
  rerender(<Screen media={media} isSound />)
  expect(video.srcObject).toBe(media)
  expect(state()).toMatchObject({ isPlaying: true })
})
