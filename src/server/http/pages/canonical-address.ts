import * as z from 'zod/mini'
import { PAGES, REDIRECTS } from '#shared/pages.ts'
import { ROLE_PAGES } from '#shared/role-pages.ts'

type Pattern = { segments: string[]; access: (typeof PAGES | typeof ROLE_PAGES)[number]['access'] }

const uuid = z.uuid()
const patterns: Pattern[] = [
  ...PAGES,
  ...ROLE_PAGES,
  ...Object.keys(REDIRECTS).map((path) => ({ path, access: 'anyone' as const })),
].map(({ path, access }) => ({ segments: path.split('/'), access }))

/**
 * Returns the canonical path of a page, and who may open it, for a path with slashes at its end or capitals in its
 * words or its id; undefined if no page matches, or if the path is canonical already. Only known words and single
 * segments are put together, so that no path leads to another site.
 */
export function canonicalAddress(path: string): { path: string; access: Pattern['access'] } | undefined {
  const segments = withoutEmptyEnd(path.split('/'))
  for (const pattern of patterns) {
    const canonical = canonicalize(pattern.segments, segments)
    if (!canonical) continue
    const address = { path: canonical.join('/'), access: pattern.access }
    return address.path === path ? undefined : address
  }
  return undefined
}

/** Removes empty segments at the end; the front page, whose path is a slash, keeps one. */
function withoutEmptyEnd(segments: string[]): string[] {
  const end = segments.findLastIndex((segment) => segment !== '')
  return end === -1 ? ['', ''] : segments.slice(0, end + 1)
}

/** Returns the segments of a path in the form of a pattern; undefined if it is not one of the pattern. */
function canonicalize(pattern: readonly string[], segments: readonly string[]): string[] | undefined {
  if (pattern.length !== segments.length) return undefined
  const filled = pattern.map((expected, index) => {
    const segment = segments[index] ?? ''
    const lowered = segment.toLowerCase()
    if (!expected.startsWith(':')) return expected === lowered ? expected : undefined
    return segment === '' ? undefined : uuid.safeParse(segment).success ? lowered : segment
  })
  return filled.every((segment) => segment !== undefined) ? filled : undefined
}
