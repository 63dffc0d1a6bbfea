import { request } from 'node:http'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import type { Call } from './calls.ts'

/** Sends a call on a new connection; resolves with the status, or 0 when the connection was closed. */
export function send(url: string, { method, path, body, headers }: Call, cookie?: string): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(url + path, {
      method,
      agent: false,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
        ...headers,
      },
    })
    outgoing.on('response', (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0))
    })
    outgoing.on('error', () => resolve(0))
    outgoing.end(body)
  })
}

/** Sends raw bytes; resolves with the status when the connection is closed. */
export function sendRaw(url: string, bytes: string): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let status = 0
    socket.on('data', (data: Buffer) => (status ||= Number(data.toString('latin1').split(' ')[1])))
    socket.on('error', () => {})
    socket.on('close', () => resolve(status))
    socket.write(bytes, () => socket.end())
  })
}

/** Sends one frame over `/ws`; a ping behind it shows when the frame has been handled. */
export function sendFrame(url: string, frame: string, cookie?: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { headers: cookie ? { cookie } : {} })
    socket.on('open', () => {
      socket.send(frame)
      socket.send('{"type":"ping"}')
    })
    socket.on('message', (data: Buffer) => data.includes('"pong"') && socket.close())
    socket.on('error', () => {})
    socket.on('close', () => resolve(101))
  })
}
