/**
 * Digits that people write in a mobile number and that its country's plan does not have: in Mexico 1, 044 or 045 in front,
 * until 2019; in Argentina the 9 of a call from abroad together with the 15 of a call at home.
 */
const FORMER: Readonly<Record<string, RegExp>> = { 52: /^0*(1|44|45)(?=\d{10}$)/, 54: /^0*9/ }

/**
 * The national numbers that may be meant, likeliest first. Forms drop leading zeros (PHONE-07); where a
 * number begins with one (Ivory Coast, Gabon) or two (Tajikistan), or with 06 at home (Hungary), they are put back. One zero
 * comes first: Gabon's plan has numbers of seven digits, and the same ones with a zero in front.
 */
export function notationsOf(dialCode: string, national: string): string[] {
  const former = FORMER[dialCode]
  return [`0${national}`, national, `00${national}`, ...(former === undefined ? [] : [national.replace(former, '')])]
}
