export type Mix = { track: MediaStreamTrack; close: () => void }

/** Mixes several audio tracks into one until it is closed; null without browser support. */
export function mixAudio(tracks: MediaStreamTrack[]): Mix | null {
  if (typeof AudioContext === 'undefined') return null
  const context = new AudioContext()
  const destination = context.createMediaStreamDestination()
  for (const track of tracks) context.createMediaStreamSource(new MediaStream([track])).connect(destination)
  const [track] = destination.stream.getAudioTracks()
  const close = () => {
    track?.stop()
    context.close().catch(console.warn)
  }
  if (track) return { track, close }
  close()
  return null
}
