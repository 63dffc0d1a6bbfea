import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSettingKey } from '#shared/settings/settings.ts'
import { PRIVACY_SOURCES, type Source } from './privacy-sources.ts'

const config = readFileSync('src/server/config.ts', 'utf8')
/** Source text of the table declarations in the server's schemas, by table name. */
const tables = new Map(
  readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('schema.ts'))
    .flatMap((path) =>
      readFileSync(`src/server/${path}`, 'utf8')
        .split(/\bpgTable\(\s*/)
        .slice(1)
        .map((declaration) => [/^'(\w+)'/.exec(declaration)?.[1] ?? '', declaration] as const),
    ),
)

function exists(source: Source): boolean {
  if ('file' in source) return existsSync(source.file)
  if ('setting' in source) return isSettingKey(source.setting)
  if ('env' in source) return config.includes(`'${source.env}'`)
  const declaration = tables.get(source.table)
  const column = source.column?.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return declaration !== undefined && (column === undefined || new RegExp(`\\b${column}: `).test(declaration))
}

test.each(Object.entries(PRIVACY_SOURCES))(
  'the sources of the section %s of the privacy page exist',
  (_, sources) => {
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.filter((source) => !exists(source))).toEqual([])
  },
)

test('a missing source is detected', () => {
  const absent: Source[] = [
    { file: 'src/server/features/fax' },
    { table: 'faxes' },
    { table: 'streams', column: 'fax_number' },
    { setting: 'general.faxNumber' },
    { env: 'FAX_URL' },
  ]
  expect(absent.filter(exists)).toEqual([])
})
