import type { Json } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import { anyCase } from '../any-case.ts'
import { lexicon } from '../labels/lexicon.ts'
import { collapse, firstAtOrAfter, fold, type TextIndex } from '../text-index.ts'
import { namesNobody, partyNameAt, represents } from './party-names.ts'

/** Where the parties are named: en, de, fr, es, it, pt, nl. */
const anchor =
  /(?<!\p{L})(?:by and (?:between|among)|between|among|parties:|po?między|mellan|mellem|välillä|mezi|közötti?|arasında|între|zwischen(?: den parteien:?)?|entre (?:les soussignés|los abajo firmantes|as partes|las partes)(?:\s?:)?|between the (?:undersigned|parties):?|entre|tra|fra|tussen|the undersigned:?|(?<=(?:^|\n)[ \t]{0,8})parties(?=[ \t]{0,8}\r?\n))(?!\p{L})[\s:,]{0,6}/giu
const ending =
  /(?<!\p{L})(?:whereas|witnesseth|recitals|background|now,? therefore|in consideration|präambel|vorbemerkung|considérant|preámbulo|premesso|considerando|overwegende)(?!\p{L})|\n[ \t]*\n[ \t]*\n|\n(?:1\.|§ ?1|Article 1|Art\. 1)/iu
/** What joins two parties. */
const joint =
  /^(?:[\s,;.–-]|\d[.)]|\([a-z\d]\)){0,8}(?:(?:and|und|et|y|e|en|&|sowie|a(?=\s{1,2}(?:pan|firmą|spółką))|on the (?:one|other) (?:hand|part))(?![\p{L}])[\s,:]{0,4}){1,2}(?:\(?\d[.)]|\([a-z\d]\))?[\s]{0,4}/iu
const quoted =
  /["“”„«‹'‘]\s?(?:the |der |die |das |le |la |el |il |lo |o |a |de |het )?([\p{L}][\p{L}\d &/.-]{1,38}?)\s?["“”»›'’]/iu
/** What leads to the term by which a paper calls somebody. */
const naming = String.raw`(?:[Hh]ereinafter|[Hh]ereafter|[Nn]achfolgend|[Ii]m [Ff]olgenden|[Cc]i-après|[Ee]n adelante|[Dd]i seguito|[Ii]n appresso|(?:[Aa]diante|[Dd]oravante)|[Hh]ierna|[Zz]wan(?:ą|ym|ymi|y|a|i))[^"“„«\n\p{Lu}]{0,50}`
const called = new RegExp(
  String.raw`${naming}["“”„«‹]?\s?(?:the |der |die |das |le |la |el |il |o |a )?([\p{Lu}][\p{L}-]{2,30})`,
  'u',
)
const calledAtOnce =
  /^[\s,–-]{1,4}(?:(?:hereinafter|hereafter|nachfolgend|im folgenden|ci-après|en adelante|di seguito|doravante|hierna)(?!\p{L}))/iu
/** A term in quotes may begin with a small letter: `ci-après « le vendeur »`. */
const calledPlainly = new RegExp(
  String.raw`${naming}["“”„«‹]\s?(?:(?:the|der|die|das|le|la|el|il|lo|o|a|de|het) |l['’])?(\p{Ll}[\p{L}-]{2,30})\s?["“”»›]`,
  'u',
)
/** Without quotes it is the only word behind: `di seguito mutuante,`, `adiante designada senhoria`. */
const calledShortly = new RegExp(
  anyCase(
    String.raw`(?<!\p{L})(?:hereinafter|nachfolgend|ci-après|en adelante|di seguito|in appresso|adiante|doravante|hierna)(?: (?:called|referred to as|genannt|dénommée?|denominad[oa]|denominat[oa]|designad[oa]|dett[oa]|genoemd))?(?: (?:the|der|die|le|la|el|il|lo|o|a|de|het))?`,
  ) + String.raw` (\p{Ll}{4,20})(?=\s?(?:[,.;)]|$))`,
  'u',
)
/** The role that a clause ends with: `…, residente in Parma, conduttrice`. */
const lastWord = /,\s{1,2}(?:(?:quale|come|as|als|comme|como)\s)?(\p{Ll}{4,20})[\s,.;]*$/u
const roles = new Set(
  (['landlord', 'tenant', 'employer', 'employee', 'lender', 'borrower', 'seller', 'buyer'] as const).flatMap((side) =>
    lexicon[side].labels.map(fold),
  ),
)
function roleAtEnd(clause: string): string | undefined {
  const word = lastWord.exec(clause.slice(-40))?.[1]
  return word !== undefined && roles.has(fold(word)) ? word : undefined
}
const reach = 2500

interface Party {
  readonly start: number
  readonly end: number
  readonly role: string | null
  /** Where what is said about it ends. */
  readonly until: number
}

/** The role in the brackets or the clause that follow a name. */
function roleAfter(clause: string): string | null {
  for (const bracket of clause.matchAll(/\(([^()]{1,160})\)/gu)) {
    const term =
      quoted.exec(bracket[1] ?? '')?.[1] ?? /^(?:the |der |die )?(\p{Lu}[\p{L}-]{2,24})$/u.exec(bracket[1] ?? '')?.[1]
    if (term !== undefined) return collapse(term)
  }
  const term =
    called.exec(clause)?.[1] ??
    calledPlainly.exec(clause)?.[1] ??
    calledShortly.exec(clause)?.[1] ??
    /^[\s,–-]{0,4}(?:as|als|en qualité de|come|als)\s(?:the )?(\p{Lu}[\p{L}-]{2,24})/u.exec(clause)?.[1] ??
    roleAtEnd(clause)
  return term === undefined ? null : collapse(term)
}

function partiesFrom(index: TextIndex, names: readonly Candidate[], from: number): Party[] {
  const { text } = index
  const window = text.slice(from, from + reach)
  const stop = from + (ending.exec(window)?.index ?? window.length)
  const parties: Party[] = []
  let at = from
  while (parties.length < 8) {
    const name = partyNameAt(index, names, at)
    if (!name || name.end > stop || namesNobody(text.slice(name.start, name.end))) break
    // The clause about this party runs to a joint that another name follows.
    let until = stop
    let next: number | undefined
    let depth = 0
    for (let offset = name.end; offset < stop && offset < name.end + 900; offset += 1) {
      const sign = text[offset] ?? ''
      if (sign === '(') depth += 1
      if (sign === ')') depth = Math.max(0, depth - 1)
      if (depth > 0 || !/[\s,;]/.test(sign) || !/[^\s,;]/.test(text[offset - 1] ?? '')) continue
      const joined = joint.exec(text.slice(offset, offset + 40))
      if (!joined) {
        if (/^[.;]?\s*\n/.test(text.slice(offset - 1, offset + 2)) && text[offset - 1] === '.') {
          until = offset
          break
        }
        continue
      }
      const follows = offset + joined[0].length
      const other = partyNameAt(index, names, follows)
      // Who represents a party is none.
      if (!other || represents.test(text.slice(Math.max(0, follows - 80), follows))) continue
      until = offset
      next = follows
      break
    }
    parties.push({ ...name, role: roleAfter(text.slice(name.end, Math.min(until, name.end + 600))), until })
    if (next === undefined) break
    at = next
  }
  return parties
}

/**
 * Parties of a contract with their roles: of the preamble (`between A ("Seller") and B ("Buyer")`), else wherever a name
 * is followed by a defined term. `value` is `{name, role}`; the role is `null` where the text gives none.
 */
export function scanParties(index: TextIndex, names: readonly Candidate[]): Candidate[] {
  const { text } = index
  const head = text.slice(0, 12_000)
  let best: Party[] = []
  let tries = 0
  for (const match of head.matchAll(anchor)) {
    tries += 1
    if (tries > 12) break
    const parties = partiesFrom(index, names, match.index + match[0].length)
    const score = (list: readonly Party[]): number =>
      Math.min(2, list.length) * 2 + list.filter((party) => party.role !== null).length
    if (score(parties) > score(best)) best = parties
  }
  const whole = best.length >= 2
  const inPreamble = whole || best.some((party) => party.role !== null)
  const found = new Map<string, Candidate>()
  const add = (start: number, end: number, role: string | null, confidence: number): void => {
    const name = collapse(text.slice(start, end))
    const value: Json = { name, role }
    const key = fold(name).replace(/[^\p{L}\p{N}]/gu, '')
    if (!found.has(key)) found.set(key, candidate('party', start, end, value, confidence))
  }
  if (inPreamble) for (const party of best) add(party.start, party.end, party.role, party.role === null ? 0.75 : 0.9)
  for (const name of names) {
    if (whole || name.start > 6000 || found.size >= 4) break
    if (namesNobody(text.slice(name.start, name.end))) continue
    if (represents.test(text.slice(Math.max(0, name.start - 80), name.start))) continue
    const clause = text.slice(name.end, name.end + 300)
    const bracket = /^[^();]{0,150}\(([^()]{1,140})\)/u.exec(clause)
    const isCalled = calledAtOnce.test(clause)
    const role = (bracket && quoted.exec(bracket[1] ?? '')?.[1]) ?? (isCalled ? called.exec(clause)?.[1] : undefined)
    if (role && ![...found.values()].some((party) => party.start < name.end && name.start < party.end)) {
      add(name.start, name.end, collapse(role), 0.7)
    }
  }
  // Who signs: an organization right above `By:`.
  const foot = Math.max(0, text.length - 8000)
  for (const name of whole ? [] : names.slice(firstAtOrAfter(names, foot))) {
    const signs = /^[ ,.]{0,3}\n{1,3}[ \t]{0,8}(?:By|\/s\/|Signed|Durch|Par|Por)(?!\p{L})/iu.test(
      text.slice(name.end, name.end + 24),
    )
    if (signs && name.type === 'organization' && found.size < 6) add(name.start, name.end, null, 0.62)
  }
  return [...found.values()].toSorted((a, b) => a.start - b.start)
}
