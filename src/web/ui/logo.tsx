import type { ReactNode } from 'react'

type LogoProps = {
  /** The word mark beside the logo. */
  children?: ReactNode
  /** The logo of the site; '' is the product's: three strips, 3:3:2 wide, with staggered cuts. */
  src?: string
  className?: string
}

/** The logo with the word mark. */
export function Logo({ children, src = '', className }: LogoProps) {
  return (
    <span
      className={`inline-flex min-h-(--tap) min-w-(--tap) flex-none items-center gap-[11px] font-display text-[1.0625rem] font-[850] tracking-[-.015em] md:text-[1.25rem] ${className ?? ''}`}
    >
      {src ? (
        <img
          src={src}
          alt=""
          width={34}
          height={34}
          className="size-[30px] flex-none object-contain md:size-[34px]"
        />
      ) : (
        <LogoMark className="size-[30px] md:size-[34px]" />
      )}
      {children}
    </span>
  )
}

function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 34 34"
      aria-hidden
      focusable={false}
      className={`flex-none rtl:-scale-x-100 ${className ?? ''}`}
    >
      <path className="fill-thread-indigo" d="M0 0h11.500v20H0zM26 9h8v16.500h-8z" />
      <path className="fill-thread-marigold" d="M0 21.500h11.500V34H0zM13 0h11.500v11H13z" />
      <path className="fill-thread-sorrel" d="M13 12.500h11.500V34H13zM26 0h8v7.500h-8z" />
      <path className="fill-thread-palm" d="M26 27h8v7h-8z" />
    </svg>
  )
}
