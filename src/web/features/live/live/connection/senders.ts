import { lowLayerScale } from './low-layer.ts'

/**
 * Replaces the sent tracks without a new offer. A kind that `media` lacks sends nothing. Returns false if the
 * connection has no transceiver for a kind of `media`.
 */
export async function replaceTracks(connection: RTCPeerConnection, media: MediaStream): Promise<boolean> {
  const transceivers = connection.getTransceivers()
  const kinds = new Set(transceivers.map(kindOf))
  if (media.getTracks().some(({ kind }) => !kinds.has(kind))) return false
  await Promise.all(
    transceivers.map((transceiver) =>
      transceiver.sender.replaceTrack(
        media.getTracks().find(({ kind }) => kind === kindOf(transceiver)) ?? null,
      ),
    ),
  )
  const [track] = media.getVideoTracks()
  const [, low] = transceivers.filter((transceiver) => kindOf(transceiver) === 'video')
  // A different camera or a screen has a different size, and so a different scale.
  if (track && low) await setScale(low.sender, lowLayerScale(track))
  return true
}

async function setScale(sender: RTCRtpSender, factor: number): Promise<void> {
  const parameters = sender.getParameters()
  for (const encoding of parameters.encodings) encoding.scaleResolutionDownBy = factor
  await sender.setParameters(parameters)
}

/** Whether video is sent at all, whether the high layer is sent too, and its maximum in bits per second. */
export type VideoLimits = { isVideoActive: boolean; isHighLayerActive: boolean; maxBitrate: number }

/** Applies the limits to the connection's senders. */
export async function limitVideo(
  connection: RTCPeerConnection,
  { isVideoActive, isHighLayerActive, maxBitrate }: VideoLimits,
): Promise<void> {
  const transceivers = connection.getTransceivers().filter((transceiver) => kindOf(transceiver) === 'video')
  await toggleHighLayerTrack(transceivers, isHighLayerActive)
  await Promise.all(
    transceivers.map(async ({ sender }, index) => {
      const parameters = sender.getParameters()
      for (const encoding of parameters.encodings) {
        // The first is the high layer.
        const isPausable = index === 0 && transceivers.length > 1
        encoding.active = isVideoActive && (isHighLayerActive || !isPausable)
        if (index === 0) encoding.maxBitrate = maxBitrate
      }
      await sender.setParameters(parameters)
    }),
  )
}

/**
 * Both layers share one source, which a browser downscales to fit the layer with the least bitrate. A paused high layer
 * must therefore release its track, or the low layer would shrink with it.
 */
async function toggleHighLayerTrack(
  [high, low]: RTCRtpTransceiver[],
  isHighLayerActive: boolean,
): Promise<void> {
  if (!high || !low || isHighLayerActive === (high.sender.track !== null)) return
  await high.sender.replaceTrack(isHighLayerActive ? low.sender.track : null)
}

/** The receiver has the kind of a transceiver also while its sender has no track. */
const kindOf = ({ receiver }: RTCRtpTransceiver) => receiver.track.kind
