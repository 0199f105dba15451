/** `19% of`, in en, de, fr, es, it, pt, nl. */
const shareOf =
  /[%٪％][ \t\u00a0\u202f]{0,3}\)?[ \t]{0,3}(?:of|von|vom|de|di|van|do|du|del)(?: the| the net| la| le)?[ \t]{1,3}$/iu
/** `19% VAT on`, `MwSt. (19 %) auf netto`. */
const shareOn =
  /[%٪％][ \t\u00a0\u202f]{0,3}\)?(?:[ \t]{1,3}[\p{L}.]{1,20}){0,3}[ \t]{1,3}(?:on|auf|aus|sur|sobre|su|over|op)(?:[ \t]{1,3}\p{L}{1,12}){0,2}[ \t]{1,3}$/iu

const tax = /(?<!\p{L})(?:VAT|GST|(?:sales )?tax|MwSt|USt|Mehrwertsteuer|Umsatzsteuer|TVA|IVA|btw)(?!\p{L})/iu

const lineBefore = (text: string, start: number): string => {
  const before = text.slice(Math.max(0, start - 90), start)
  return before.slice(before.lastIndexOf('\n') + 1)
}

/** An amount that a percentage is taken of: `VAT 19% of EUR 100` says what the tax is of, and not the tax. */
export function isPercentBase(text: string, start: number): boolean {
  const line = lineBefore(text, start)
  return shareOf.test(line) || shareOn.test(line)
}

/** The net amount that a tax is a percentage of. */
export const isTaxBase = (text: string, start: number): boolean =>
  isPercentBase(text, start) && tax.test(lineBefore(text, start))
