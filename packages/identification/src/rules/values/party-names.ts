import { anyCase } from '../any-case.ts'
import type { Candidate } from '../candidate.ts'
import { firstAtOrAfter, wordsOf, type TextIndex } from '../text-index.ts'
import { titleOfPerson } from './person-names.ts'

const capitalized =
  /^(?:the )?[\p{Lu}\d][\p{L}\p{M}\d.'’&/-]{0,30}(?:(?: |,\s(?=(?:Jr|Sr|II|III|Inc|LLC|Ltd|L\.P|LP|Corp)\b)|\n)(?:(?:of(?! The )|de|la|van|von|der|den|du|di|da|do|das|dos|del|and|&|for|the|e|y) (?!\d)){0,2}(?:[ld]['’])?[\p{Lu}\d&][\p{L}\p{M}\d.'’&/-]{0,30}){0,8}/u
/** What a name in a preamble never begins with. */
const noName =
  /^(?:the (?:parties|undersigned|following|date)|a |an |you|its|their|this|that|each|one|any|party|parties|employer|employee|us|them|section|article|know all|to all|to whom|die parteien|les parties|las partes|wales|northern ireland)(?!\p{L})/iu

/** Roles and bodies that are spoken of, but name nobody. */
const roles = new Set(
  'la le il lo el los las der die das de het un una the company employee employer executive buyer seller purchaser vendor recipient discloser disclosing receiving party parties tenant landlord lessor lessee client customer contractor consultant counterparty limited partnership associate agreement holder board directors of and each any all other corporation affiliates subsidiaries affiliated companies i mieter vermieter arbeitgeber arbeitnehmer firma bank trust'.split(
    ' ',
  ),
)
export const namesNobody = (name: string): boolean =>
  wordsOf(name).every((word) => roles.has(word.folded) || /^\d+$/.test(word.folded))

/** Before the name of who signs for a party. */
export const represents =
  /(?:represent|représent|vertreten|rappresent|reprezent|vertegenwoordigd|företräd|repræsent|acting (?:by|through)|képvis|zastoupen|temsil)[^;:.\n]{0,60}$/iu

/** Numbers, articles and forms of address before a name. */
const lead =
  /^(?:[\s("“„«]|\d{1,2}[.)]|\([a-z\d]\)|(?:der firma|der|die|la société|la sociedad|la società|la firma|spółką|le|el|il|de heer|o sr|a sra)\.?(?=\s))+\s?/iu
/** What an article and a plain noun say of the name behind them: `De eenmanszaak Adviesbureau Van Lier`. */
const kind =
  /^(?:[Dd]e|[Hh]et|[Ll][ae]|[Ee]l|[Ii]l|[Ll]o|[OAoa]|[Tt]he|[Aa]n|[Dd](?:ie|er|as)|[Ee][nt]) (?:\p{Ll}{4,20} ){1,2}(?=\p{Lu})/u

/** Couples are called by both given names: `den Eheleuten Rüdiger und Annegret Stahnke`. */
const couple = new RegExp(
  anyCase(
    String.raw`^(?:(?:den|die|les|los|i|the|de) )?(?:eheleuten?|ehegatten|époux|cónyuges|coniugi|cônjuges|spouses|echtelieden|echtgenoten|małżonk\p{L}{1,4}) (?=(\p{Lu}[\p{L}-]{1,24}(?: \p{Lu}[\p{L}-]{1,24})? (?:und|et|y|e|and|en|i) \p{Lu}[\p{L}-]{1,24}(?: (?:(?:von|van|de|di|da|du) )?\p{Lu}[\p{L}-]{1,24}){1,2}))`,
  ),
  'u',
)

/** An article before a form of address: `la sig.ra Elena Popescu`. */
function articleAt(rest: string): number {
  const article = /^(?:la|lo|los|las|les|o|a|the|den|dem|het|de) /iu.exec(rest)?.[0].length ?? 0
  return article > 0 && titleOfPerson(rest.slice(article)) > 0 ? article : 0
}

/** The name that begins at an offset, or behind what leads to it: one of `names`, which are in order, else words with capitals. */
export function partyNameAt(
  index: TextIndex,
  names: readonly Candidate[],
  from: number,
): { readonly start: number; readonly end: number } | undefined {
  const { text } = index
  let start = from + (lead.exec(text.slice(from, from + 40))?.[0].length ?? 0)
  const both = couple.exec(text.slice(start, start + 160))
  if (both?.[1] !== undefined) return { start: start + both[0].length, end: start + both[0].length + both[1].length }
  start += articleAt(text.slice(start, start + 60))
  const noun = text.slice(start, start + 60)
  start += /^\p{L}+ \p{Ll}/u.test(noun) ? (kind.exec(noun)?.[0].length ?? 0) : 0
  start += titleOfPerson(text.slice(start, start + 60))
  const known = names[firstAtOrAfter(names, start)]
  if (known && known.start - start <= 4) return { start: known.start, end: known.end }
  const rest = text.slice(start, start + 200)
  const match = capitalized.exec(rest)
  if (!match || noName.test(rest)) return undefined
  const raw = match[0].replace(/[.,\s]+$/u, (tail) =>
    /\b(?:Inc|Corp|Ltd|Co|L\.P|Jr|Sr|S\.A|N\.A)$/.test(match[0].slice(0, -tail.length)) ? tail.slice(0, 1) : '',
  )
  return { start, end: start + raw.length }
}
