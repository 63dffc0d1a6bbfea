import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** @typedef {import('./read-imports.mjs').Import} Import */

/**
 * Reads which tables the SQL of the modules of a folder names. Such a name depends on the table as an import of the schema
 * does that declares it, so it is returned as an import of a type.
 *
 * @param {string} folder the root of a project
 * @param {string[]} modules
 * @returns {Import[]}
 */
export function readNamedTables(folder, modules) {
  const codeOf = (path) => readFileSync(join(folder, path), 'utf8')
  const schemaByTable = new Map(
    modules
      .filter((path) => path.endsWith('schema.ts'))
      .flatMap((path) =>
        [...codeOf(path).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table]) => [table, path]),
      ),
  )
  return modules
    .filter((path) => /^src\/server\/.*queries\.ts$/.test(path))
    .flatMap((from) =>
      [...namedTables(codeOf(from), from)].flatMap((table) => {
        const to = schemaByTable.get(table)
        return to === undefined || to === from
          ? []
          : [{ from, to, isType: true, isDynamic: false, isMissing: false }]
      }),
    )
}

/** The words in SQL templates where a table can be named; some are columns, functions or names that a statement gives. */
function namedTables(code, path) {
  const tables = new Set()
  const read = ({ quasi, tag }) => {
    if (tag.type !== 'Identifier' || tag.name !== 'sql') return
    const text = quasi.quasis.map(({ value }) => value.raw).join(' ')
    for (const [, table] of text.matchAll(/\b(?:from|join|update|into|using)\s+(\w+)/gi)) tables.add(table)
  }
  new Visitor({ TaggedTemplateExpression: read }).visit(parseSync(path, code).program)
  return tables
}
