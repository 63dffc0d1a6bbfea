import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

const item =
  'flex min-h-(--tap) items-center gap-3 rounded-control px-3 text-ink outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-raised forced-colors:data-[highlighted]:bg-[Highlight] [&_svg]:size-5 [&_svg]:flex-none [&_svg]:stroke-[1.9]'

type DropdownMenuProps = {
  /** The button that opens it. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  /** Open from the start: the press that fetched its code was the one to open it. */
  defaultOpen?: boolean
  /** Where it is drawn, when what stands around the button would cut it off; null draws it as soon as there is one. */
  container?: HTMLElement | null
  onOpenChange?: (isOpen: boolean) => void
  /** After it has closed and the focus is back on the trigger: a dialog that opens now returns the focus there. */
  onClosed?: () => void
}

/**
 * A menu of actions under a button. It stays where it is written, not in a portal: within its landmark, and seen
 * when an element around it is full screen.
 */
export function DropdownMenu({
  trigger,
  children,
  align = 'end',
  defaultOpen = false,
  container,
  onOpenChange,
  onClosed,
}: DropdownMenuProps) {
  const content = (
    <Radix.Content
      align={align}
      sideOffset={6}
      collisionPadding={8}
      // Radix moves the focus right after this.
      onCloseAutoFocus={() => onClosed && queueMicrotask(onClosed)}
      className="z-30 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-appear overflow-y-auto rounded-card bg-surface p-1.5 shadow-float forced-colors:border"
    >
      {children}
    </Radix.Content>
  )
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {container === undefined ? content : <Radix.Portal container={container}>{content}</Radix.Portal>}
    </Radix.Root>
  )
}

/** One action; `asChild` draws its link. An icon may come first. */
export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={`${item} ${className ?? ''}`} {...rest} />
}

export function DropdownMenuLabel({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <Radix.Label id={id} className="px-3 pt-2 pb-1 text-meta font-semibold text-ink-3">
      {children}
    </Radix.Label>
  )
}

/** Items under a label, which names their group for screen readers. */
export function DropdownMenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Radix.Group aria-labelledby={id}>
      <DropdownMenuLabel id={id}>{label}</DropdownMenuLabel>
      {children}
    </Radix.Group>
  )
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="mx-1 my-1.5 h-px bg-line" />
}

type DropdownMenuRadioProps<Value extends string> = {
  label: ReactNode
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
}

/** A choice of one within a menu, with its label. */
export function DropdownMenuRadio<Value extends string>(props: DropdownMenuRadioProps<Value>) {
  const choose = (value: string) => {
    const option = props.options.find((candidate) => candidate.value === value)
    if (option) props.onValueChange(option.value)
  }
  return (
    <DropdownMenuGroup label={props.label}>
      <Radix.RadioGroup value={props.value} onValueChange={choose}>
        {props.options.map((option) => (
          <Radix.RadioItem key={option.value} value={option.value} className={item}>
            <span className="grid size-5 place-items-center">
              <Radix.ItemIndicator>
                <Check aria-hidden />
              </Radix.ItemIndicator>
            </span>
            {option.label}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </DropdownMenuGroup>
  )
}
