import { vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'

/** Test server of one stream's signalling. Its methods return when the client has handled the message; fake timers. */
export class TestStreamServer extends TestSocketServer {
  readonly #streamId: string

  constructor(streamId: string) {
    super()
    this.#streamId = streamId
  }

  async sendError(
    code: ErrorCode,
    more: { requestType?: string; clientId?: string; retryAfter?: number } = {},
  ): Promise<void> {
    this.sendMessage({ type: 'error', streamId: this.#streamId, code, message: 'no', ...more })
    await vi.advanceTimersByTimeAsync(0)
  }

  /** Accepts the client's next connection after a lost one. */
  async reconnect(): Promise<void> {
    await vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS)
    this.accept()
    await vi.advanceTimersByTimeAsync(0)
  }
}
