// Who may import whom; ARCHITECTURE.md has the reasons. scripts/checks/boundaries.test.ts plants a violation of each.

const TESTS = '\\.test\\.tsx?$'
/** Test files, and what stands beside them for their use. */
const FOR_TESTS = `${TESTS}|/test-[^/]+$|/testing/`
const SERVER_FOUNDATION = '^src/server/(db|http|images|realtime|settings|storage|jobs|live-engine)/'
const SERVER_CENTRE = '^src/server/(app|features|main|start)\\.ts$'
const WEB_FOUNDATION = '^src/web/(ui|api|realtime|streams|lib|i18n|theme|styles)/'
const SQL_FILES = '^src/server/(db/|features/[^/]+/[a-z-]*(queries|schema)\\.ts$)'

/** Rules about what runs: a type may come from anywhere that the other rules allow. */
export const runtimeRules = [
  rule('sql-in-queries-and-schema', 'Elsewhere a named query is called.', {
    from: { path: '^src/server/', pathNot: `${SQL_FILES}|${TESTS}` },
    to: {
      path: '(^|/)node_modules/(drizzle-orm|pg)/|^src/server/features/[^/]+/[a-z-]*schema\\.ts$',
    },
  }),
  rule('pictures-are-decoded-elsewhere', 'A foreign picture may take down the process that opens it.', {
    from: { path: '^src/(server|media|shared)/', pathNot: `^src/server/images/render\\.ts$|${FOR_TESTS}` },
    to: { path: '(^|/)node_modules/sharp/' },
  }),
  rule('image-worker-stands-alone', 'It is another process.', {
    from: { path: '^src/', pathNot: `^src/server/images/image-worker\\.ts$|${FOR_TESTS}` },
    to: { path: '^src/server/images/(image-worker|render)\\.ts$' },
  }),
  rule('no-dev-dependency-in-production', 'A production install holds the server alone.', {
    from: { path: '^src/(server|media|shared)/', pathNot: FOR_TESTS },
    // What is loaded on demand can be done without.
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dynamic: false },
  }),
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule('no-cycles', 'Two files that need each other are one, or lack a third.', {
      from: {},
      to: { circular: true },
    }),
    rule('no-unresolved', 'An import has to lead somewhere.', {
      from: {},
      to: { couldNotResolve: true },
    }),
    rule('shared-is-a-leaf', 'The contract imports nothing of ours.', {
      from: { path: '^src/shared/' },
      to: { path: '^src/', pathNot: '^src/shared/' },
    }),
    rule('server-and-web-never-meet', 'They share the contract alone.', {
      from: { path: '^src/(server|media)/' },
      to: { path: '^src/web/' },
    }),
    rule('web-and-server-never-meet', 'They share the contract alone.', {
      from: { path: '^src/web/' },
      to: { path: '^src/(server|media)/' },
    }),
    rule('media-stands-alone', 'The engine knows tracks and packets, not the product.', {
      from: { path: '^src/media/' },
      to: { path: '^src/', pathNot: '^src/media/' },
    }),
    rule('media-only-by-its-protocol', 'The engine is another process.', {
      from: { path: '^src/server/' },
      to: { path: '^src/media/', pathNot: '^src/media/process/protocol\\.ts$' },
    }),
    rule('web-features-are-islands', 'Pages compose features; features do not know each other.', {
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    }),
    rule('features-know-no-page', 'Pages, their frame and the router lie above the features.', {
      from: { path: '^src/web/features/' },
      to: { path: '^src/web/(pages/|[a-z-]+\\.tsx$)' },
    }),
    rule('features-know-no-app', 'The app mounts the features, not the other way round.', {
      from: { path: '^src/server/features/', pathNot: TESTS },
      to: { path: SERVER_CENTRE },
    }),
    rule('centre-knows-no-feature', 'features.ts alone creates them and passes them to each other.', {
      from: { path: '^src/server/[^/]+\\.ts$', pathNot: `^src/server/features\\.ts$|${TESTS}` },
      to: { path: '^src/server/features/' },
    }),
    rule('addresses-are-mounted-by-routes', 'A reader finds every address of a feature in one file.', {
      from: {
        path: '^src/server/',
        pathNot: `^src/server/features/[^/]+/[a-z-]*routes\\.ts$|^src/server/http/pages/pages\\.ts$|${TESTS}`,
      },
      to: { path: '^src/server/http/(route|navigation)\\.ts$' },
    }),
    rule('routes-are-mounted-once', 'features.ts is the only list of features.', {
      from: { path: '^src/', pathNot: `^src/server/features\\.ts$|${TESTS}` },
      to: { path: '^src/server/features/[^/]+/[a-z-]*(routes|sockets)\\.ts$' },
    }),
    rule('production-knows-no-test', 'What only tests need does not ship.', {
      from: { path: '^src/', pathNot: FOR_TESTS },
      to: { path: `^src/.*(${FOR_TESTS})` },
    }),
    rule('server-foundation-knows-no-feature', 'A feature plugs into the centre.', {
      from: { path: SERVER_FOUNDATION, pathNot: TESTS },
      to: { path: `^src/server/features/|${SERVER_CENTRE}` },
    }),
    rule('web-foundation-knows-no-feature', 'A feature plugs into the centre.', {
      from: { path: WEB_FOUNDATION },
      to: { path: '^src/web/(features|pages)/|^src/web/[a-z-]+\\.tsx$' },
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types bind as imports do.
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}

function rule(name, comment, { from, to }) {
  return { name, comment, severity: 'error', from, to }
}
