import type { LiveStatus } from '#shared/live/live-status.ts'

/** Formats the engine's UDP ports as '40000' or '40000–40003'. */
export function formatPorts({ ports }: LiveStatus['media']): string {
  const [first, last] = [ports[0], ports.at(-1)]
  return first === last ? String(first) : `${first}–${last}`
}
