import { largestOf } from '@chancery/core'

/** The letters beyond ASCII of languages' alphabets, small; capitals are told by their small ones. */
const alphabets: readonly string[] = [
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíóúñü',
  'àáâãçéêíóôõúü',
  'àèéìòùî',
  'åäöé',
  'åæøéó',
  'áðéíóúýþæö',
  'éëïöüó',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîșțşţ',
  'čćđšž',
  'çğıöşüâîİ',
  'ąčęėįšųūž',
  'āčēģīķļņšūž',
  'äöõüšž',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ',
  'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
  'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيـپچژگ',
  'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮะาำเแโใไๆ็่้๊๋์ิีึืุูั฿ๅ',
]
const alphabetSets = alphabets.map((letters) => new Set(letters))

/** Signs that texts of all kinds hold, though not inside words. */
const signs = new Set('\u00a0“”„‘’‚–—…€£§°«»‹›•©®™№·¿¡²³½¼¾±×µ\u00ad¥|')
const insideWords = new Set('’‘·\u00ad')
const letter = /\p{L}|\p{M}/u
const latin = /[a-z]/i

/**
 * How much a text reads like one of a language, 0 to 1: what share of its characters beyond ASCII is of one alphabet or
 * a usual sign. Capitals inside words, signs inside words and controls count against it.
 */
export function plausibility(text: string): number {
  const hits = alphabetSets.map(() => 0)
  let wide = 0
  let fine = 0
  let faults = 0
  let before = ''
  const characters = Array.from(text)
  for (const [index, character] of characters.entries()) {
    if (character >= '\u0080') {
      wide++
      const isInWord = letter.test(before) && letter.test(characters[index + 1] ?? '')
      if (signs.has(character)) {
        if (isInWord && !insideWords.has(character)) faults++
        else fine++
      } else if (letter.test(character)) {
        const small = character === 'İ' ? character : character.toLowerCase()
        for (const [at, alphabet] of alphabetSets.entries()) if (alphabet.has(small)) hits[at] = (hits[at] ?? 0) + 1
        // A capital right behind a small letter: another encoding of Cyrillic, or no letter at all.
        if (small !== character && letter.test(before) && before === before.toLowerCase() && before >= 'a') faults++
        // Words are of one script.
        if (character >= '\u0370' && (latin.test(before) || latin.test(characters[index + 1] ?? ''))) faults++
      } else faults++
    } else if (character >= 'A' && character <= 'Z' && before >= '\u0080' && letter.test(before)) {
      if (before !== before.toUpperCase()) faults++
    }
    before = character
  }
  if (wide === 0) return 1
  return Math.max((largestOf(hits) + fine - faults) / wide, 0)
}
