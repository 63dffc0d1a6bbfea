import type { ReactNode } from 'react'

type FiguresTableProps = {
  label: string
  head: readonly string[]
  /** The first cell of each is its heading. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table of figures that scrolls sideways on phones. */
export function FiguresTable({ label, head, rows }: FiguresTableProps) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      // Positioned: text for screen readers alone in its cells does not widen the page.
      className="relative max-h-[480px] overflow-auto rounded-card border border-line bg-surface"
    >
      <table className="num w-full text-small">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`sticky top-0 bg-sunken px-3 py-2.5 font-semibold text-ink-2 ${index === 0 ? 'text-start' : 'text-end'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key} className="border-t border-line hover:bg-bg">
              <th scope="row" className="px-3 py-2.5 text-start font-[550] [overflow-wrap:anywhere]">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={index} className="px-3 py-2.5 text-end whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
