import { act, fireEvent, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { usePlayback } from './use-playback.ts'

const play = vi.fn<() => Promise<void>>()

beforeEach(() => {
  play.mockReset().mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
})

const refuse = (name: string) => Promise.reject(new DOMException('no', name))
const flush = () => act(async () => {})

function Playback({ media, isAudioOnly = false }: { media: MediaStream | null; isAudioOnly?: boolean }) {
  const { video, sound, toggleMuted, needsTap, isPlaying } = usePlayback(media, isAudioOnly)
  return (
    <>
      <video ref={video} muted={sound.isMuted} />
      <button type="button" onClick={toggleMuted}>
        {JSON.stringify({ isMuted: sound.isMuted, needsTap, isPlaying })}
      </button>
    </>
  )
}

async function show(media: MediaStream | null) {
  const page = render(<Playback media={media} />)
  await flush()
  const video = page.container.querySelector('video')
  const button = page.container.querySelector('button')
  if (!video || !button) throw new Error('there is no video or button')
  return { ...page, video, button, state: (): unknown => JSON.parse(button.textContent) }
}

test('a video plays with audio where the browser allows autoplay', async () => {
  const stream = new MediaStream()
  const { video, state } = await show(stream)
  expect(video.srcObject).toBe(stream)
  expect(play).toHaveBeenCalledOnce()
  expect(state()).toEqual({ isMuted: false, needsTap: false, isPlaying: false })
  fireEvent.playing(video)
  expect(state()).toMatchObject({ isPlaying: true })
})

test('a video plays muted where the browser blocks autoplay, and a tap unmutes it', async () => {
  play.mockImplementationOnce(() => refuse('NotAllowedError'))
  const { video, button, state } = await show(new MediaStream())
  expect(state()).toMatchObject({ isMuted: true, needsTap: true })
  expect(video.muted).toBe(true)
  expect(play).toHaveBeenCalledTimes(2)
  fireEvent.click(button)
  expect(state()).toMatchObject({ isMuted: false, needsTap: false })
  expect(video.muted).toBe(false)
})

test('another failure does not mute', async () => {
  play.mockImplementationOnce(() => refuse('AbortError'))
  const { state } = await show(new MediaStream())
  expect(state()).toMatchObject({ isMuted: false, needsTap: false })
  expect(play).toHaveBeenCalledOnce()
})

test('a refusal for replaced media is ignored', async () => {
  let refuseFirst = () => {}
  play.mockImplementationOnce(
    () => new Promise((_, reject) => (refuseFirst = () => reject(new DOMException('no', 'NotAllowedError')))),
  )
  const { rerender, state } = await show(new MediaStream())
  rerender(<Playback media={new MediaStream()} />)
  refuseFirst()
  await flush()
  expect(state()).toMatchObject({ isMuted: false, needsTap: false })
})

test('isPlaying applies only to the media that played', async () => {
  const { rerender, video, state } = await show(new MediaStream())
  fireEvent.playing(video)
  const stream = new MediaStream()
  rerender(<Playback media={stream} />)
  expect(video.srcObject).toBe(stream)
  expect(state()).toMatchObject({ isPlaying: false })
  fireEvent.playing(video)
  expect(state()).toMatchObject({ isPlaying: true })
  rerender(<Playback media={null} />)
  expect(video.srcObject).toBeNull()
  expect(state()).toMatchObject({ isPlaying: false })
})

/** A stream with an audio track. */
function mediaWithAudio(): MediaStream {
  const media = new MediaStream()
  // Boundary: the code under test only counts and passes on the tracks.
  media.getAudioTracks = () => [{ kind: 'audio' } as MediaStreamTrack]
  return media
}

test('audio alone plays as a stream of its own, as a browser would wait for the first video frame', async () => {
  const media = mediaWithAudio()
  const { rerender, video, state } = await show(null)
  rerender(<Playback media={media} isAudioOnly />)
  await flush()
  expect(video.srcObject).not.toBe(media)
  fireEvent.playing(video)
  expect(state()).toMatchObject({ isPlaying: true })
  rerender(<Playback media={media} />)
  expect(video.srcObject).toBe(media)
  expect(state()).toMatchObject({ isPlaying: false })
})

test('audio that continues after video is not restarted', async () => {
  const media = mediaWithAudio()
  const { rerender, video, state } = await show(null)
  rerender(<Playback media={media} />)
  await flush()
  fireEvent.playing(video)
  rerender(<Playback media={media} isAudioOnly />)
  expect(video.srcObject).toBe(media)
  expect(state()).toMatchObject({ isPlaying: true })
})
