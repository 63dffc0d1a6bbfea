import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** A module of the site; paths are relative to the site's folder. */
type Module = {
  /** Namespaces of the message catalogue that it uses. */
  namespaces: string[]
  /** Modules that it imports statically. */
  imports: string[]
}

/** The static imports of a site; modules are read on demand. */
export type ModuleGraph = {
  /** The module and its transitive static imports. */
  reachableFrom: (module: string) => Set<string>
  /** The sorted namespaces that these modules use. */
  namespaces: (module: string) => string[]
}

/** A dynamic import; `start` and `end` are its offsets in the code. */
export type LazyImport = {
  start: number
  end: number
  /** Path relative to the site's folder; `null` when it is not a module of the project. */
  target: string | null
}

/** Creates the module graph of the site in a folder. */
export function moduleGraph(folder: string): ModuleGraph {
  const modules = new Map<string, Module>()
  const read = (file: string): Module => {
    const module = modules.get(file) ?? readModule(folder, file)
    modules.set(file, module)
    return module
  }
  const reachableFrom = (start: string) => {
    const reached = new Set([start])
    // Iterating over a set includes the elements added meanwhile.
    for (const module of reached) for (const next of read(module).imports) reached.add(next)
    return reached
  }
  const namespaces = (start: string) =>
    [...new Set([...reachableFrom(start)].flatMap((module) => read(module).namespaces))].sort()
  return { reachableFrom, namespaces }
}

/** Finds the dynamic imports of a module; throws when a specifier is not a literal. */
export function lazyImports(file: string, code: string): LazyImport[] {
  const found: LazyImport[] = []
  visit(file, code, {
    ImportExpression({ start, end, source }) {
      const specifier = source.type === 'Literal' ? source.value : null
      if (typeof specifier !== 'string') throw new Error(`${file}: import(…) needs a literal specifier`)
      found.push({ start, end, target: resolve(file, specifier) })
    },
  })
  return found
}

function readModule(folder: string, file: string): Module {
  const module: Module = { namespaces: [], imports: [] }
  const add = (specifier: string) => {
    const target = resolve(file, specifier)
    if (target) module.imports.push(target)
  }
  visit(file, readFileSync(posix.join(folder, file), 'utf8'), {
    ImportDeclaration: ({ importKind, source }) => importKind !== 'type' && add(source.value),
    ExportNamedDeclaration: ({ exportKind, source }) => exportKind !== 'type' && source && add(source.value),
    ExportAllDeclaration: ({ exportKind, source }) => exportKind !== 'type' && add(source.value),
    CallExpression({ callee, arguments: [namespace] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'useTranslations') return
      // The first part names the catalogue file; scripts/messages.mjs refuses arguments that are not literals.
      if (namespace?.type === 'Literal' && typeof namespace.value === 'string')
        module.namespaces.push(namespace.value.split('.')[0] ?? '')
    },
  })
  return module
}

function visit(file: string, code: string, visitor: ConstructorParameters<typeof Visitor>[0]) {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  new Visitor(visitor).visit(program)
}

/** Resolves a specifier to a path relative to the site's folder; `null` for packages, styles and images. */
function resolve(from: string, specifier: string): string | null {
  if (!/\.tsx?$/.test(specifier)) return null
  if (specifier.startsWith('#web/')) return specifier.slice('#web/'.length)
  if (specifier.startsWith('#shared/')) return `../shared/${specifier.slice('#shared/'.length)}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null
}
