import { countWords } from './chance.ts'
import { type Element, isFree, joined, textOfTokens, type Varying } from './text-elements.ts'

/** What joins two nouns to one phrase. */
const genitive =
  /^ (?:of|of the|of an?|de|du|des|de la|de l['’]|d['’]|del|de los|de las|di|della|dello|dei|delle|dell['’]|do|da|dos|das|van|van de|van het|van een) ?$/iu
/** An article or whose it is, which some samples have at the beginning of a value and others within it. */
const article =
  /^ ?(?:an?|the|your|our|my|their|une?|le|la|les|votre|vos|notre|nos|un|una|el|los|las|sus?|uno|il|lo|gli|il suo|la sua|een|het|de|uw|ons|onze|eine[nmrs]?|der|die|das|den|dem|ihre?[nmrs]?|unsere?[nmrs]?) $/iu
/** Before a house, whose name goes on with its town: `presso`, `chez`. */
const atHouse = /(?:^|\P{L})(?:presso|chez|at|bei|bij|junto a|en casa de) (?:the |la |l['’]|il |lo |het |de )?$/iu
const beginsSmall = /^\p{Ll}/u
const mostWords = 6

const areAll = (values: readonly (string | undefined)[], form: RegExp): boolean =>
  values.every((value) => value === undefined || (form.test(value) && countWords(value) <= mostWords))

const hasFigure = /\d/

/**
 * Takes what joins two nouns into one value with them: `rental of a van` and `delivery of two ovens`, `presso Studio Valli di
 * Parma`. Between capitals, as in `Ann Lee of Acme Ltd`, two values stand beside each other.
 */
export function absorbPhrases(elements: readonly Element[]): Element[] {
  const result: Element[] = []
  for (const element of elements) {
    const between = result.at(-1)
    const before = result.at(-2)
    const isJoin =
      isFree(element) &&
      isFree(before) &&
      element.isBreak !== true &&
      between?.kind === 'constant' &&
      between.isBreak !== true &&
      between.tokens.length <= 5
    const text = between?.kind === 'constant' && isJoin ? textOfTokens(between.tokens) : ''
    const isOne =
      isJoin &&
      ((genitive.test(text) && isPhrase(before.values, element.values, result.at(-3))) ||
        (article.test(text) &&
          (before.values.includes('') || areSmall(before, element)) &&
          !hasFigure.test(before.values.join(''))))
    if (!isOne) {
      result.push(element)
      continue
    }
    // A space that all samples have before the value is none of it.
    const [gap, ...rest] = between.tokens
    const ahead = result.at(-3)
    const isSpaced = before.values.every((value) => value === undefined || value === '' || value.startsWith(' '))
    if (isSpaced && gap?.kind === 'space' && rest.length > 0 && ahead?.kind === 'constant') {
      const joinedValues = joined([before, between, element]).values.map((value) => value?.slice(gap.text.length))
      const whole: Element = { kind: 'varying', values: joinedValues, typed: false }
      result.splice(-3, 3, { ...ahead, tokens: [...ahead.tokens, gap] }, whole)
    } else result.splice(-2, 2, joined([before, between, element]))
  }
  return result
}

/** Words of one phrase: `document the database` and `design dashboards for the team`. */
const areSmall = (before: Varying, after: Varying): boolean =>
  [...before.values, ...after.values].every((value) => value !== '') &&
  areAll(before.values, beginsSmall) &&
  areAll(after.values, beginsSmall)

function isPhrase(
  before: readonly (string | undefined)[],
  after: readonly (string | undefined)[],
  ahead: Element | undefined,
): boolean {
  if ([...before, ...after].some((value) => value === '' || hasFigure.test(value ?? ''))) return false
  if (areAll(before, beginsSmall) && areAll(after, beginsSmall)) return true
  const text = ahead?.kind === 'constant' ? textOfTokens(ahead.tokens.slice(-8)) : ''
  return atHouse.test(text) && areAll(before, /./u) && areAll(after, /./u)
}
