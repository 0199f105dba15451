import { plainVowels, wordsOf } from '../text-index.ts'
import { joinedOf } from './compound-words.ts'

/** Words that say of a value what its type says: a name may have one where the paper has another, or none. */
const kinds: readonly ReadonlySet<string>[] = [
  'sorszam sorszama szama number no nr num n nummer numero numer cislo c id code kod codigo codice ref reference stevilka szam numar αριθμος номер 番号',
  'date day datum data fecha dato dag tarih tarihi paivamaara paiva kelt ημερομηνια дата 日',
  'amount sum betrag summe montant somme importe monto importo valor bedrag kwota belopp belob castka osszeg suma tutar ποσο сума сумма 金額',
  'name nome nom nombre naam nazwa imie nazwisko nev neve nume jmeno jmena namn navn nimi adi ad isim имя фио назва наименование ονομα 氏名 名称',
  'percent percentage porcentaje percentagem porcentagem percentuale prozent prozentsatz pourcentage procent',
  'type typ tipo soort rodzaj art kind',
].map((words) => new Set(words.split(' ')))
/** Of those the kind of names. */
export const kindOfName = 3
/** Words that any label may have. */
const small = new Set(
  'qui vous sera est que was were has been fue foi stato wurde wird werden ist is are be will sie ihnen you che sara the a an of for to in on at and or per by your our this ihr ihre unser unsere votre notre vuestro nuestra uw onze der die das des dem den und von vom zur zum fur im am le la les l de du d des et en au aux el los las del y por su sus il lo gli i di della dello dei al alla e nr o os as do da dos das ao het een van voor op te nu pro na dla do ze za av och for og fra til του της των και'.split(
    ' ',
  ),
)
/** What German and Nordic names of fields have behind a word without a gap: `Zählernummer`, `Kündigungsdatum`. */
const compound = /^(.{4,}?)s?(nummer|nr|datum|dato|betrag|belopp|belob|summe)$/u
/** Roles and things end otherwise in other cases: `sprzedawca`, `sprzedawcy`; a letter or two more or less at the most. */
export const leastStem = 5
const mostEnding = 3

/** Words of a name or a label that tell it from others, and which kinds of value it says. */
export interface LabelWords {
  readonly telling: readonly string[]
  readonly kinds: ReadonlySet<number>
  /** Of the telling ones those that a full stop cuts short: `Reg.nr.` */
  readonly cut: ReadonlySet<string>
}

/** Which kind of value a word says, also cut short: `Cod. fiscale`. */
function kindAt(word: string, isCut: boolean): number {
  const known = kinds.findIndex((words) => words.has(word))
  if (known >= 0 || !isCut || word.length < leastCut) return known
  return kinds.findIndex((words) => [...words].some((kind) => kind.length > word.length && kind.startsWith(word)))
}

/** Short forms that no full stop marks. */
const written: Readonly<Record<string, string>> = { km: 'kilometer' }
const leastCut = 3

export function labelWords(label: string): LabelWords {
  const telling: string[] = []
  const said = new Set<number>()
  const cut = new Set<string>()
  const plain = label.slice(0, 120).replaceAll(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
  for (const { folded, end } of wordsOf(plain)) {
    const parts = compound.exec(folded)?.slice(1) ?? [written[folded] ?? folded]
    if (plain[end] === '.' && folded.length >= leastCut) cut.add(folded)
    for (const part of parts) {
      const kind = kindAt(part, plain[end] === '.')
      if (kind >= 0) said.add(kind)
      else if (!small.has(part) && part !== '') telling.push(part)
    }
  }
  return { telling, kinds: said, cut }
}

/** Who does a thing, whom it is done to, and the thing have endings that no case makes: `insurer`, `insured`, `Mieter`, `Miete`. */
const doing = /(er|or|ee|ed|eur)(?:s|n|e|es|a|as|in|innen)?$/u

/** Where a text has the words that a word may be a form of. */
export const stemKey = (word: string): string => plainVowels(word).slice(0, leastStem - 1)

/** The same word, but for its ending. */
export const sameStem = (one: string, other: string): boolean =>
  one === other || (one[0] === other[0] && sameEnding(plainVowels(one), plainVowels(other)))

/** Whom it is done to is not who does it: `assuré`, `assureur`. */
const isDoneBy = (one: string, other: string): boolean => /eurs?$/u.test(one) && /ee?s?$/u.test(other)

/** A noun of a name and a verb of a label or sentence have the same stem: `inspection`, `inspected`. */
export function isOfStem(noun: string, verb: string): boolean {
  if (sameStem(noun, verb)) return true
  if (isDoneBy(noun, verb) || isDoneBy(verb, noun)) return false
  const [one, other] = [plainVowels(noun), plainVowels(verb)]
  if (stemOfAct(one) === stemOfAct(other) && stemOfAct(one).length >= leastAct) return true
  const least = Math.min(one.length, other.length)
  if (least < leastStem || Math.abs(one.length - other.length) > mostOfVerb) return false
  const stem = Math.max(leastStem, Math.ceil(least * 0.75))
  return one.slice(0, stem) === other.slice(0, stem)
}
const mostOfVerb = 5
/** `Zahlung` and `zahlen`, `betaling` and `betalen`, `pagamento` and `pagare`: what is done, and to do it. */
const stemOfAct = (word: string): string =>
  word.replace(/(?:ungs?|ings?|ning(?:en)?|en|mento|miento|ment|zione|cion|cao|re|r)$/u, '')
const leastAct = 4

function sameEnding(one: string, other: string): boolean {
  if (one === other) return true
  if (doing.exec(one)?.[1] !== doing.exec(other)?.[1]) return false
  const least = Math.min(one.length, other.length)
  // Words of three letters and their cases: `акт`, `акту`.
  if (
    least > 2 &&
    least < leastStem &&
    Math.abs(one.length - other.length) === 1 &&
    /^[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(one)
  )
    return one.startsWith(other) || other.startsWith(one)
  if (least < leastStem || Math.abs(one.length - other.length) > mostEnding) return false
  // Of short words only the last letter may be another: `umowa`, `umowy`.
  const isShort = least === leastStem && Math.max(one.length, other.length) - least < 2
  const stem = isShort ? least - 1 : Math.max(leastStem, least - 2)
  return one.slice(0, stem) === other.slice(0, stem)
}

/** The words of a label that say a word of a name: the same, cut short, or the two that it joins. */
function saidBy(word: string, { telling, cut }: LabelWords, isSame: typeof sameStem): readonly string[] | undefined {
  const same = telling.find((other) => isSame(word, other) || (cut.has(other) && word.startsWith(other)))
  return same === undefined ? joinedOf(word, telling, isSame) : [same]
}

/** How many words of a label are none of a name, where it has all of the name's; `undefined` where it lacks one, or says another kind. */
export function wordsBeyond(name: LabelWords, label: LabelWords, isSame = sameStem): number | undefined {
  if (name.telling.length === 0) return undefined
  const joined = label.telling.find((word) => joinedOf(word, name.telling, isSame))
  const said = new Set<string>()
  for (const word of name.telling) {
    const by = saidBy(word, label, isSame) ?? (joined === undefined ? undefined : [joined])
    if (by === undefined) return undefined
    for (const one of by) said.add(one)
  }
  const isOther = label.kinds.size > 0 && name.kinds.size > 0 && ![...label.kinds].some((kind) => name.kinds.has(kind))
  return isOther ? undefined : label.telling.filter((word) => !said.has(word)).length
}
