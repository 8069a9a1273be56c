import { type IconProps, icon } from '#ui/icon.tsx'

export const TickIcon = icon('0 0 20 20', 2.2, <path d="m4 10.5 4 4 8-9" />)
export const CrossIcon = icon('0 0 20 20', 2, <path d="m5 5 10 10M15 5 5 15" />)
export const BackIcon = icon('0 0 20 20', 2, <path d="M16 10H4m5-5-5 5 5 5" />)
export const GoIcon = icon('0 0 20 20', 2, <path d="M4 10h12m-5-5 5 5-5 5" />)
export const WarnIcon = icon('0 0 20 20', 1.8, <path d="M10 3 2.5 16.500h15zM10 8.500v3.500m0 2.400v.1" />)
export const InfoIcon = icon(
  '0 0 20 20',
  1.8,
  <path d="M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16zm0-8.500v4.500m0-7.500v.1" />,
)
export const PhoneIcon = icon(
  '0 0 34 34',
  2,
  <>
    <rect x="9.5" y="3" width="15" height="28" rx="4" />
    <path d="M15 26.500h4" />
  </>,
)
export const ScreenIcon = icon(
  '0 0 34 34',
  2,
  <>
    <rect x="3" y="6" width="28" height="20" rx="4" />
    <path d="M3 12h28M12 31h10" />
  </>,
)
export const WalletIcon = icon(
  '0 0 34 34',
  2,
  <>
    <path d="M5 10.500A4.5 4.5 0 0 1 9.5 6H25v5M5 10.500V24a4 4 0 0 0 4 4h20V11H8.500A3.5 3.5 0 0 1 5 10.500z" />
    <path d="M23 19.500h.1" strokeWidth="3" />
  </>,
)

export function Mark({ className = 'size-[30px]' }: IconProps) {
  return (
    <svg viewBox="0 0 32 32" className={`flex-none text-brand ${className}`} fill="none" aria-hidden="true">
      <path d="M16 2.5 27 6.600v8.600c0 7-4.6 11.8-11 14.300C9.6 27 5 22.2 5 15.200V6.600z" fill="currentColor" />
      <path
        d="m10.4 16.3 4 4 7.4-8.2"
        className="stroke-paper"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Emoji flags do not render everywhere; these two do. */
export function BritishFlag({ className = '' }: IconProps) {
  return (
    <svg viewBox="0 0 60 40" className={className} aria-hidden="true">
      <path fill="#012169" d="M0 0h60v40H0z" />
      <path stroke="#fff" strokeWidth="8" d="m0 0 60 40M60 0 0 40" />
      <path stroke="#c8102e" strokeWidth="4" d="m0 0 60 40M60 0 0 40" />
      <path stroke="#fff" strokeWidth="13" d="M30 0v40M0 20h60" />
      <path stroke="#c8102e" strokeWidth="8" d="M30 0v40M0 20h60" />
    </svg>
  )
}

export function GermanFlag({ className = '' }: IconProps) {
  return (
    <svg viewBox="0 0 60 40" className={className} aria-hidden="true">
      <path fill="#111" d="M0 0h60v14H0z" />
      <path fill="#d00" d="M0 13.333h60V27H0z" />
      <path fill="#ffce00" d="M0 26.667h60V40H0z" />
    </svg>
  )
}
