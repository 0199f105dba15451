import { compoundNumber, numberInWordsEnd } from './number-words.ts'
import type { Variable } from './template.ts'

/** What values may look like. */
export type Form = Pick<RegExp, 'test'>

const maxLength = 100

/** Whether most of the values are of a form. */
export function mostly({ values }: Variable, form: Form): boolean {
  const texts = values.flatMap((value) => (value === undefined ? [] : [value.trim()]))
  return texts.filter((text) => text.length <= maxLength && form.test(text)).length * 2 > texts.length
}

/** Whether all values are of a form, and there are several. */
export function always(values: readonly string[], form: Form): boolean {
  return values.length > 1 && values.every((value) => value.length <= maxLength && form.test(value))
}

/** The values that are there. */
export const presentValues = ({ values }: Variable): readonly string[] =>
  values.flatMap((value) => (value === undefined || value.trim() === '' ? [] : [value.trim()]))

/** Postcode and place: "79098 Freiburg", "F-67000 Strasbourg", "1234 AB Delft", "Boston, MA 02108", "London SW1A 1AA". */
export const postcodeAndPlace =
  /^(?:\p{Lu}{1,3}[- ])?\d[\d -]{2,8}(?: ?\p{Lu}{2})? \p{L}[^\d]*$|\p{L}[, ]+\p{Lu}{2} \d{5}(?:-\d{4})?$|\p{Lu}{1,2}\d[\p{Lu}\d]? ?\d\p{Lu}{2}$/u
export const postcode =
  /^(?:\p{Lu}{1,3}[- ]?)?\d{3}[- ]?\d{1,3}(?: ?\p{Lu}{2})?$|^\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2}$/u
/** "Lindenweg 7", "Am Markt 12a", "221B Baker Street", "Rue de l’Église 3"; a plate or a room ("HL-KO 421", "B 214") is none. */
export const street =
  /[\p{Ll}\p{Lo}\p{M}][ ,.]+\d{1,5}(?: ?\p{L})?(?: ?[-/] ?\d{1,5}(?: ?\p{L})?)?$|^\d{1,5} ?\p{L}?,? (?:\p{Lu}\p{L}|\p{L}{2,}\S* \p{L})/u
/** "12 Oak Lane, Leeds LS1 4AB": all in one line. */
export const wholeAddress = /^(?:\d{1,5} ?\p{L}?,? \p{L}{2}[^,]*|\p{L}[^,]*[ .]\d{1,5} ?\p{L}?),/u
/** "1 room", "12 nights": so many of a thing. */
export const countedThing = /^\d{1,4}[ \u00a0](\p{Ll}{3,})$/u
/** A box of a form that is ticked or not. */
export const tickBox = /^[\u2610-\u2612\u2713-\u2718\u25a0\u25a1\u{1f5f5}-\u{1f5f9}]$/u
export const honorific =
  /^(?:frau|herrn?|familie|firma|mrs?|ms|miss|mx|madame|monsieur|mme|m|mlle|se\u00f1ora?|sra?|do\u00f1a|don|signora?|sig|senhora?|mevrouw|de heer|dhr|mevr|pani?|fru)\.?$/iu
/** "Ben Carter", "Frau Dr. Petra Klein", "J. O’Neill", "Joke van Dijk": two to four words that begin large. */
export const personLike =
  /^\p{Lu}[\p{L}\p{M}'’.-]*(?: (?:(?:van|von|vom|zu|zur|de|der|den|del|della|di|da|dos|du|la|le|ten|ter|af|bin|el|y) ){0,2}\p{Lu}[\p{L}\p{M}'’.-]*){1,3}$/u
/** "Madame Zoé Petit": somebody with a title, whatever stands behind. */
export const titledPerson =
  /^(?:frau|herrn?|mrs?|ms|miss|mx|dr|prof|madame|monsieur|mme|mlle|se\u00f1ora?|sra?|do\u00f1a|don|signora?|sig|senhora?|mevrouw)\.? \p{Lu}/iu
/** "Leith", "Bad Homburg", "Frankfurt am Main": a place, if what is before it says that it is one. */
export const placeLike = /^\p{Lu}[\p{L}\p{M}'’.-]+(?:[ -][\p{L}\p{M}'’.-]+){0,3}$/u
export const weekday =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:segunda|terça|quarta|quinta|sexta)-feira)$/iu
export const timeOfDay = /^\d{1,2}(?:[:.h]| h )\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?| ?(?:Uhr|h))?$/i
const compoundAmount = new RegExp(`^${compoundNumber}(?:[ \\u00a0]\\p{L}{3,12}){0,3}`, 'u')
const hundredths = /^(?: ?[/,] ?\d{2}(?:\/100)?)?$/
export const amountInWords: Form = {
  test(text) {
    const lower = text.toLowerCase()
    const end = numberInWordsEnd(lower, 0) ?? compoundAmount.exec(lower)?.[0].length
    return end !== undefined && hundredths.test(lower.slice(end))
  },
}

/** Whether the values are addresses, in a line or as parts of one. */
export const isAddress = (variable: Variable): boolean =>
  variable.type === 'address' ||
  (variable.type === 'text' &&
    [wholeAddress, street, postcodeAndPlace].some((form) => mostly(variable, form)) &&
    ![timeOfDay, measured, onePlate].some((form) => mostly(variable, form)))

const plate = String.raw`(?:\p{Lu}{1,3}[ -]?\d{2,5}[ -]?\p{Lu}{1,3}|\p{Lu}{1,3}-\p{Lu}{1,2} ?\d{1,4})`
/** Plates of cars, and numbers of things in groups of capitals and digits: `FX 123 ZT`, `HL-KO 421`, `AB12 CDE`; no `ISO 9001`. */
export const plates = new RegExp(String.raw`(?<![\p{L}\p{N}])${plate}(?![\p{L}\p{N}])`, 'gu')
const onePlate = new RegExp(`^${plate}$`, 'u')

/** "ramipril 5": a word of a sentence and its number. */
const measured = /^\p{Ll}[\p{L}\p{M}-]* \d{1,5}$/u
