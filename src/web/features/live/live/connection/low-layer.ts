/** Bits per second: three times the audio, a tenth of the high layer. */
const LOW_BITRATE = 200_000
const LOW_HEIGHT = 180
const DEFAULT_HEIGHT = 720

/**
 * Offers the video a second time, small enough for a slow connection: the server sends this layer to viewers who choose
 * it or whose connection carries no more. Its frame rate is that of the high layer, as a browser sends both from one
 * source at the lower of the requested rates.
 */
export async function offerLowLayer(
  connection: RTCPeerConnection,
  track: MediaStreamTrack,
  media: MediaStream,
): Promise<void> {
  const { sender } = connection.addTransceiver(track, {
    direction: 'sendonly',
    streams: [media],
    sendEncodings: [{ maxBitrate: LOW_BITRATE, scaleResolutionDownBy: lowLayerScale(track) }],
  })
  await keepSourceSize(sender)
}

/** The factor by which the low layer is smaller than the track's current size. */
export function lowLayerScale(track: MediaStreamTrack): number {
  return Math.max(1, (track.getSettings().height ?? DEFAULT_HEIGHT) / LOW_HEIGHT)
}

/**
 * Keeps the browser from downscaling the shared source, and so the high layer, when the low layer is short of bitrate.
 */
async function keepSourceSize(sender: RTCRtpSender): Promise<void> {
  // Not in TypeScript's DOM types yet.
  const preference: object = { degradationPreference: 'maintain-framerate-and-resolution' }
  await sender
    .setParameters({ ...sender.getParameters(), ...preference })
    // The browser does not support this preference.
    .catch(() => undefined)
}
