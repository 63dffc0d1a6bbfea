import { Check } from '#web/ui/icons/check.tsx'
import { DropdownMenu as Radix } from 'radix-ui'
import { createContext, useCallback, useContext, useId, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'

const item =
  'flex min-h-(--tap) items-center gap-3 rounded-control px-3 outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-raised forced-colors:data-[highlighted]:bg-[Highlight] [&_svg]:size-5 [&_svg]:flex-none [&_svg]:stroke-[1.9]'

type DropdownMenuProps = {
  /** The button that opens it. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  /** Open on mount: for a lazily loaded menu, whose first click has already happened. */
  defaultOpen?: boolean
  /** Portal container, for a trigger inside a clipping element; null while the container is not mounted yet. */
  container?: HTMLElement | null
  onOpenChange?: (isOpen: boolean) => void
}

/** Sets the action that runs once the menu has closed. */
const AfterCloseContext = createContext<(action: () => void) => void>(() => {})

/**
 * A menu of actions under a button. Rendered in place, not in a portal, so that it is within its landmark, and visible
 * inside a full-screen element.
 */
export function DropdownMenu({
  trigger,
  children,
  align = 'end',
  defaultOpen = false,
  container,
  onOpenChange,
}: DropdownMenuProps) {
  const afterClose = useRef<(() => void) | null>(null)
  const runAfterClose = useCallback((action: () => void) => {
    afterClose.current = action
  }, [])
  const content = (
    <Radix.Content
      align={align}
      sideOffset={6}
      collisionPadding={8}
      onCloseAutoFocus={() => {
        // Radix moves the focus directly after this event.
        if (afterClose.current) queueMicrotask(afterClose.current)
        afterClose.current = null
      }}
      className="z-30 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-appear overflow-y-auto rounded-card bg-surface p-1.5 shadow-float forced-colors:border"
    >
      <AfterCloseContext value={runAfterClose}>{children}</AfterCloseContext>
    </Radix.Content>
  )
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {container === undefined ? content : <Radix.Portal container={container}>{content}</Radix.Portal>}
    </Radix.Root>
  )
}

type DropdownMenuItemProps = Pick<ComponentProps<typeof Radix.Item>, 'asChild' | 'children'> & {
  onSelect?: () => void
  /** Called once the closed menu has returned the focus, so that a dialog opened then returns it to the trigger too. */
  onSelectAfterClose?: () => void
  danger?: boolean
}

/** One action; `asChild` renders its child, a link. An icon may come first. */
export function DropdownMenuItem({ onSelect, onSelectAfterClose, danger, ...rest }: DropdownMenuItemProps) {
  const runAfterClose = useContext(AfterCloseContext)
  return (
    <Radix.Item
      className={`${item} ${danger ? 'text-danger' : 'text-ink'}`}
      onSelect={() => {
        onSelect?.()
        if (onSelectAfterClose) runAfterClose(onSelectAfterClose)
      }}
      {...rest}
    />
  )
}

export function DropdownMenuLabel({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <Radix.Label id={id} className="px-3 pt-2 pb-1 text-meta font-semibold text-ink-3">
      {children}
    </Radix.Label>
  )
}

/** Items with a label, which is also the group's accessible name. */
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
  /** `row`: for short labels, side by side, without a check mark. */
  layout?: 'column' | 'row'
}

/** A labelled radio group within a menu. */
export function DropdownMenuRadio<Value extends string>(props: DropdownMenuRadioProps<Value>) {
  const onValueChange = (value: string) => {
    const option = props.options.find((each) => each.value === value)
    if (option) props.onValueChange(option.value)
  }
  const isRow = props.layout === 'row'
  return (
    <DropdownMenuGroup label={props.label}>
      <Radix.RadioGroup
        value={props.value}
        onValueChange={onValueChange}
        className={isRow ? 'grid grid-cols-4 gap-0.5' : undefined}
      >
        {props.options.map((option) => (
          <Radix.RadioItem
            key={option.value}
            value={option.value}
            className={`${item} text-ink ${isRow ? ROW_ITEM : ''}`}
          >
            {!isRow && (
              <span className="grid size-5 place-items-center">
                <Radix.ItemIndicator>
                  <Check aria-hidden />
                </Radix.ItemIndicator>
              </span>
            )}
            {option.label}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </DropdownMenuGroup>
  )
}

/** The checked item has a fill and a line, for those who do not see the colour. */
const ROW_ITEM =
  'justify-center px-1! text-small data-[state=checked]:bg-link-soft data-[state=checked]:font-bold data-[state=checked]:shadow-[inset_0_-2px_0_var(--link)] forced-colors:data-[state=checked]:underline'
