/** `1.000,50`, `1,000.50`, `5'000` as a number that a tag has. */
export function plainNumber(written: string): string {
  const bare = written.replaceAll(/[\s'’]/g, '')
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d+,\d{1,2}$/.test(bare)) return bare.replaceAll('.', '').replace(',', '.')
  return bare.replaceAll(',', '')
}

/** `0.19` of `19`, as a share. */
export const percent = (written: string): string => String(Number((Number(plainNumber(written)) / 100).toPrecision(12)))

/** `0.5` of `½`, `1.5` of `1½`; a quotient where a decimal would be rounded. */
export function fractionWritten(whole = '', sign = ''): string {
  const [above = 0, below = 1] = sign.normalize('NFKC').split('\u2044').map(Number)
  const share = Number(whole) + above / below
  return Number.isInteger(share * 1000) ? String(share) : `(${Number(whole) * below + above} / ${below})`
}
