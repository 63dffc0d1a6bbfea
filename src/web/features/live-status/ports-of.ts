import type { LiveStatus } from '#shared/live-status.ts'

/** The engine's UDP ports as people write them: '40000', '40000–40003'. */
export function portsOf({ ports }: LiveStatus['media']): string {
  const [first, last] = [ports[0], ports.at(-1)]
  return first === last ? String(first) : `${first}–${last}`
}
