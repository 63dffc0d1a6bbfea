/** First byte of a text message in one frame: FIN and opcode 1 (RFC 6455, 5.2). */
const FIN_TEXT = 0x81
const [MAX_7_BIT_LENGTH, LENGTH_16, LENGTH_64] = [125, 126, 127]

/**
 * Encodes a message as the server's side of a WebSocket sends it: unmasked, uncompressed, in one frame. The same buffer
 * can be written to any number of sockets, while the library would build a header for each.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length <= MAX_7_BIT_LENGTH ? 2 : length < 2 ** 16 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = FIN_TEXT
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
