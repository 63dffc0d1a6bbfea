/** Bits a second: three times the sound, a tenth of the large picture. */
const LOW_BITRATE = 200_000
const LOW_LINES = 180
const USUAL_LINES = 720

/**
 * Offers the picture once more, small enough for a weak line: the server gives it to viewers who choose it or whose line
 * carries no more. Its frame rate is that of the large one, as a browser sends both from one source at the lower of
 * what they ask for.
 */
export async function offerLowLayer(
  connection: RTCPeerConnection,
  track: MediaStreamTrack,
  media: MediaStream,
): Promise<void> {
  const { sender } = connection.addTransceiver(track, {
    direction: 'sendonly',
    streams: [media],
    sendEncodings: [{ maxBitrate: LOW_BITRATE, scaleResolutionDownBy: lowScaleOf(track) }],
  })
  await keepOutOfTheWay(sender)
}

/** How many times smaller the small picture is than what the camera gives now. */
export function lowScaleOf(track: MediaStreamTrack): number {
  return Math.max(1, (track.getSettings().height ?? USUAL_LINES) / LOW_LINES)
}

/** For the same reason: when it runs short of bits it must not make its source smaller, and so the large picture. */
async function keepOutOfTheWay(sender: RTCRtpSender): Promise<void> {
  // Younger than the types of the browser's calls.
  const preference: object = { degradationPreference: 'maintain-framerate-and-resolution' }
  await sender
    .setParameters({ ...sender.getParameters(), ...preference })
    // A browser that does not know this preference.
    .catch(() => undefined)
}
