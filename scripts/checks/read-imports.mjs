import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * An import or re-export of a source file. `to` is a path from the root of the project: of a file, or `node_modules/pg/` for
 * the package `pg`; what is missing keeps its specifier. `isType` imports have no effect at run time. `package` says how
 * package.json declares the package.
 *
 * @typedef {{ from: string, to: string, isType: boolean, isDynamic: boolean, isMissing: boolean,
 *   package?: 'production' | 'development' | 'undeclared' }} Import
 */

/**
 * Reads the imports of all source files under `src`. Types in `import('…').Type` are not read: lint refuses these.
 *
 * @param {string} folder the root of a project
 * @returns {{ modules: string[], imports: Import[] }}
 */
export function readImports(folder) {
  const project = { folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }
  const modules = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .sort()
  return { modules, imports: modules.flatMap((from) => importsOf(project, from)) }
}

function importsOf(project, from) {
  const code = readFileSync(join(project.folder, from), 'utf8')
  const { module, errors } = parseSync(from, code)
  if (errors.length > 0) throw new Error(`${from}: ${errors[0].message}`)
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.filter((entry) => entry.moduleRequest),
  )
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...exports.map(({ moduleRequest, isType }) => ({ specifier: moduleRequest.value, isType })),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const [, specifier] = /^['"](.+)['"]$/.exec(code.slice(start, end)) ?? []
      return specifier === undefined ? [] : [{ specifier, isType: false, isDynamic: true }]
    }),
  ]
  return found.map(({ specifier, isType, isDynamic = false }) => ({
    from,
    isType,
    isDynamic,
    ...resolve(project, from, specifier),
  }))
}

function resolve({ folder, manifest }, from, specifier) {
  if (isBuiltin(specifier)) return { to: specifier, isMissing: false }
  const file = localFile(from, specifier)
  if (file !== null) {
    const isMissing = !existsSync(join(folder, file))
    return { to: isMissing ? specifier : file, isMissing }
  }
  const [name] = /^(@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier]
  return {
    to: `node_modules/${name}/${specifier.slice(name.length + 1)}`,
    isMissing: !existsSync(join(folder, 'node_modules', name)),
    package: declaration(manifest, name),
  }
}

/** The path of a file of the project; `null` for a package. */
function localFile(from, specifier) {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#')) return `src/${path.slice(1)}`
  return path.startsWith('.') ? posix.join(posix.dirname(from), path) : null
}

function declaration({ dependencies = {}, optionalDependencies = {}, devDependencies = {} }, name) {
  if (name in dependencies || name in optionalDependencies) return 'production'
  return name in devDependencies ? 'development' : 'undeclared'
}
