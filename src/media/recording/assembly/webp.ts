/** Wraps a VP8 keyframe as a lossy WebP image, which holds exactly one such frame (RFC 9649 section 2.5). */
export function wrapVp8AsWebp(keyframe: Uint8Array): Buffer {
  const padding = keyframe.length % 2
  const header = Buffer.alloc(20)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(12 + keyframe.length + padding, 4)
  header.write('WEBPVP8 ', 8, 'latin1')
  header.writeUInt32LE(keyframe.length, 16)
  return Buffer.concat([header, keyframe, Buffer.alloc(padding)])
}
