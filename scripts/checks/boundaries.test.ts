import { describe, expect, test } from 'vitest'
import { checkBoundaries } from './boundaries.mjs'
import config, { runtimeRules } from '../../.dependency-cruiser.mjs'
import { withPlanted } from './planted-violation.ts'

const thing = 'export const thing = 1\n'
const useThing = (path: string) => `import { thing } from '${path}'\nexport const used = thing\n`
const useType = (path: string) => `import type { Thing } from '${path}'\nexport type Used = Thing\n`

type Files = Record<string, string>

/** What each rule has to catch: the importing file, what it imports, and the other files of the story. */
const VIOLATIONS: { rule: string; from: string; to: string; files: Files }[] = [
  planted('no-cycles', 'src/shared/a.ts', 'src/shared/b.ts', { 'src/shared/b.ts': useThing('#shared/a.ts') }),
  planted('no-unresolved', 'src/shared/a.ts', '#shared/missing.ts', {}),
  planted('shared-is-a-leaf', 'src/shared/a.ts', 'src/server/b.ts'),
  planted('shared-is-a-leaf', 'src/shared/a.ts', 'src/web/b.tsx'),
  planted('server-and-web-never-meet', 'src/server/a.ts', 'src/web/b.tsx'),
  planted('web-and-server-never-meet', 'src/web/a.tsx', 'src/server/b.ts'),
  planted('web-and-server-never-meet', 'src/web/a.tsx', 'src/media/process/protocol.ts'),
  planted('media-stands-alone', 'src/media/a.ts', 'src/server/b.ts'),
  planted('media-stands-alone', 'src/media/a.ts', 'src/shared/b.ts'),
  planted('media-only-by-its-protocol', 'src/server/live-engine/a.ts', 'src/media/rtp/rtp.ts'),
  planted('web-features-are-islands', 'src/web/features/chat/a.tsx', 'src/web/features/live/b.tsx'),
  planted('features-know-no-page', 'src/web/features/chat/a.tsx', 'src/web/pages/home.tsx'),
  planted('features-know-no-page', 'src/web/features/chat/a.tsx', 'src/web/router.tsx'),
  planted('features-know-no-app', 'src/server/features/chat/a.ts', 'src/server/app.ts'),
  planted('features-know-no-app', 'src/server/features/chat/a.ts', 'src/server/features.ts'),
  planted('features-know-no-app', 'src/server/features/chat/a.ts', 'src/server/start.ts'),
  planted('centre-knows-no-feature', 'src/server/app.ts', 'src/server/features/auth/sessions.ts'),
  planted('centre-knows-no-feature', 'src/server/feature.ts', 'src/server/features/auth/sessions.ts'),
  planted('centre-knows-no-feature', 'src/server/start.ts', 'src/server/features/auth/sessions.ts'),
  planted(
    'addresses-are-mounted-by-routes',
    'src/server/features/chat/send-message.ts',
    'src/server/http/route.ts',
  ),
  planted(
    'addresses-are-mounted-by-routes',
    'src/server/features/auth/a.ts',
    'src/server/http/navigation.ts',
  ),
  planted('addresses-are-mounted-by-routes', 'src/server/app.ts', 'src/server/http/navigation.ts'),
  planted('server-foundation-knows-no-feature', 'src/server/http/navigation.ts', 'src/server/app.ts'),
  planted(
    'server-foundation-knows-no-feature',
    'src/server/http/navigation.ts',
    'src/server/features/auth/sessions.ts',
  ),
  planted('routes-are-mounted-once', 'src/server/app.ts', 'src/server/features/chat/routes.ts'),
  planted('routes-are-mounted-once', 'src/server/features/live/a.ts', 'src/server/features/chat/routes.ts'),
  planted('routes-are-mounted-once', 'src/server/features/chat/a.ts', 'src/server/features/live/sockets.ts'),
  planted('production-knows-no-test', 'src/server/a.ts', 'src/server/testing/b.ts'),
  planted('production-knows-no-test', 'src/server/features/chat/a.ts', 'src/server/features/chat/test-b.ts'),
  planted('production-knows-no-test', 'src/server/live-engine/a.ts', 'src/server/live-engine/testing/b.ts'),
  planted('production-knows-no-test', 'src/web/features/chat/a.tsx', 'src/web/api/test-network.tsx'),
  planted('production-knows-no-test', 'src/web/ui/a.tsx', 'src/web/ui/a.test.tsx'),
  planted('production-knows-no-test', 'src/shared/a.ts', 'src/shared/b.test.ts'),
  planted('production-knows-no-test', 'src/media/a.ts', 'src/media/testing/b.ts'),
  ...['db', 'http', 'images', 'realtime', 'settings', 'storage', 'jobs', 'live-engine'].map((folder) =>
    planted(
      'server-foundation-knows-no-feature',
      `src/server/${folder}/a.ts`,
      'src/server/features/chat/b.ts',
    ),
  ),
  ...['ui', 'api', 'realtime', 'streams', 'lib', 'i18n', 'theme'].map((folder) =>
    planted('web-foundation-knows-no-feature', `src/web/${folder}/a.tsx`, 'src/web/features/chat/b.tsx'),
  ),
  planted('sql-in-queries-and-schema', 'src/server/features/chat/a.ts', 'pg'),
  planted('sql-in-queries-and-schema', 'src/server/features/chat/routes.ts', 'drizzle-orm'),
  planted('sql-in-queries-and-schema', 'src/server/http/a.ts', 'drizzle-orm/pg-core'),
  planted('sql-in-queries-and-schema', 'src/server/features/chat/a.ts', 'src/server/features/chat/schema.ts'),
  planted('pictures-are-decoded-elsewhere', 'src/server/features/media/a.ts', 'sharp'),
  planted('pictures-are-decoded-elsewhere', 'src/server/images/a.ts', 'sharp'),
  planted('image-worker-stands-alone', 'src/server/images/a.ts', 'src/server/images/render.ts'),
  planted('image-worker-stands-alone', 'src/server/a.ts', 'src/server/images/image-worker.ts'),
  planted('no-dev-dependency-in-production', 'src/server/realtime/a.ts', 'ws'),
]

/** What looks like a violation and is none. */
const ALLOWED: { what: string; files: Files }[] = [
  {
    what: 'the server takes the protocol of media',
    files: uses('src/server/a.ts', 'src/media/process/protocol.ts'),
  },
  { what: 'a page composes features', files: uses('src/web/pages/a.tsx', 'src/web/features/chat/b.tsx') },
  {
    what: 'features.ts lists routes',
    files: uses('src/server/features.ts', 'src/server/features/chat/routes.ts'),
  },
  {
    what: "a feature calls another's queries",
    files: uses('src/server/features/live/a.ts', 'src/server/features/chat/queries.ts'),
  },
  {
    what: 'queries.ts imports SQL',
    files: { 'src/server/features/chat/queries.ts': useThing('drizzle-orm') },
  },
  { what: 'db imports SQL', files: { 'src/server/db/open.ts': useThing('pg') } },
  {
    what: 'a verb knows the type of a row',
    files: { ...uses('src/server/features/chat/a.ts', 'src/server/features/chat/schema.ts', useType) },
  },
  {
    what: 'a test uses what is there for tests',
    files: {
      ...uses('src/server/testing/a.ts', 'src/server/testing/b.ts'),
      ...uses('src/server/features/chat/chat.test.ts', 'src/server/features/chat/test-rows.ts'),
    },
  },
  {
    what: 'a name with a test in it is none',
    files: uses('src/server/features/chat/a.ts', 'src/server/features/chat/latest-b.ts'),
  },
  { what: 'a development package loads on demand', files: { 'src/server/log.ts': "await import('ws')\n" } },
  { what: 'a type comes from a development package', files: { 'src/server/a.ts': useType('ws') } },
]

describe('a planted violation is found:', () => {
  test.each(VIOLATIONS)('$rule: $from → $to', async ({ rule, from, files }) => {
    const { violations } = await withPlanted(files, checkBoundaries)
    expect(violations.map((violation) => violation.rule)).toContain(rule)
    expect(violations.find((violation) => violation.rule === rule)?.from).toBe(from)
  })
})

test.each(ALLOWED)('$what', async ({ files }) => {
  const { modules, violations } = await withPlanted(files, checkBoundaries)
  expect(violations).toEqual([])
  expect(modules).toEqual(expect.arrayContaining(Object.keys(files)))
})

test('a file with JSX and generics is read', async () => {
  const files = {
    ...uses('src/web/pages/a.tsx', 'src/web/ui/button.tsx'),
    'src/web/ui/button.tsx':
      'export const thing = <T,>(label: T) => <button type="button">{String(label)}</button>\n',
  }
  const { modules } = await withPlanted(files, checkBoundaries)
  expect(modules).toContain('src/web/ui/button.tsx')
})

test('every rule has a planted violation', () => {
  const rules = new Set<string | undefined>(VIOLATIONS.map(({ rule }) => rule))
  for (const { name } of [...(config.forbidden ?? []), ...runtimeRules]) expect(rules).toContain(name)
})

function planted(rule: string, from: string, to: string, files: Files = uses(from, to)) {
  return { rule, from, to, files: { [from]: useThing(to.replace(/^src\//, '#')), ...files } }
}

/** A file that imports another one, or a package. */
function uses(from: string, to: string, write = useThing): Files {
  const importing = { [from]: write(to.replace(/^src\//, '#')) }
  return to.startsWith('src/') ? { [to]: `${thing}export type Thing = 1\n`, ...importing } : importing
}
