const NAMES = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_V8_COVERAGE']

/** What processes get that read what strangers send: of the app's environment only what Node itself needs. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(NAMES.map((name) => [name, process.env[name]]))
}
