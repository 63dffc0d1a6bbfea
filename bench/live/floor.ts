import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { handleCommands, processCpu } from '../process/commands.ts'
import { PACKET_SIZES } from './synthetic-rates.ts'

/** The floor: Node's own crypto and one UDP socket, packet after packet, without any decision about them. */

const HEADER = 12
const [KEY, NONCE, COUNTER] = [randomBytes(16), randomBytes(12), randomBytes(16)]
const AUTHENTICATION_KEY = randomBytes(20)
/** SRTP's rollover counter, which the older cipher authenticates as well. */
const ROLLOVER = Buffer.alloc(4)
const PACKETS = PACKET_SIZES.map((bytes) => Buffer.alloc(bytes, 7))
/** Packets sent before waiting for the socket. */
const BURST = 64

const CIPHERS = {
  /** The cipher that browsers and the engine negotiate. */
  gcm(packet: Buffer): Buffer {
    const cipher = createCipheriv('aes-128-gcm', KEY, NONCE)
    const header = packet.subarray(0, HEADER)
    cipher.setAAD(header)
    const payload = cipher.update(packet.subarray(HEADER))
    cipher.final()
    return Buffer.concat([header, payload, cipher.getAuthTag()])
  },
  /** The cipher that every SRTP implementation supports. */
  ctr(packet: Buffer): Buffer {
    const header = packet.subarray(0, HEADER)
    const payload = createCipheriv('aes-128-ctr', KEY, COUNTER).update(packet.subarray(HEADER))
    const authTag = createHmac('sha1', AUTHENTICATION_KEY)
      .update(header)
      .update(payload)
      .update(ROLLOVER)
      .digest()
    return Buffer.concat([header, payload, authTag.subarray(0, 10)])
  },
}

const commands = {
  /** Returns the CPU time in microseconds for encrypting one packet of the mix and sending it to a local socket. */
  async packetCost(cipher: keyof typeof CIPHERS, port: number, times: number): Promise<number> {
    const socket = createSocket('udp4')
    socket.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const encrypt = CIPHERS[cipher]
    const sendAll = async (count: number) => {
      for (let index = 0; index < count; index++) {
        const packet = encrypt(PACKETS[index % PACKETS.length] ?? ROLLOVER)
        if (index % BURST !== 0) socket.send(packet)
        else await new Promise((resolve) => socket.send(packet, () => setImmediate(resolve)))
      }
    }
    await sendAll(times / 10)
    const before = processCpu()
    await sendAll(times)
    const cost = (processCpu() - before) / times
    socket.close()
    return cost
  },
  stop(): void {
    process.disconnect()
  },
}
export type FloorCommands = typeof commands

handleCommands(commands)
