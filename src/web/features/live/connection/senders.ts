import { lowScaleOf } from './low-layer.ts'

/**
 * Sends other tracks in the place of those before, without a new offer. A kind that is not there any more sends
 * nothing; answers false when the connection has no place for a kind.
 */
export async function replaceTracks(connection: RTCPeerConnection, media: MediaStream): Promise<boolean> {
  const places = connection.getTransceivers()
  const kinds = new Set(places.map(kindOf))
  if (media.getTracks().some(({ kind }) => !kinds.has(kind))) return false
  await Promise.all(
    places.map((place) =>
      place.sender.replaceTrack(media.getTracks().find(({ kind }) => kind === kindOf(place)) ?? null),
    ),
  )
  const [track] = media.getVideoTracks()
  const [, low] = places.filter((place) => kindOf(place) === 'video')
  // Another camera, or a screen, has another size to make small.
  if (track && low) await scale(low.sender, lowScaleOf(track))
  return true
}

async function scale(sender: RTCRtpSender, times: number): Promise<void> {
  const parameters = sender.getParameters()
  for (const encoding of parameters.encodings) encoding.scaleResolutionDownBy = times
  await sender.setParameters(parameters)
}

/** Whether picture is sent at all, whether the large one as well, and the most bits a second of that. */
export type VideoLimits = { hasPicture: boolean; hasLarge: boolean; maxBitrate: number }

/** Applies to what is sent from now on. */
export async function limitVideo(
  connection: RTCPeerConnection,
  { hasPicture, hasLarge, maxBitrate }: VideoLimits,
): Promise<void> {
  const places = connection.getTransceivers().filter((place) => kindOf(place) === 'video')
  await lendSource(places, hasLarge)
  await Promise.all(
    places.map(async ({ sender }, index) => {
      const parameters = sender.getParameters()
      for (const encoding of parameters.encodings) {
        // The first is the large picture.
        const isSpare = index === 0 && places.length > 1
        encoding.active = hasPicture && (hasLarge || !isSpare)
        if (index === 0) encoding.maxBitrate = maxBitrate
      }
      await sender.setParameters(parameters)
    }),
  )
}

/**
 * Both pictures have one source, which a browser makes as small as its most troubled picture needs: a large one that
 * pauses gives it back, or the small one would stay a fraction of its size.
 */
async function lendSource([large, small]: RTCRtpTransceiver[], hasLarge: boolean): Promise<void> {
  if (!large || !small || hasLarge === (large.sender.track !== null)) return
  await large.sender.replaceTrack(hasLarge ? small.sender.track : null)
}

/** A sender without a track does not say of which kind it is; what it could receive does. */
const kindOf = ({ receiver }: RTCRtpTransceiver) => receiver.track.kind
