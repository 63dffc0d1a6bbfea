import { median } from '../process/median.ts'

/** CPU of one time, in microseconds. */
export type Figures = { node: number; postgres: number }

type Row = Figures & { name: string; total: number; statements: number }

/** Prints the medians of the rounds, and what they are to each other beside what they should be. */
export function report(cases: readonly { name: string; statements?: number }[], rounds: Figures[][]): void {
  const rows = cases.map(({ name, statements = 0 }, index): Row => {
    const all = rounds.flatMap((round) => round[index] ?? [])
    return {
      name,
      statements,
      node: median(all.map(({ node }) => node)),
      postgres: median(all.map(({ postgres }) => postgres)),
      total: median(all.map(({ node, postgres }) => node + postgres)),
    }
  })
  console.log(`\n${line('CPU of one, in µs', ['Node', 'PostgreSQL', 'both', 'statements'])}`)
  for (const row of rows) console.log(line(row.name, [row.node, row.postgres, row.total, row.statements]))
  console.log(`\n${line('', ['is', 'at most', ''])}`)
  for (const { name, is, atMost } of aims(rows))
    console.log(line(name, [is.toFixed(2), atMost.toFixed(2), is <= atMost ? '' : 'over']))
}

function aims(rows: readonly Row[]): { name: string; is: number; atMost: number }[] {
  const total = (name: string) => rows.find((row) => row.name === name)?.total ?? Number.NaN
  const statements = (name: string) => rows.find((row) => row.name === name)?.statements ?? Number.NaN
  const against = (name: string, other: string, atMost: number) => ({
    name: `${name} / ${other}`,
    is: total(name) / total(other),
    atMost,
  })
  const lists = ['feed', 'circle of 20', 'circle of 5,000']
  return [
    ...lists.map((name) => against(name, `${name}: query and bytes`, 1.5)),
    ...lists.map((name) => ({ name: `${name}: statements`, is: statements(name), atMost: 3 })),
    // 200,000 posts against 20,000.
    ...lists.map((name) => against(name, `${name}, 20,000 posts`, 1.3)),
    against('feed, 5,000 likes', 'feed', 1.3),
    against('feed, 10,000 deep', 'feed', 1.2),
    against('circle of 5,000, 10,000 deep', 'circle of 5,000', 1.2),
    against('current user', 'current user: bytes alone', 4),
  ]
}

function line(name: string, columns: readonly (number | string)[]): string {
  const texts = columns.map((each) => (typeof each === 'number' ? each.toFixed(each < 10 ? 1 : 0) : each))
  return name.padEnd(56) + texts.map((text) => text.padStart(12)).join('')
}
