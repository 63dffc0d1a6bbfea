import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { scrollRowTo } from '#web/lib/scroll-row.ts'

type TabsProps = {
  /** Accessible name of the tab list. */
  label: string
  value: string
  onValueChange: (value: string) => void
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  /** On phones the tabs share the width (up to three) instead of scrolling. */
  fill?: boolean
  className?: string
}

/** Tabs of 48 px, the current one underlined; only the current panel is rendered. */
export function Tabs({ label, value, onValueChange, tabs, fill = false, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => scrollRowTo(list.current, '[data-state=active]'), [value])
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className={className}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={`group relative inline-flex min-h-12 items-center justify-center gap-2 px-[18px] font-semibold max-sm:px-3 whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:font-bold data-[state=active]:text-ink ${fill ? 'max-md:flex-1' : ''}`}
          >
            {tab.label}
            <span
              className="marker-332 absolute inset-x-3 bottom-0 hidden group-data-[state=active]:block"
              aria-hidden
            />
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="mt-[18px]">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
