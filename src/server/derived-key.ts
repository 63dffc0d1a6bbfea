import { hkdfSync } from 'node:crypto'

/** 256 bits for one purpose, made of the installation's secret: the same on every node that shares it. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `creative-wave ${purpose}`, 32))
}
