import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Around everything that has tooltips: one opens after 700 ms, its neighbours at once within the next 300 ms. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/**
 * A word about a control, on hover and focus. Its child is the control, which keeps its own accessible name. No
 * portal, so that it shows when the player is full screen.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-30 max-w-64 animate-appear rounded-control bg-thread-night px-2.5 py-1.5 text-meta text-on-night shadow-float forced-colors:border"
      >
        {text}
      </Radix.Content>
    </Radix.Root>
  )
}
