import { cva, type VariantProps } from 'class-variance-authority'
import { cloneElement, isValidElement } from 'react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'

const button = cva(
  [
    'inline-flex items-center justify-center gap-[9px] rounded-control leading-[1.2] font-[650]',
    'transition-colors duration-(--dur-1) ease-cloth [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.9]',
    // Disabled and pending have one style in all variants: raised ground, quiet text, no edge.
    'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-raised disabled:text-ink-3 disabled:shadow-none',
    'aria-busy:cursor-progress aria-busy:border-transparent aria-busy:bg-raised aria-busy:text-ink-3 aria-busy:shadow-none',
    'forced-colors:border forced-colors:border-[ButtonText] forced-colors:disabled:border-[GrayText]',
  ],
  {
    variants: {
      variant: {
        /** Marigold, for the primary action of a view. The 3 px edge moves to the top while pressed. */
        action:
          'bg-action pb-0.5 text-on-action shadow-[inset_0_-3px_0_var(--action-edge)] enabled:hover:bg-action-hover enabled:active:bg-action-press enabled:active:pt-0.5 enabled:active:pb-0 enabled:active:shadow-[inset_0_2px_0_var(--action-edge)]',
        line: 'border-[1.5px] border-line-strong text-ink hover:bg-raised',
        soft: 'bg-raised text-ink hover:bg-line',
        ghost: 'text-ink-2 hover:bg-raised',
        /** A toggle that is on (Following); give it `aria-pressed`. */
        on: 'bg-link-soft text-link hover:text-link-hover',
        danger: 'bg-danger text-on-danger hover:bg-danger-hover',
        /** Opens the confirmation of a destructive action. */
        dangerLine: 'border-[1.5px] border-danger text-danger hover:bg-danger-soft',
      },
      size: {
        /** At the end of a narrow row, to leave space for names. */
        xs: 'tap-area min-h-9 whitespace-nowrap text-small [&_svg]:size-4',
        sm: 'tap-area min-h-9 whitespace-nowrap text-small [&_svg]:size-4',
        md: 'min-h-(--tap) whitespace-nowrap text-ui',
        /** May wrap to two lines with large text, as it can be as wide as a phone. */
        lg: 'min-h-[54px] text-[1.0625rem]',
      },
    },
    compoundVariants: [
      { size: 'xs', class: 'px-2.5' },
      { size: 'sm', class: 'px-3.5' },
      { size: 'md', variant: ['action', 'line', 'soft', 'on', 'danger', 'dangerLine'], class: 'px-[18px]' },
      { size: 'md', variant: 'ghost', class: 'px-3' },
      { size: 'lg', class: 'px-[26px]' },
    ],
    defaultVariants: { variant: 'line', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof button> & {
    /** The action is running: `aria-busy`, keeps the focus, ignores clicks. */
    pending?: boolean
    /** Text while pending ('Saving...'); its width is reserved, so that nothing shifts. */
    pendingText?: string
    /** Styles its only child, a link, as the button; `pending` does not apply. */
    asChild?: boolean
  }

/** A button, by default of `type="button"`. `className` is for its layout (margin, width, grid cell) only. */
export function Button({
  variant,
  size,
  pending = false,
  pendingText,
  asChild = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const buttonClass = button({ variant, size, className })
  if (asChild) {
    if (!isValidElement<ComponentProps<'button'>>(children))
      throw new Error('asChild needs one element, a link')
    return cloneElement(children, {
      ...rest,
      onClick: children.props.onClick ?? onClick,
      className: buttonClass,
    })
  }
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- it is the caller's, or `button`
      type={type}
      className={buttonClass}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? preventClick : onClick}
      {...rest}
    >
      {pendingText === undefined ? (
        children
      ) : (
        <ReservedWidth pending={pending} pendingText={pendingText}>
          {children}
        </ReservedWidth>
      )}
    </button>
  )
}

/** Both texts share one grid cell, so that the button is as wide as the wider of them. */
function ReservedWidth(props: { pending: boolean; pendingText: string; children: ReactNode }) {
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-[9px]'
  return (
    <span
      className="grid place-items-center after:invisible after:col-start-1 after:row-start-1 after:h-0 after:content-[attr(data-reserve)]"
      data-reserve={props.pendingText}
    >
      <span className={props.pending ? `${cell} invisible` : cell} aria-hidden={props.pending || undefined}>
        {props.children}
      </span>
      {props.pending && <span className={cell}>{props.pendingText}</span>}
    </span>
  )
}

/** Prevents the submit that the click would cause. */
function preventClick(event: MouseEvent) {
  event.preventDefault()
}
