import { Icon, type IconProps } from './icon.tsx'

export function ChartLine(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 3v16a2 2 0 0 0 2 2h16" />
      <path d="m19 9-5 5-4-4-3 3" />
    </Icon>
  )
}
