// Who may import whom; ARCHITECTURE.md has the reasons. boundaries.test.ts plants a violation of each.

const TESTS = '\\.test\\.tsx?$'
/** Test files and the code that only they use. */
const FOR_TESTS = `${TESTS}|/test-[^/]+$|/testing/`
const SERVER_FOUNDATION =
  '^src/server/(concurrency|db|events|http|images|jobs|live-engine|logs|mail|nodes|payments|realtime|settings|startup|storage|transcoding)/'
const SERVER_CENTRE =
  '^src/server/(app|core-features|create-context|features|job-handlers|main|run-process|start|start-worker|worker)\\.ts$'
/**
 * The foundation of the web's features, lowest folder first: each imports only the ones before it. `ui` is above `api`,
 * as it shows the results of calls.
 */
export const WEB_FOUNDATION = ['lib', 'api', 'realtime', 'i18n', 'theme', 'ui']
const FRAMES = '^src/web/[a-z-]+\\.tsx$'
/** What the features of a domain share with each other and with higher domains. */
const WEB_SHARED = '^src/web/features/[^/]+/shared/'
const FEATURE = '^src/server/features/[a-z/-]+/'
const SQL_FILES = `^src/server/(db/|(http/rates|jobs|logs|nodes|payments/sandbox)/[a-z-]*(queries|schema)\\.ts$)|${FEATURE}[a-z-]*(queries|schema)\\.ts$`

/** The domains, lowest first: each may import the ones before it. ARCHITECTURE.md says what each is for. */
export const DOMAINS = [
  'accounts',
  'notifications',
  'media',
  'live',
  'videos',
  'community',
  'money',
  'studio',
  'discovery',
  'operations',
]
/** The folders that are divided into domains. */
export const ORDERED = ['shared', 'server/features', 'web/features']

/**
 * An import is refused when it matches all of `from` and `to`: paths as regular expressions, where `$1` in `to` is a group of
 * `from.path`, and what `Import` says of it. `isCircular` asks for a cycle of files, or with `scope: 'folder'` of the folders
 * that match `from.path`, without the imports of files that match `from.pathNot`.
 *
 * @typedef {{ path?: string, pathNot?: string | string[] }} Paths
 * @typedef {Paths & { isCircular?: true, isMissing?: true, isDynamic?: false, packages?: string[] }} Target
 * @typedef {{ name: string, comment: string, scope?: 'folder', from: Paths, to: Target }} Rule
 */

/**
 * Rules that ignore imports of types.
 *
 * @type {Rule[]}
 */
export const runtimeRules = [
  rule('sql-only-in-queries-and-schema', 'Other files call named queries.', {
    from: { path: '^src/server/', pathNot: `${SQL_FILES}|${TESTS}|^src/server/testing/` },
    to: { path: '(^|/)node_modules/(drizzle-orm|pg)/' },
  }),
  rule('tables-only-in-queries-and-features', 'feature.ts lists the tables of a feature.', {
    from: {
      path: '^src/server/',
      pathNot: `${SQL_FILES}|${FEATURE}feature\\.ts$|${TESTS}|^src/server/testing/`,
    },
    to: { path: `^src/server/(logs|nodes)/[a-z-]*schema\\.ts$|${FEATURE}[a-z-]*schema\\.ts$` },
  }),
  rule('sharp-only-in-render', 'A malicious image can crash or exhaust the process that decodes it.', {
    from: { path: '^src/(server|media|shared)/', pathNot: `^src/server/images/render\\.ts$|${FOR_TESTS}` },
    to: { path: '(^|/)node_modules/sharp/' },
  }),
  rule('no-import-of-image-worker', 'It runs in a separate process.', {
    from: { path: '^src/', pathNot: `^src/server/images/image-worker\\.ts$|${FOR_TESTS}` },
    to: { path: '^src/server/images/(image-worker|render)\\.ts$' },
  }),
  rule('node-av-only-in-transcode', 'A malicious video can crash or exhaust the process that reads it.', {
    from: { path: '^src/', pathNot: '^src/transcode/' },
    to: { path: '(^|/)node_modules/node-av/' },
  }),
  rule('no-dev-dependency-in-production', 'A production install has no development dependencies.', {
    from: { path: '^src/(server|media|transcode|shared)/', pathNot: FOR_TESTS },
    // A dynamic import may fail.
    to: { packages: ['development', 'undeclared'], isDynamic: false },
  }),
]

/** @type {Rule[]} */
export const rules = [
  ...ORDERED.flatMap((folder) => DOMAINS.slice(0, -1).map((domain) => domainRule(folder, domain))),
  ...WEB_FOUNDATION.slice(0, -1).map((folder) => foundationRule(folder)),
  rule('no-cycles', 'Merge the files, or move what both need into a third.', {
    from: {},
    to: { isCircular: true },
  }),
  rule('no-unresolved', 'The imported file or package does not exist.', {
    from: {},
    to: { isMissing: true },
  }),
  rule('shared-is-a-leaf', 'The contract imports nothing else of the project.', {
    from: { path: '^src/shared/' },
    to: { path: '^src/', pathNot: '^src/shared/' },
  }),
  rule('no-server-to-web', 'They share only the contract.', {
    from: { path: '^src/(server|media|transcode)/' },
    to: { path: '^src/web/' },
  }),
  rule('no-web-to-server', 'They share only the contract.', {
    from: { path: '^src/web/' },
    to: { path: '^src/(server|media|transcode)/' },
  }),
  rule('media-imports-only-media', 'The engine has tracks and packets, no product terms.', {
    from: { path: '^src/media/' },
    to: { path: '^src/', pathNot: '^src/media/' },
  }),
  rule('server-imports-only-media-protocol', 'The engine runs in a separate process.', {
    from: { path: '^src/server/' },
    to: { path: '^src/media/', pathNot: '^src/media/process/protocol\\.ts$' },
  }),
  rule('transcode-imports-only-transcode', 'The transcoder has files and pixels, no product terms.', {
    from: { path: '^src/transcode/' },
    to: { path: '^src/', pathNot: '^src/transcode/' },
  }),
  rule('server-imports-only-transcode-protocol', 'The transcoder runs in a separate process.', {
    from: { path: '^src/(server|media)/' },
    to: { path: '^src/transcode/', pathNot: '^src/transcode/(protocol|testing/media-spec)\\.ts$' },
  }),
  rule('no-web-feature-to-feature', 'Pages compose features; what several need is in a shared folder.', {
    from: { path: '^src/web/features/([^/]+/[^/]+)/', pathNot: WEB_SHARED },
    to: { path: '^src/web/features/', pathNot: ['^src/web/features/$1/', WEB_SHARED] },
  }),
  rule('no-web-shared-to-feature', 'Features import the shared folders, not the reverse.', {
    from: { path: WEB_SHARED },
    to: { path: '^src/web/features/', pathNot: WEB_SHARED },
  }),
  {
    ...rule(
      'no-web-folder-cycle',
      'Folders import each other one way; move what both need into the lower one.',
      {
        from: { path: '^src/web(/.+)?$', pathNot: FOR_TESTS },
        to: { isCircular: true },
      },
    ),
    scope: 'folder',
  },
  {
    ...rule(
      'no-server-folder-cycle',
      'Features import each other one way; the lower one announces an event (server/events).',
      {
        from: {
          path: '^src/server/features/[^/]+/[^/]+$',
          pathNot: FOR_TESTS,
        },
        to: { isCircular: true },
      },
    ),
    scope: 'folder',
  },
  rule('no-web-feature-to-page', 'Pages, shell, frames and routers stand above the features.', {
    from: { path: '^src/web/features/' },
    to: { path: `^src/web/(pages|shell)/|${FRAMES}` },
  }),
  rule('no-web-shell-to-feature', 'Frames pass what the shell shows of features.', {
    from: { path: '^src/web/shell/' },
    to: { path: `^src/web/(features|pages)/|${FRAMES}` },
  }),
  rule('no-web-page-to-frame', 'Frames surround pages, and routers choose them.', {
    from: { path: '^src/web/pages/' },
    to: { path: FRAMES },
  }),
  rule('no-server-feature-to-app', 'The app imports the features, not the reverse.', {
    from: { path: '^src/server/features/', pathNot: TESTS },
    to: { path: SERVER_CENTRE },
  }),
  rule('no-app-to-feature', 'The app and the worker get features from features.ts and core-features.ts.', {
    from: {
      path: '^src/server/[^/]+\\.ts$',
      pathNot: `^src/server/(features|core-features)\\.ts$|${TESTS}`,
    },
    to: { path: '^src/server/features/' },
  }),
  rule('endpoints-only-in-routes', 'One file has all paths of a feature.', {
    from: {
      path: '^src/server/',
      pathNot: `${FEATURE}[a-z-]*routes\\.ts$|^src/server/http/pages/pages\\.ts$|${TESTS}`,
    },
    to: { path: '^src/server/http/(route|navigation)\\.ts$' },
  }),
  rule(
    'routes-imported-only-by-features',
    'A feature is used through what it provides, not through its routes.',
    {
      from: { path: '^src/', pathNot: `${FEATURE}feature\\.ts$|${TESTS}` },
      to: { path: `${FEATURE}[a-z-]*(routes|sockets)\\.ts$` },
    },
  ),
  rule('own-routes-only', 'feature.ts mounts the routes of its own folder.', {
    from: { path: '^src/server/features/([^/]+/[^/]+)/feature\\.ts$' },
    to: { path: `${FEATURE}[a-z-]*(routes|sockets)\\.ts$`, pathNot: '^src/server/features/$1/' },
  }),
  rule('features-listed-once', 'features.ts is the only list of features.', {
    from: { path: '^src/', pathNot: `^src/server/features\\.ts$|${TESTS}` },
    to: { path: `${FEATURE}feature\\.ts$` },
  }),
  rule('no-test-code-in-production', 'Test code is not shipped.', {
    from: { path: '^src/', pathNot: FOR_TESTS },
    to: { path: `^src/.*(${FOR_TESTS})` },
  }),
  rule('no-server-foundation-to-feature', 'Features depend on the foundation, not the reverse.', {
    from: { path: SERVER_FOUNDATION, pathNot: TESTS },
    to: { path: `^src/server/features/|${SERVER_CENTRE}` },
  }),
  rule('no-web-foundation-to-feature', 'Features depend on the foundation, not the reverse.', {
    from: { path: `^src/web/(${WEB_FOUNDATION.join('|')})/` },
    to: { path: `^src/web/(features|shell|pages)/|${FRAMES}` },
  }),
]

function rule(name, comment, { from, to }) {
  return { name, comment, from, to }
}

/** A domain imports only those below it. */
function domainRule(folder, domain) {
  const above = DOMAINS.slice(DOMAINS.indexOf(domain) + 1)
  return rule(
    `${folder.replaceAll('/', '-')}-${domain}`,
    'Domains import only lower domains; announce an event, or let a page compose.',
    {
      from: {
        path: `^src/${folder}/${domain}/`,
        // Tests act as members and moderators do, across domains.
        pathNot: folder === 'server/features' ? FOR_TESTS : [],
      },
      to: { path: `^src/${folder}/(${above.join('|')})/` },
    },
  )
}

/** A folder of the web's foundation imports only those below it. Tests render with texts and calls. */
function foundationRule(folder) {
  const above = WEB_FOUNDATION.slice(WEB_FOUNDATION.indexOf(folder) + 1)
  return rule(`web-${folder}`, `The order is ${WEB_FOUNDATION.join(', ')}.`, {
    from: { path: `^src/web/${folder}/`, pathNot: FOR_TESTS },
    to: { path: `^src/web/(${above.join('|')})/` },
  })
}
