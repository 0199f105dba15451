import type { WeighedToken } from './weighed-tokens.ts'
import { type AroundValue, type Extent, type LineEnds, noExtent, tokensBefore, tokensOf } from './widen-values.ts'

/** How somebody is called before the name. */
const titles =
  '(?:Mr|Mrs|Ms|Miss|Mx|Sir|Dame|Dr|Prof|Herrn?|Frau|Rechtsanw[aä]lt(?:in|s)?|RA|Monsieur|Madame|Mademoiselle|Mmes?|Mlle|M|' +
  'Ma[iî]tre|Me|Se[nñ]ora?|Sra?|Do[nñ]a|Don|D|Dña|Signora?|Sig|Sig\\.ra|Dott|Dott\\.ssa|[Aa]vv|[Ii]ng|Geom|Rag|Arch|Senhora?|' +
  'heer|mevrouw|[Dd]hr|Mevr|Mw|mr|[Pp]an[ią]?)'
/** What stands before the name of whom to turn to. */
const contactLabel =
  /(?:contattare|contacter|contactar|contact op(?:nemen)? met|ask for|interlocut(?:eur|rice)|conseill(?:er|ère)|suivi par|Ansprechpartner(?:in)?|Sachbearbeiter(?:in)?|Bearbeiter(?:in)?|contact(?: person)?|handled by|contactpersoon|behandeld door|referente|contacto|Signed|signed by) ?:? $/iu
const title = new RegExp(`(?<!\\p{L})${titles}\\.? $`, 'u')
/** A name or initials: `Silvia`, `J.P.`, `Anne-Marie`. */
const namePart = String.raw`\p{Lu}(?:[\p{L}\p{M}'’-]+|\.(?:-?\p{Lu}\.)*)`
const name = new RegExp(`^${namePart}(?: ${namePart}){0,2}$`, 'u')
/** `la Dra. Inés`: its title changes with the name. */
const titledName = new RegExp(`^(?:la |el |il |le |de )?(?:(?:Dra|${titles})\\.? )+${namePart}$`, 'u')
/** What goes on behind half a name, where no word that begins large follows, as nouns do. */
const restOfName = new RegExp(`^(?: ${namePart}){1,2}(?=$|[,;:.)]|\\s?[(–-]|\\s\\p{Ll})`, 'u')
/** In German, where nouns begin large, only at the end of a clause. */
const restOfClause = new RegExp(`^(?: ${namePart}){1,2}(?=$|[,;:.)]|\\s?[(–-])`, 'u')
const germanTitle = /(?:Herrn?|Frau|Rechtsanw[aä]lt(?:in|s)?|RA|Dr\.|Prof\.) $/u
/** A title and the given name behind it. */
const startOfName = new RegExp(`(?<!\\p{L})(?:${titles}\\.? )+(?!${titles}\\.? )((?:${namePart} ){1,2})$`, 'u')

const givenName = /^\p{Lu}\p{Ll}[\p{L}\p{M}'’-]*$/u
/** What ends a line, or goes on behind somebody's name: `Bruns`, `Bruns, `. */
const familyName = /^( \p{Lu}\p{Ll}[\p{L}\p{M}'’-]*)(?:,\s|$)/u

/** No name has more tokens. */
const mostTokens = 12
const textOf = (tokens: readonly WeighedToken[]): string => tokens.map(({ text }) => text).join('')

/**
 * How many tokens around a value are the rest of somebody's name behind a title, as the people of all samples are of one family or
 * called alike: ` Aubert` behind `Paul` and `Marie`, where `Maître ` stands before.
 */
export function personAround(values: readonly string[], { before, after }: AroundValue, isLine: LineEnds): Extent {
  if (values.length < 2 || !values.every((value) => value.length <= 60 && (name.test(value) || titledName.test(value))))
    return noExtent
  const ahead = textOf(before.slice(-mostTokens))
  if (title.test(ahead) || contactLabel.test(ahead)) {
    const form = germanTitle.test(ahead) ? restOfClause : restOfName
    const rest = form.exec(textOf(after.slice(0, mostTokens)))?.[0] ?? ''
    return { before: 0, after: tokensOf(after, rest.length) ?? 0 }
  }
  if (values.every((value) => titledName.test(value))) {
    const rest = restOfName.exec(textOf(after.slice(0, mostTokens)))?.[0] ?? ''
    return { before: 0, after: tokensOf(after, rest.length) ?? 0 }
  }
  // Who signs, for a firm of one family: a line that such words are is one value.
  if (isLine.begins && before.length === 0 && values.every((value) => givenName.test(value))) {
    const family = familyName.exec(textOf(after.slice(0, mostTokens)))?.[1] ?? ''
    if (family !== '') return { before: 0, after: tokensOf(after, family.length) ?? 0 }
  }
  const start = startOfName.exec(ahead)?.[1] ?? ''
  return { before: tokensBefore(before, start.length) ?? 0, after: 0 }
}
