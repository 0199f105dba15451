import { pathsOf } from '../data/reads.ts'
import type { Expression } from '../syntax/expression.ts'

/** Letters of Cyrillic and Greek, and those of Latin that they look like. */
const others = 'АВЕКМНОРСТУХІЈЅаеорсухіјѕԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρ'
const latin = 'ABEKMHOPCTYXIJSaeopcyxijsdqwhABEZHIKMNOPTYXovp'
const latinOf: ReadonlyMap<string, string> = new Map([...others].map((letter, index) => [letter, latin[index] ?? '']))

const word = /\p{L}+/gu
const isLatin = /\p{Script=Latin}/u
const isOther = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/**
 * A word of a path with letters of two alphabets, of which those of one look like letters of the other: `сlient` with
 * a Cyrillic с. No keyboard writes it in one go, and no data has it.
 */
export function twoAlphabets(
  expression: Expression,
): { readonly message: string; readonly hint: string; readonly path: string } | undefined {
  for (const { segments } of pathsOf(expression)) {
    const path = segments.join('.')
    if (!isLatin.test(path) || !isOther.test(path)) continue
    for (const [whole] of path.matchAll(word)) {
      const letters = [...whole]
      const foreign = letters.filter((letter) => isOther.test(letter))
      const own = letters.filter((letter) => isLatin.test(letter))
      if (foreign.length === 0 || own.length === 0) continue
      const isMeantLatin = foreign.every((letter) => latinOf.has(letter))
      if (!isMeantLatin && !own.every((letter) => latin.includes(letter))) continue
      const [letter = ''] = isMeantLatin ? foreign : own
      return {
        message: `"${letter}" in "${whole}" is a letter of another alphabet than the others, and looks like one of theirs.`,
        hint: isMeantLatin
          ? `Write {${path.replaceAll(whole, letters.map((each) => latinOf.get(each) ?? each).join(''))}}.`
          : 'Type the name anew, in one alphabet.',
        path,
      }
    }
  }
  return undefined
}
