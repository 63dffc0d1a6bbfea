import { median } from '../process/median.ts'
import { type Row, report } from '../process/report.ts'
import type { CaseResult, PageResult } from './measure.ts'

const MAX_RATIO = 1.5
const MAX_CPU_MS = 50
/**
 * Below it the ratio shows only what every request costs: the session, the log, the headers and building the statement.
 */
const FIXED_COST_MS = 5

/** Prints the figures of each request, then those of each page and of the export beside their targets. */
export function reportAdmin(
  cases: readonly CaseResult[],
  pages: readonly PageResult[],
  exported: readonly Row[],
): void {
  console.log(`\n${formatRow('in ms', ['app', 'bare', 'ratio', 'CPU of Node', 'of PostgreSQL', ''])}`)
  for (const { name, app, bare, cpu } of cases) {
    const ratio = bare === undefined ? undefined : app / bare
    const isOver = (ratio ?? 0) > MAX_RATIO || cpu.node + cpu.postgres > MAX_CPU_MS
    const figures = [app, bare, ratio, cpu.node, cpu.postgres].map((value) => value?.toFixed(2) ?? '')
    console.log(formatRow(name, [...figures, isOver ? 'over' : '']))
  }
  const compared = cases.flatMap(({ app, bare }) => (bare === undefined ? [] : [{ app, bare }]))
  const ratioOf = ({ app, bare }: { app: number; bare: number }) => app / bare
  report([
    { name: 'highest ratio', value: Math.max(...compared.map(ratioOf)), max: MAX_RATIO },
    {
      name: `highest ratio above ${FIXED_COST_MS} ms`,
      value: Math.max(0, ...compared.filter(({ app }) => app > FIXED_COST_MS).map(ratioOf)),
      max: MAX_RATIO,
    },
    {
      name: 'fixed cost of a request: median of app - bare',
      value: median(compared.map(({ app, bare }) => app - bare)),
      unit: 'ms',
    },
    {
      name: 'highest CPU of a request',
      value: Math.max(...cases.map(({ cpu }) => cpu.node + cpu.postgres)),
      unit: 'ms',
      max: MAX_CPU_MS,
    },
    ...pages.map(({ name, cpu }) => ({
      name: `${name}: CPU`,
      value: cpu.node + cpu.postgres,
      unit: 'ms',
      max: MAX_CPU_MS,
    })),
    ...exported,
  ])
}

function formatRow(name: string, columns: readonly string[]): string {
  return name.padEnd(36) + columns.map((text) => text.padStart(14)).join('')
}
