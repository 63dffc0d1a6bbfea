import { request } from 'node:http'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import type { Call } from './calls.ts'

/** Sends a call, on a connection of its own; resolves with the status, 0 for a connection that was closed. */
export function send(url: string, { method, path, body, headers }: Call, cookie?: string): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url + path, {
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
    sent.on('response', (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

/** Sends bytes as they are, until the server ends the connection or has answered. */
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

/** Sends one frame over `/ws` and waits until it has been handled. */
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
