/**
 * The offer's text as the server gets it, with the promise to send lost sound again. Chromium can do that and keeps it
 * from its own offers; an answer that takes it up is enough.
 */
export function promiseSoundAgain(sdp: string): string {
  const [, payloadType] = /^a=rtpmap:(\d+) opus\/48000\/2$/im.exec(sdp) ?? []
  const promise = `a=rtcp-fb:${payloadType} nack`
  if (!payloadType || new RegExp(`^${promise}$`, 'm').test(sdp)) return sdp
  return sdp.replace(/^a=rtpmap:\d+ opus\/48000\/2$/im, `$&\r\n${promise}`)
}
