/**
 * Carries payloads between the processes of a site: its nodes, and their workers. Nothing is stored: what is sent while
 * a connection is down is lost. Its contract is in `testing/fanout-contract.ts`.
 */
export type Fanout = {
  /** Sends to all other processes, after what was sent before. Never throws or blocks. At most `MAX_PAYLOAD_BYTES`. */
  send(payload: string): void
  /** Calls `listener` with each payload of another process, in the order in which that process sent them. */
  onPayload(listener: (payload: string) => void): void
  /** Resolves when what was sent is on its way. */
  close(): Promise<void>
}

/** Of UTF-8. PostgreSQL limits a notification to 8,000 bytes. */
export const MAX_PAYLOAD_BYTES = 7500
