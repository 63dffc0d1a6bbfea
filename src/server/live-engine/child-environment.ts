const NAMES = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_V8_COVERAGE']

/** The environment of processes that parse untrusted input: only what Node itself needs of the app's. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(NAMES.map((name) => [name, process.env[name]]))
}
