import { describe, expect, test } from 'vitest'
import { checkBoundaries } from './boundaries.mjs'
import { DOMAINS, ORDERED, rules, runtimeRules, WEB_FOUNDATION } from './import-rules.mjs'
import { withPlanted } from './planted-violation.ts'

const exportValue = 'export const thing = 1\n'
const importValue = (path: string) => `import { thing } from '${path}'\nexport const used = thing\n`
const importType = (path: string) => `import type { Thing } from '${path}'\nexport type Used = Thing\n`

type Files = Record<string, string>

const SERVER_FOUNDATION = [
  'concurrency',
  'db',
  'events',
  'http',
  'images',
  'jobs',
  'live-engine',
  'logs',
  'mail',
  'nodes',
  'payments',
  'realtime',
  'settings',
  'startup',
  'storage',
  'transcoding',
]

/** The expected report of each rule: the importing file, the imported one, and the other files of the case. */
const VIOLATIONS: { rule: string; from: string; to: string; files: Files }[] = [
  violation('no-cycles', 'src/shared/a.ts', 'src/shared/b.ts', {
    'src/shared/b.ts': importValue('#shared/a.ts'),
  }),
  violation('no-unresolved', 'src/shared/a.ts', '#shared/missing.ts', {}),
  violation('shared-is-a-leaf', 'src/shared/a.ts', 'src/server/b.ts'),
  violation('shared-is-a-leaf', 'src/shared/a.ts', 'src/web/b.tsx'),
  ...ORDERED.flatMap((folder) =>
    DOMAINS.slice(0, -1).map((domain, index) =>
      violation(
        `${folder.replaceAll('/', '-')}-${domain}`,
        `src/${folder}/${domain}/a.ts`,
        `src/${folder}/${DOMAINS[index + 1] ?? ''}/b.ts`,
      ),
    ),
  ),
  ...[
    ['server-features-live', 'src/server/features/live/chat/queries.ts'],
    ['no-server-foundation-to-feature', 'src/server/nodes/queries.ts'],
  ].map(([rule = '', from = '']) =>
    violation(rule, from, 'src/server/features/videos/videos/schema.ts', {
      [from]:
        "import { sql } from 'drizzle-orm'\nexport const joined = sql`select from streams join videos on true`\n",
      'src/server/features/videos/videos/schema.ts':
        "import { pgTable } from 'drizzle-orm/pg-core'\nexport const videos = pgTable('videos', {})\n",
    }),
  ),
  ...WEB_FOUNDATION.slice(0, -1).map((folder, index) =>
    violation(`web-${folder}`, `src/web/${folder}/a.ts`, `src/web/${WEB_FOUNDATION[index + 1] ?? ''}/b.tsx`),
  ),
  violation('no-server-to-web', 'src/server/a.ts', 'src/web/b.tsx'),
  ...[
    "export { thing } from '#web/b.tsx'\n",
    "export * from '../web/b.tsx'\n",
    "export type { Thing } from '#web/b.tsx'\n",
    "import '#web/b.tsx'\n",
    "await import('#web/b.tsx')\n",
  ].map((code) =>
    violation('no-server-to-web', 'src/server/a.ts', 'src/web/b.tsx', {
      'src/server/a.ts': code,
      'src/web/b.tsx': exportValue,
    }),
  ),
  violation('no-web-to-server', 'src/web/a.tsx', 'src/server/b.ts'),
  violation('no-web-to-server', 'src/web/a.tsx', 'src/media/process/protocol.ts'),
  violation('no-web-to-server', 'src/web/a.tsx', 'src/transcode/protocol.ts'),
  violation('media-imports-only-media', 'src/media/a.ts', 'src/server/b.ts'),
  violation('media-imports-only-media', 'src/media/a.ts', 'src/shared/b.ts'),
  violation('server-imports-only-media-protocol', 'src/server/live-engine/a.ts', 'src/media/rtp/rtp.ts'),
  violation('transcode-imports-only-transcode', 'src/transcode/a.ts', 'src/server/b.ts'),
  violation('transcode-imports-only-transcode', 'src/transcode/a.ts', 'src/shared/b.ts'),
  violation('transcode-imports-only-transcode', 'src/transcode/a.ts', 'src/media/rtp/rtp.ts'),
  violation(
    'server-imports-only-transcode-protocol',
    'src/server/transcoding/a.ts',
    'src/transcode/run-task.ts',
  ),
  violation('server-imports-only-transcode-protocol', 'src/media/a.ts', 'src/transcode/run-task.ts'),
  violation(
    'no-web-feature-to-feature',
    'src/web/features/live/chat/a.tsx',
    'src/web/features/live/live/b.tsx',
  ),
  violation(
    'no-web-feature-to-feature',
    'src/web/features/videos/player/a.tsx',
    'src/web/features/live/live/b.tsx',
  ),
  violation(
    'no-web-shared-to-feature',
    'src/web/features/live/shared/streams/a.ts',
    'src/web/features/live/live/b.tsx',
  ),
  violation(
    'no-web-shared-to-feature',
    'src/web/features/videos/shared/cards/a.tsx',
    'src/web/features/live/live/b.tsx',
  ),
  {
    rule: 'no-web-folder-cycle',
    from: 'src/web/features/live/shared/likes',
    to: 'src/web/features/live/shared/streams',
    files: {
      ...importing('src/web/features/live/shared/likes/a.ts', 'src/web/features/live/shared/streams/b.ts'),
      ...importing('src/web/features/live/shared/streams/c.ts', 'src/web/features/live/shared/likes/d.ts'),
    },
  },
  {
    rule: 'no-web-folder-cycle',
    from: 'src/web/features/live/chat',
    to: 'src/web/features/live/chat/list',
    files: {
      ...importing('src/web/features/live/chat/a.tsx', 'src/web/features/live/chat/list/b.tsx'),
      ...importing('src/web/features/live/chat/list/c.tsx', 'src/web/features/live/chat/d.tsx'),
    },
  },
  {
    rule: 'no-server-folder-cycle',
    from: 'src/server/features/live/chat',
    to: 'src/server/features/live/streams',
    files: {
      ...importing('src/server/features/live/chat/a.ts', 'src/server/features/live/streams/b.ts'),
      ...importing('src/server/features/live/streams/c.ts', 'src/server/features/live/chat/d.ts'),
    },
  },
  violation('no-web-feature-to-page', 'src/web/features/live/chat/a.tsx', 'src/web/pages/home.tsx'),
  violation('no-web-feature-to-page', 'src/web/features/live/chat/a.tsx', 'src/web/shell/sidebar.tsx'),
  violation('no-web-feature-to-page', 'src/web/features/live/chat/a.tsx', 'src/web/router.tsx'),
  violation('no-web-shell-to-feature', 'src/web/shell/a.tsx', 'src/web/features/live/chat/b.tsx'),
  violation('no-web-shell-to-feature', 'src/web/shell/a.tsx', 'src/web/pages/home.tsx'),
  violation('no-web-page-to-frame', 'src/web/pages/a.tsx', 'src/web/member-frame.tsx'),
  violation('no-server-feature-to-app', 'src/server/features/live/chat/a.ts', 'src/server/app.ts'),
  violation('no-server-feature-to-app', 'src/server/features/live/chat/a.ts', 'src/server/features.ts'),
  violation('no-server-feature-to-app', 'src/server/features/live/chat/a.ts', 'src/server/start.ts'),
  violation('no-app-to-feature', 'src/server/app.ts', 'src/server/features/accounts/auth/sessions.ts'),
  violation('no-app-to-feature', 'src/server/feature.ts', 'src/server/features/accounts/auth/sessions.ts'),
  violation('no-app-to-feature', 'src/server/start.ts', 'src/server/features/accounts/auth/sessions.ts'),
  violation(
    'endpoints-only-in-routes',
    'src/server/features/live/chat/send-message.ts',
    'src/server/http/route.ts',
  ),
  violation(
    'endpoints-only-in-routes',
    'src/server/features/accounts/auth/a.ts',
    'src/server/http/navigation.ts',
  ),
  violation('endpoints-only-in-routes', 'src/server/app.ts', 'src/server/http/navigation.ts'),
  violation('no-server-foundation-to-feature', 'src/server/http/navigation.ts', 'src/server/app.ts'),
  violation(
    'no-server-foundation-to-feature',
    'src/server/http/navigation.ts',
    'src/server/features/accounts/auth/sessions.ts',
  ),
  violation(
    'routes-imported-only-by-features',
    'src/server/app.ts',
    'src/server/features/live/chat/routes.ts',
  ),
  violation(
    'routes-imported-only-by-features',
    'src/server/features/live/live/a.ts',
    'src/server/features/live/chat/routes.ts',
  ),
  violation(
    'routes-imported-only-by-features',
    'src/server/features/live/chat/a.ts',
    'src/server/features/videos/videos/creator/routes.ts',
  ),
  violation(
    'routes-imported-only-by-features',
    'src/server/features/live/chat/a.ts',
    'src/server/features/live/live/sockets.ts',
  ),
  violation(
    'own-routes-only',
    'src/server/features/live/chat/feature.ts',
    'src/server/features/live/live/routes.ts',
  ),
  violation('features-listed-once', 'src/server/app.ts', 'src/server/features/live/chat/feature.ts'),
  violation(
    'features-listed-once',
    'src/server/features/live/chat/a.ts',
    'src/server/features/live/live/feature.ts',
  ),
  violation('no-test-code-in-production', 'src/server/a.ts', 'src/server/testing/b.ts'),
  violation(
    'no-test-code-in-production',
    'src/server/features/live/chat/a.ts',
    'src/server/features/live/chat/test-b.ts',
  ),
  violation(
    'no-test-code-in-production',
    'src/server/live-engine/a.ts',
    'src/server/live-engine/testing/b.ts',
  ),
  violation('no-test-code-in-production', 'src/web/features/live/chat/a.tsx', 'src/web/api/test-network.tsx'),
  violation('no-test-code-in-production', 'src/web/ui/a.tsx', 'src/web/ui/a.test.tsx'),
  violation('no-test-code-in-production', 'src/shared/a.ts', 'src/shared/b.test.ts'),
  violation('no-test-code-in-production', 'src/media/a.ts', 'src/media/testing/b.ts'),
  ...SERVER_FOUNDATION.map((folder) =>
    violation(
      'no-server-foundation-to-feature',
      `src/server/${folder}/a.ts`,
      'src/server/features/live/chat/b.ts',
    ),
  ),
  ...WEB_FOUNDATION.map((folder) =>
    violation('no-web-foundation-to-feature', `src/web/${folder}/a.tsx`, 'src/web/features/live/chat/b.tsx'),
  ),
  violation('no-web-foundation-to-feature', 'src/web/ui/a.tsx', 'src/web/shell/sidebar.tsx'),
  violation('sql-only-in-queries-and-schema', 'src/server/features/live/chat/a.ts', 'pg'),
  violation('sql-only-in-queries-and-schema', 'src/server/features/live/chat/routes.ts', 'drizzle-orm'),
  violation('sql-only-in-queries-and-schema', 'src/server/http/a.ts', 'drizzle-orm/pg-core'),
  violation(
    'tables-only-in-queries-and-features',
    'src/server/features/live/chat/a.ts',
    'src/server/features/live/chat/schema.ts',
  ),
  violation('sharp-only-in-render', 'src/server/features/media/a.ts', 'sharp'),
  violation('sharp-only-in-render', 'src/server/images/a.ts', 'sharp'),
  violation('node-av-only-in-transcode', 'src/server/transcoding/a.ts', 'node-av/lib'),
  violation('node-av-only-in-transcode', 'src/media/a.ts', 'node-av'),
  violation('no-import-of-image-worker', 'src/server/images/a.ts', 'src/server/images/render.ts'),
  violation('no-import-of-image-worker', 'src/server/a.ts', 'src/server/images/image-worker.ts'),
  violation('no-dev-dependency-in-production', 'src/server/realtime/a.ts', 'ws'),
]

/** Code that only looks like a violation. */
const ALLOWED: { title: string; files: Files }[] = [
  {
    title: 'the server imports the protocol of media',
    files: importing('src/server/a.ts', 'src/media/process/protocol.ts'),
  },
  {
    title: 'the server imports the protocol of transcode',
    files: importing('src/server/a.ts', 'src/transcode/protocol.ts'),
  },
  {
    title: 'a page composes features',
    files: importing('src/web/pages/a.tsx', 'src/web/features/live/chat/b.tsx'),
  },
  {
    title: 'a test imports a folder that imports its own',
    files: {
      ...importing('src/web/lib/a.test.ts', 'src/web/i18n/b.ts'),
      ...importing('src/web/i18n/c.ts', 'src/web/lib/d.ts'),
    },
  },
  {
    title: 'a feature imports what its domain and lower ones share',
    files: {
      ...importing('src/web/features/live/chat/a.tsx', 'src/web/features/live/shared/streams/b.ts'),
      ...importing(
        'src/web/features/live/shared/streams/c.ts',
        'src/web/features/accounts/shared/badges/d.tsx',
      ),
    },
  },
  {
    title: 'features.ts lists features',
    files: importing('src/server/features.ts', 'src/server/features/live/chat/feature.ts'),
  },
  {
    title: 'a feature has its routes',
    files: importing('src/server/features/live/chat/feature.ts', 'src/server/features/live/chat/routes.ts'),
  },
  {
    title: "a feature calls another's queries",
    files: importing('src/server/features/live/live/a.ts', 'src/server/features/live/chat/queries.ts'),
  },
  {
    title: 'queries.ts imports SQL',
    files: { 'src/server/features/live/chat/queries.ts': importValue('drizzle-orm') },
  },
  { title: 'db imports SQL', files: { 'src/server/db/open.ts': importValue('pg') } },
  {
    title: 'a verb imports the type of a row',
    files: {
      ...importing(
        'src/server/features/live/chat/a.ts',
        'src/server/features/live/chat/schema.ts',
        importType,
      ),
    },
  },
  {
    title: 'a test imports test code',
    files: {
      ...importing('src/server/testing/a.ts', 'src/server/testing/b.ts'),
      ...importing(
        'src/server/features/live/chat/chat.test.ts',
        'src/server/features/live/chat/test-rows.ts',
      ),
    },
  },
  {
    title: "a name that contains 'test' is no test",
    files: importing('src/server/features/live/chat/a.ts', 'src/server/features/live/chat/latest-b.ts'),
  },
  {
    title: 'a development dependency is imported dynamically',
    files: { 'src/server/log.ts': "await import('ws')\n" },
  },
  {
    title: 'a type is imported from a development dependency',
    files: { 'src/server/a.ts': importType('ws') },
  },
]

describe('a planted violation is found:', () => {
  test.each(VIOLATIONS)('$rule: $from → $to', async ({ rule, from, files }) => {
    const { violations } = await withPlanted(files, checkBoundaries)
    expect(violations.map((violation) => violation.rule)).toContain(rule)
    expect(violations.find((violation) => violation.rule === rule)?.from).toBe(from)
  })
})

test.each(ALLOWED)('$title', async ({ files }) => {
  const { modules, violations } = await withPlanted(files, checkBoundaries)
  expect(violations).toEqual([])
  expect(modules).toEqual(expect.arrayContaining(Object.keys(files)))
})

test('a file with JSX and generics is parsed', async () => {
  const files = {
    ...importing('src/web/pages/a.tsx', 'src/web/ui/button.tsx'),
    'src/web/ui/button.tsx':
      'export const thing = <T,>(label: T) => <button type="button">{String(label)}</button>\n',
  }
  const { modules } = await withPlanted(files, checkBoundaries)
  expect(modules).toContain('src/web/ui/button.tsx')
})

test('every rule has a planted violation', () => {
  const planted = new Set(VIOLATIONS.map(({ rule }) => rule))
  for (const { name } of [...rules, ...runtimeRules]) expect(planted).toContain(name)
})

function violation(rule: string, from: string, to: string, files: Files = importing(from, to)) {
  return { rule, from, to, files: { [from]: importValue(to.replace(/^src\//, '#')), ...files } }
}

/** Returns a file that imports another one, or a package. */
function importing(from: string, to: string, write = importValue): Files {
  const importer = { [from]: write(to.replace(/^src\//, '#')) }
  return to.startsWith('src/') ? { [to]: `${exportValue}export type Thing = 1\n`, ...importer } : importer
}
