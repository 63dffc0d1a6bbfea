import { Icon, type IconProps } from './icon.tsx'

export function ArrowUpFromLine(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m18 9-6-6-6 6" />
      <path d="M12 3v14" />
      <path d="M5 21h14" />
    </Icon>
  )
}
