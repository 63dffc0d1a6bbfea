import { hkdfSync } from 'node:crypto'

/** Derives a 256-bit key for one purpose from the installation's secret (HKDF); equal on every node with that secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `creative-wave ${purpose}`, 32))
}
