export type Mix = { track: MediaStreamTrack; close: () => void }

/** Several sounds as one track, until it is closed; null where the browser cannot mix. */
export function mixAudio(tracks: MediaStreamTrack[]): Mix | null {
  if (typeof AudioContext === 'undefined') return null
  const context = new AudioContext()
  const out = context.createMediaStreamDestination()
  for (const track of tracks) context.createMediaStreamSource(new MediaStream([track])).connect(out)
  const [track] = out.stream.getAudioTracks()
  const close = () => {
    track?.stop()
    context.close().catch(console.warn)
  }
  if (track) return { track, close }
  close()
  return null
}
