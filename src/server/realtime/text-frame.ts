/** First byte of a text message in one frame (RFC 6455, section 5.2). */
const FINAL_TEXT = 0x81
const [MAX_7_BIT_LENGTH, LENGTH_16, LENGTH_64] = [125, 126, 127]

/**
 * Encodes a server's WebSocket message: one unmasked, uncompressed frame, header and text in one buffer. Any number of
 * sockets can send the same buffer in one write each; the library would write the header separately.
 */
export function encodeTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length <= MAX_7_BIT_LENGTH ? 2 : length < 2 ** 16 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = FINAL_TEXT
  if (headerLength === 2) frame[1] = length
  else if (headerLength === 4) {
    frame[1] = LENGTH_16
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_64
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerLength)
  return frame
}
