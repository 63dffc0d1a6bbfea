import type { CpuTime } from '../process/cpu.ts'
import { median } from '../process/median.ts'
import { type Row, report } from '../process/report.ts'
import { BLOCKED_ROUTES } from './cases.ts'

type CaseResult = CpuTime & { name: string; total: number; statements: number }

/** Prints the medians of the rounds, and the ratios between them beside their targets. */
export function reportCases(
  cases: readonly { name: string; statements?: number }[],
  rounds: CpuTime[][],
): void {
  const results = cases.map(({ name, statements = 0 }, index): CaseResult => {
    const all = rounds.flatMap((round) => round[index] ?? [])
    return {
      name,
      statements,
      node: median(all.map(({ node }) => node)),
      postgres: median(all.map(({ postgres }) => postgres)),
      total: median(all.map(({ node, postgres }) => node + postgres)),
    }
  })
  console.log(`\n${formatRow('CPU of one request, in µs', ['Node', 'PostgreSQL', 'both', 'statements'])}`)
  for (const { name, node, postgres, total, statements } of results)
    console.log(formatRow(name, [node, postgres, total, statements].map(formatNumber)))
  report(targets(results))
}

function targets(results: readonly CaseResult[]): Row[] {
  const resultOf = (name: string) => results.find((result) => result.name === name)
  const total = (name: string) => resultOf(name)?.total ?? Number.NaN
  const statements = (name: string) => resultOf(name)?.statements ?? Number.NaN
  const ratio = (name: string, other: string, max: number) => ({
    name: `${name} / ${other}`,
    value: total(name) / total(other),
    max,
  })
  const lists = ['feed', 'circle', 'large circle']
  return [
    ...lists.map((name) => ratio(name, `${name}: query and bytes`, 1.5)),
    ...lists.map((name) => ({ name: `${name}: statements`, value: statements(name), max: 3 })),
    // Ten times as many posts.
    ...lists.map((name) => ratio(name, `${name}, small community`, 1.3)),
    ...[...BLOCKED_ROUTES.map(([name]) => name), 'large circle'].map((name) =>
      ratio(`${name}, many blocks`, name, 1.1),
    ),
    ratio('feed, many likes', 'feed', 1.3),
    ratio('feed, deep', 'feed', 1.2),
    ratio('large circle, deep', 'large circle', 1.2),
    ratio('current user', 'current user: bytes alone', 4),
  ]
}

function formatNumber(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}

function formatRow(name: string, columns: readonly string[]): string {
  return name.padEnd(56) + columns.map((text) => text.padStart(12)).join('')
}
