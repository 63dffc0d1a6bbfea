import { networkInterfaces } from 'node:os'
import type { LiveStatus } from '#shared/live/live-status.ts'
import type { Config } from '#server/config.ts'

/** Returns where the live engine listens, and the addresses that it announces to browsers. */
export function mediaEndpointOf({ live }: Config): LiveStatus['media'] {
  const { host, udpPort, processes, announcedIp } = live
  return {
    host,
    ports: Array.from({ length: processes }, (_, index) => udpPort + index),
    addresses: announcedIp === null ? addressesOf(host) : [announcedIp],
  }
}

/** Expands a wildcard host to all addresses of the machine. */
function addressesOf(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host]
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.filter(({ family }) => host === '::' || family === 'IPv4').map(({ address }) => address)
}
